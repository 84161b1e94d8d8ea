import type { Coleta } from '../domain/state/commit-state.ts'
import { toLogLine } from '../domain/basics/text.ts'

const LONGEST_TEXT = 300

/** The one line a collection leaves in the log: JSON, counts instead of lists, nothing unprintable. */
export function collectionLine(coleta: Coleta): string {
  const { fatiasComFalha, retidos, recusados, ...rest } = coleta
  const motivos: Record<string, number> = {}
  for (const { motivo } of fatiasComFalha) motivos[motivo] = (motivos[motivo] ?? 0) + 1
  const line = {
    evento: 'coleta',
    ...rest,
    fatiasComFalha: fatiasComFalha.length,
    ...(fatiasComFalha.length > 0 && { motivosDasFalhas: Object.entries(motivos).slice(0, 10) }),
    recusados,
    retidos,
  }
  return toLogLine(line, LONGEST_TEXT)
}
