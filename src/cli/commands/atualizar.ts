import { constants } from 'node:os'
import { boolean } from '@oclif/core/flags'
import { BaseCommand } from '../base.ts'

export default class Atualizar extends BaseCommand {
  static override summary = 'Coleta agora os preços e os guarda no armazenamento'
  static override description =
    'Sem SEFAZ_APP_TOKEN coleta da fonte de demonstração. O que falhar numa consulta não apaga o que já se sabia.'
  static override examples = ['<%= config.bin %> atualizar']
  static override flags = {
    json: boolean({ description: 'Conta a coleta em JSON', helpGroup: 'SAÍDA' }),
  }

  async run(): Promise<number> {
    const { flags } = await this.parse(Atualizar)
    const { commit, coleta, fonte, avisos, interrupted } = await this.surroundings.program.collect(
      this.wishes(),
    )
    if (flags.json) this.print(JSON.stringify({ commit, coleta, avisos }))
    else {
      const { collectionView } = await import('../views/collection.ts')
      for (const aviso of avisos) this.tell(aviso)
      this.print(collectionView(commit, coleta, fonte))
    }
    // As shells have it: 130 for a program that Ctrl-C ended, though it tidied up before.
    return interrupted ? 128 + constants.signals[interrupted] : 0
  }
}
