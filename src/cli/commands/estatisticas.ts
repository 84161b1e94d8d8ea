import { readQuery } from '../../domain/questions/read-query.ts'
import { parameterFlags, parametersFrom } from '../arguments/flags.ts'
import { LookupCommand } from '../lookup.ts'
import { readFormato } from '../arguments/output-flags.ts'

export default class Estatisticas extends LookupCommand {
  static override summary = 'Resumo dos preços de cada combustível, ou os lugares lado a lado'
  static override description =
    'Com --por, --municipios ou --raio compara lugares por um combustível: a colocação é pela mediana, entre os que têm três postos ou mais.'
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
    const pedido = readQuery('estatisticas', parametersFrom('estatisticas', flags))
    const query = await this.open(flags)
    const resposta = await query.estatisticas(pedido)
    this.announce(resposta)
    const { groupsView, isComparison } = await import('../views/groups.ts')
    const { statisticsView, noStations } = await import('../views/statistics.ts')
    const found = isComparison(resposta)
      ? resposta.grupos.length > 0
      : Object.values(resposta.combustiveis).some(({ postos, suspeitos }) => postos + suspeitos > 0)
    if (formato === 'json') this.printJson(resposta)
    else if (formato === 'csv') {
      const { statisticsCsv } = await import('../../format/files/statistics-csv.ts')
      this.print(statisticsCsv(resposta, pedido.dialeto))
    } else if (found && isComparison(resposta)) this.print(groupsView(resposta, pedido, this.canvas()))
    else if (found) this.print(statisticsView(resposta, pedido, this.canvas()))
    if (found) return 0
    this.tell(noStations(resposta, pedido))
    return 1
  }
}
