import { count, decimal, listed } from '../../format/words/formatting.ts'
import type { CopyOutcome } from '../program.ts'

/** What was copied of each source, and what could not be. */
export function copyView({ de, para, fontes }: CopyOutcome): string {
  return [
    `De ${de} para ${para}:`,
    ...fontes.flatMap(({ fonte, commits, ultimo, copiados, bytes, jaEstavam, danificados }) => [
      `  ${fonte}: ${count(commits, 'commit', 'commits')}${ultimo === null ? '' : `, o último ${ultimo}`}; ${count(copiados, 'arquivo copiado', 'arquivos copiados')} e ${decimal(jaEstavam)} que já estavam lá, conferidos um a um (${decimal(bytes / 1e6, 0, 1)} MB).`,
      ...(danificados.length > 0
        ? [
            `  ${count(danificados.length, 'arquivo danificado não foi copiado', 'arquivos danificados não foram copiados')}: ${listed(danificados.map((key) => key.replaceAll(':', '/')))}.`,
          ]
        : []),
    ]),
  ].join('\n')
}
