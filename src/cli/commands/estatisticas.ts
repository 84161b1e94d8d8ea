import { readQuery } from '../../domain/parameters.ts'
import { parameterFlags, parametersFrom } from '../flags.ts'
import { LookupCommand } from '../lookup.ts'
import { readFormato } from '../output-flags.ts'

export default class Estatisticas extends LookupCommand {
  static override summary = 'Resumo dos preços de cada combustível, no estado ou num lugar'
  static override examples = [
    '<%= config.bin %> estatisticas',
    '<%= config.bin %> estatisticas --municipio arapiraca --litros 40',
  ]
  static override flags = parameterFlags('estatisticas')

  async run(): Promise<number> {
    const { flags } = await this.parse(Estatisticas)
    const formato = readFormato(flags)
    const pedido = readQuery('estatisticas', parametersFrom('estatisticas', flags))
    const query = await this.open(flags)
    const resposta = await query.estatisticas(pedido)
    this.announce(resposta)
    const found = Object.values(resposta.combustiveis).some(({ postos, suspeitos }) => postos + suspeitos > 0)
    const { statisticsView, statisticsCsv, noStations } = await import('../views/statistics.ts')
    if (formato === 'json') this.printJson(resposta)
    else if (formato === 'csv') this.print(statisticsCsv(resposta))
    else if (found) this.print(statisticsView(resposta, pedido, this.canvas()))
    if (found) return 0
    this.tell(noStations(resposta, pedido))
    return 1
  }
}
