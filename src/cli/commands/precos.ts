import { boolean } from '@oclif/core/flags'
import { ORDEM_DE_LEITURA } from '../../domain/questions/parameters.ts'
import { parameterFlags, readFlags, readFormato } from '../arguments/flags.ts'
import { LookupCommand } from '../lookup-command.ts'
import { pricesSheet } from '../../format/files/station-sheets.ts'
import { nothingFound, precosView } from '../views/precos.ts'

export default class Precos extends LookupCommand {
  static override summary = 'Postos do mais barato ao mais caro para um combustível'
  static override description =
    'A tabela mostra 20 postos, se --limite não disser outra coisa; CSV e JSON trazem todos. O combustível também pode ser dito como no dia a dia: etanol, s10, 3. Combustível e lugar podem vir sem nome, antes ou depois das opções: gasolina precos --limite 3 etanol maceio.'
  static override examples = [
    '<%= config.bin %> precos --municipio maceio --limite 5',
    '<%= config.bin %> precos --combustivel etanol --bairro "ponta verde"',
    '<%= config.bin %> precos --combustivel s10 --perto "-9.66,-35.71" --raio 5',
    '<%= config.bin %> precos --perto aeroporto --raio 5',
    '<%= config.bin %> precos --perto "-9.66,-35.71" --litros 40 --consumo 11 --ordenar custo',
    '<%= config.bin %> precos --rota "maceió;penedo" --ordenar distancia',
    '<%= config.bin %> precos --csv',
  ]
  static override flags = {
    ...parameterFlags('precos'),
    links: boolean({ description: 'Sob cada posto, o endereço de um mapa com o caminho até ele' }),
  }

  async run(): Promise<number> {
    const { flags } = await this.parse(Precos)
    const formato = readFormato(flags)
    // Wrong parameters are refused before the store is opened.
    const pedido = readFlags('precos', flags, formato === 'tabela' ? { ordenar: ORDEM_DE_LEITURA } : {})
    const query = await this.open(flags)
    const resposta = await query.precos(pedido)
    return this.show(formato, {
      resposta,
      sheet: () => pricesSheet(resposta, pedido.combustivel),
      view: ({ now }) => precosView(resposta, pedido, now, flags),
      dialeto: pedido.dialeto,
      nothing: resposta.conteudo.length > 0 ? undefined : nothingFound(resposta, pedido),
    })
  }
}
