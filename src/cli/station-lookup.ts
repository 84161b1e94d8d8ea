import type { RespostaPostos } from '../domain/answers/posto.ts'
import { readQuery } from '../domain/questions/read-query.ts'
import type { Dialeto } from '../format/files/csv.ts'
import type { Query } from '../query/query.ts'
import { parametersFrom } from './arguments/flags.ts'
import { LookupCommand } from './lookup.ts'
import type { Formato } from './arguments/output-flags.ts'
import { findStation } from './arguments/station.ts'

/** A command about one station, named by CNPJ or by words of its name. */
export abstract class StationCommand extends LookupCommand {
  /** The station's CNPJ, or undefined when several could be meant: then they were listed. */
  protected async stationOf(
    query: Query,
    text: string,
    flags: Record<string, unknown>,
    formato: Formato,
  ): Promise<string | undefined> {
    const { bairro, municipio } = flags
    const found = await findStation(query, text, parametersFrom('postos', { bairro, municipio }))
    if (typeof found === 'string') return found
    const { dialeto } = readQuery('postos', parametersFrom('postos', { dialeto: flags['dialeto'] }))
    await this.list(found, text, formato, dialeto)
    return undefined
  }

  private async list(
    postos: RespostaPostos,
    text: string,
    formato: Formato,
    dialeto: Dialeto | undefined,
  ): Promise<void> {
    const { stationsView, whichOne } = await import('./views/stations.ts')
    const { stationsCsv } = await import('../format/files/stations-csv.ts')
    this.announce(postos)
    if (formato === 'json') this.printJson(postos)
    else if (formato === 'csv') this.print(stationsCsv(postos, dialeto))
    else this.print(stationsView(postos, this.canvas()))
    this.tell(whichOne(postos, text))
  }
}
