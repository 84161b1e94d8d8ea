import type { Coleta } from '../domain/state.ts'

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
  return JSON.stringify(line, (_, value: unknown) => (typeof value === 'string' ? printable(value) : value))
}

function printable(text: string): string {
  return text.slice(0, LONGEST_TEXT).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD')
}
