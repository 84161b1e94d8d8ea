import { parameterFlags, readFlags, readFormato } from '../arguments/flags.ts'
import { LookupCommand } from '../lookup-command.ts'
import { statisticsSheet } from '../../format/files/series-sheets.ts'
import { groupsView, isComparison } from '../views/groups.ts'
import { noStations, statisticsView } from '../views/statistics.ts'

export default class Estatisticas extends LookupCommand {
  static override flags = parameterFlags('estatisticas')

  async run(): Promise<number> {
    const { flags } = await this.parse(Estatisticas)
    const formato = readFormato(flags)
    const pedido = readFlags('estatisticas', flags)
    const query = await this.open(flags)
    const resposta = await query.estatisticas(pedido)
    const found = isComparison(resposta)
      ? resposta.grupos.some(({ postos, suspeitos }) => postos + suspeitos > 0)
      : Object.values(resposta.combustiveis).some(({ postos, suspeitos }) => postos + suspeitos > 0)
    return this.show(formato, {
      resposta,
      sheet: () => statisticsSheet(resposta),
      view: () => (isComparison(resposta) ? groupsView(resposta, pedido) : statisticsView(resposta, pedido)),
      dialeto: pedido.dialeto,
      nothing: found ? undefined : noStations(resposta, pedido),
    })
  }
}
