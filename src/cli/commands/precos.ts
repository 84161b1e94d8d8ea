import { ORDEM_DE_LEITURA, readQuery } from '../../domain/parameters.ts'
import { parameterFlags, parametersFrom, perto } from '../flags.ts'
import { LookupCommand } from '../lookup.ts'
import { readFormato } from '../output-flags.ts'

export default class Precos extends LookupCommand {
  static override summary = 'Postos do mais barato ao mais caro para um combustível'
  static override description =
    'A tabela mostra 20 postos, se --limite não disser outra coisa; CSV e JSON trazem todos. O combustível também pode ser dito como no dia a dia: etanol, s10, 3. Combustível e lugar podem vir sem nome: gasolina precos etanol maceio.'
  static override examples = [
    '<%= config.bin %> precos --municipio maceio --limite 5',
    '<%= config.bin %> precos --combustivel etanol --bairro "ponta verde"',
    '<%= config.bin %> precos --combustivel s10 --perto "-9.66,-35.71" --raio 5',
    '<%= config.bin %> precos --perto "-9.66,-35.71" --litros 40 --consumo 11 --ordenar custo',
    '<%= config.bin %> precos --rota "-9.66,-35.73;-9.75,-36.66" --ordenar distancia',
    '<%= config.bin %> precos --csv',
  ]
  static override flags = { ...parameterFlags('precos'), ...perto }

  async run(): Promise<number> {
    const { flags } = await this.parse(Precos)
    const formato = readFormato(flags)
    const pedido = readQuery('precos', parametersFrom('precos', flags), {
      ...(formato === 'tabela' && { ordenar: ORDEM_DE_LEITURA }),
    })
    const query = await this.open(flags)
    const resposta = await query.precos(pedido)
    this.announce(resposta)
    const found = resposta.conteudo.length > 0
    if (formato === 'json') this.printJson(resposta)
    else if (formato === 'csv') {
      const { pricesCsv } = await import('../../format/csv.ts')
      this.print(
        pricesCsv(resposta.conteudo, pedido.dialeto, {
          distancia: true,
          viagem: resposta.contas !== undefined,
        }),
      )
    } else if (found) {
      const { precosView } = await import('../views/precos.ts')
      this.print(precosView(resposta, pedido, this.canvas()))
    }
    if (found) return 0
    const { nothingFound } = await import('../views/precos.ts')
    this.tell(nothingFound(resposta, pedido))
    return 1
  }
}
