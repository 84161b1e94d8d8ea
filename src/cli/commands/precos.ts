import { boolean } from '@oclif/core/flags'
import { ORDEM_DE_LEITURA } from '../../domain/questions/parameters.ts'
import { parameterFlags, readFlags, readFormato } from '../arguments/flags.ts'
import { LookupCommand } from '../lookup-command.ts'
import { pricesSheet } from '../../format/files/station-sheets.ts'
import { nothingFound, precosView } from '../views/precos.ts'

export default class Precos extends LookupCommand {
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
