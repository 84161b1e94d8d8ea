import type { Atribuicao } from '../../domain/answers/common.ts'
import type { Instante } from '../../domain/basics/time.ts'
import { wrapped } from '../../format/terminal/table.ts'
import { age, dayAndTime } from '../../format/words/formatting.ts'
import type { Canvas } from '../lookup.ts'

/** Where the figures come from and how fresh they are. */
export function sourceLine(
  { fonte, atualizadoEm }: Pick<Atribuicao, 'fonte'> & { atualizadoEm: Instante | null },
  { now, lineWidth = Infinity }: Pick<Canvas, 'now' | 'lineWidth'>,
): string {
  const source = fonte.replace(/\.$/, '')
  const collected =
    atualizadoEm === null
      ? 'Ainda sem coleta'
      : `Coleta de ${dayAndTime(atualizadoEm)} (${age(atualizadoEm, now)})`
  return wrapped(`Fonte: ${source}. ${collected}.`, lineWidth).join('\n')
}
