import { readQuery } from '../../domain/questions/read-query.ts'
import { ofPlace } from '../../domain/past/place-periods.ts'
import { parameterFlags, parametersFrom } from '../arguments/flags.ts'
import type { Formato } from '../arguments/output-flags.ts'
import { readFormato } from '../arguments/output-flags.ts'
import { StationCommand } from '../station-lookup.ts'
import { optionalStationArgs, stationFlags } from '../arguments/station.ts'

export default class Historico extends StationCommand {
  static override summary = 'Os preços de um posto, de um lugar ou do estado ao longo do tempo'
  static override description =
    'Com CNPJ ou nome, os de um posto; sem, a mediana de um município, bairro ou do estado. Sem --desde e --ate, os últimos 30 dias. A linha vai do menor ao maior preço do período.'
  static override examples = [
    '<%= config.bin %> historico "duas irmas do agreste" --combustivel gasolina',
    '<%= config.bin %> historico --municipio maceio',
    '<%= config.bin %> historico --combustivel etanol --granularidade semana --desde 2026-01-01',
    '<%= config.bin %> historico 64.149.172/0001-53 --granularidade semana --csv',
  ]
  static override args = optionalStationArgs
  static override flags = { ...parameterFlags('historico'), ...stationFlags }

  async run(): Promise<number> {
    const { args, flags } = await this.parse(Historico)
    const formato = readFormato(flags)
    if (args.posto === undefined) return this.ofPlace(flags, formato)
    const pedido = readQuery('historico', parametersFrom('historico', flags))
    const query = await this.open(flags)
    const cnpj = await this.stationOf(query, args.posto, flags, formato)
    if (cnpj === undefined) return 1
    const resposta = await query.historico({ ...pedido, cnpj })
    this.announce(resposta)
    const found = Object.values(resposta.combustiveis).some(({ serie }) => serie.length > 0)
    if (formato === 'json') this.printJson(resposta)
    else if (formato === 'csv') {
      const { historyCsv } = await import('../../format/files/csv.ts')
      this.print(historyCsv(resposta, pedido.granularidade, pedido.dialeto))
    } else if (found) {
      const { historyView } = await import('../views/history.ts')
      this.print(historyView(resposta, this.canvas()))
    }
    if (formato !== 'json') for (const observacao of resposta.observacoes ?? []) this.tell(observacao)
    if (found) return 0
    const { nothingSold } = await import('../views/history.ts')
    this.tell(nothingSold(resposta))
    return 1
  }

  private async ofPlace(
    flags: Record<string, unknown> & { api?: string | undefined },
    formato: Formato,
  ): Promise<number> {
    const pedido = readQuery('historicoDoLugar', parametersFrom('historicoDoLugar', flags))
    const query = await this.open(flags)
    const resposta = await query.historicoDoLugar(pedido)
    this.announce(resposta)
    const { nothingKnown, placeHistoryView } = await import('../views/place-history.ts')
    const found = Object.values(resposta.combustiveis).some(({ serie }) => serie.length > 0)
    if (formato === 'json') this.printJson(resposta)
    else if (formato === 'csv') {
      const { placeHistoryCsv } = await import('../../format/files/csv.ts')
      this.print(placeHistoryCsv(resposta, pedido.dialeto))
    } else if (found) this.print(placeHistoryView(resposta, ofPlace(pedido.granularidade), this.canvas()))
    if (formato !== 'json') for (const observacao of resposta.observacoes) this.tell(observacao)
    if (found) return 0
    this.tell(nothingKnown(resposta))
    return 1
  }
}
