import { invalidParameters } from '../../domain/questions/parameter-problems.ts'
import { boolean, string } from '@oclif/core/flags'
import { STORAGE_PLACES } from '../../storage-address.ts'
import { count, decimal, listed, together } from '../../format/words/formatting.ts'
import type { CopyOutcome } from '../program.ts'
import { BaseCommand } from '../base-command.ts'

export default class Copiar extends BaseCommand {
  static override flags = {
    de: string({ description: 'De onde', helpValue: 'LUGAR' }),
    para: string({ description: 'Para onde', helpValue: 'LUGAR' }),
    json: boolean({ description: 'Conta a cópia em JSON', helpGroup: 'SAÍDA' }),
  }

  async run(): Promise<number> {
    const { flags } = await this.parse(Copiar)
    const { de, para } = flags
    if (!de || !para) {
      const parametro = de ? '--para' : '--de'
      throw invalidParameters({ frase: `Falta ${parametro}: ${STORAGE_PLACES}.`, erro: { parametro } })
    }
    const outcome = await this.surroundings.program.copy({ de, para }, this.feedback())
    if (flags.json) this.print(JSON.stringify(outcome))
    else this.print(told(outcome))
    return outcome.fontes.some(({ danificados }) => danificados.length > 0) ? 1 : 0
  }
}

function told({ de, para, fontes }: CopyOutcome): string {
  return together('\n', [
    `De ${de} para ${para}:`,
    ...fontes.flatMap(({ fonte, commits, ultimo, copiados, bytes, jaEstavam, danificados }) => [
      `  ${fonte}: ${count(commits, 'commit', 'commits')}${ultimo === null ? '' : `, o último ${ultimo}`}; ${count(copiados, 'arquivo copiado', 'arquivos copiados')} e ${decimal(jaEstavam)} que já estavam lá, conferidos um a um (${decimal(bytes / 1e6, 0, 1)} MB).`,
      danificados.length > 0 &&
        `  ${count(danificados.length, 'arquivo danificado não foi copiado', 'arquivos danificados não foram copiados')}: ${listed(danificados.map((key) => key.replaceAll(':', '/')))}.`,
    ]),
  ])
}
