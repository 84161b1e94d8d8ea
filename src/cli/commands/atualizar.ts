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
    const [{ readConfig }, { openStore }, { collectNow }, { collectionView }, { GasolinaError }] =
      await Promise.all([
        import('../../config.ts'),
        import('../../store/open.ts'),
        import('../collecting.ts'),
        import('../views/collection.ts'),
        import('../../errors.ts'),
      ])
    const config = readConfig(this.surroundings.env)
    for (const aviso of config.avisos) this.tell(aviso)
    const store = await openStore({ folder: config.storage, fonte: config.fonte })
    const { coleta, commit, avisos } = await collectNow(this.surroundings, config, store)
    for (const aviso of avisos) this.tell(aviso)
    if (!commit)
      throw new GasolinaError('fonte_falhou', `Nada foi publicado: ${coleta.motivo ?? 'nada veio da fonte.'}`)
    if (flags.json) this.print(JSON.stringify({ commit: commit.cabecalho.seq, coleta }))
    else this.print(collectionView(commit.cabecalho.seq, coleta, config.fonte))
    return 0
  }
}
