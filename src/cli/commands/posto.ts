import { NA_JANELA } from '../../domain/facts/rules.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import { stationName } from '../../format/words/names.ts'
import { parameterFlags, readFlags, readFormato } from '../arguments/flags.ts'
import { StationCommand, stationArgs, stationFlags } from '../station-command.ts'
import { currentPricesSheet, stationView } from '../views/station.ts'

export default class Posto extends StationCommand {
  static override args = stationArgs
  static override flags = { ...stationFlags, ...parameterFlags('posto') }

  async run(): Promise<number> {
    const { args, flags } = await this.parse(Posto)
    const formato = readFormato(flags)
    const pedido = readFlags('posto', flags)
    const query = await this.open(flags)
    const cnpj = await this.stationOf(query, args.posto, flags, formato)
    if (cnpj === undefined) return 1
    const resposta = await query.posto({ ...pedido, cnpj })
    const { combustiveis, estabelecimento } = resposta
    const { combustivel } = pedido
    return this.show(formato, {
      resposta,
      sheet: () => currentPricesSheet(resposta),
      view: ({ now }) => stationView(resposta, now),
      told: resposta.historico.observacoes,
      nothing:
        combustivel === undefined || combustiveis[combustivel]
          ? undefined
          : `${stationName(estabelecimento)} não tem venda de ${fuelOf(combustivel).nomePopular} ${NA_JANELA}.`,
    })
  }
}
