import type { Atribuicao } from '../../domain/answers.ts'
import type { Instante } from '../../domain/time.ts'
import { age, dayAndTime } from '../../format/words.ts'

/** Where the figures come from and how fresh they are. */
export function sourceLine(
  { fonte, atualizadoEm }: Pick<Atribuicao, 'fonte'> & { atualizadoEm: Instante | null },
  { now }: { now: number },
): string {
  const source = fonte.replace(/\.$/, '')
  if (atualizadoEm === null) return `Fonte: ${source}. Ainda sem coleta.`
  return `Fonte: ${source}. Coleta de ${dayAndTime(atualizadoEm)} (${age(atualizadoEm, now)}).`
}
