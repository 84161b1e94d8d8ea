import { parameterFlags, readFlags, readFormato } from '../arguments/flags.ts'
import { LookupCommand } from '../lookup-command.ts'
import { statisticsSheet } from '../../format/files/series-sheets.ts'
import { groupsView, isComparison } from '../views/groups.ts'
import { noStations, statisticsView } from '../views/statistics.ts'

export default class Estatisticas extends LookupCommand {
  static override summary = 'Resumo dos preços de cada combustível, ou os lugares lado a lado'
  static override description =
    'O lugar também vem sem nome: gasolina estatisticas maceio. Com --por, --municipios ou --raio compara lugares por um combustível: a colocação é pela mediana, entre os que têm três postos ou mais.'
  static override examples = [
    '<%= config.bin %> estatisticas',
    '<%= config.bin %> estatisticas --municipio arapiraca --litros 40',
    '<%= config.bin %> estatisticas --por municipio --combustivel etanol',
    '<%= config.bin %> estatisticas --municipio "porto de pedras" --raio 40',
    '<%= config.bin %> estatisticas --municipios maceio,arapiraca,penedo',
  ]
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
