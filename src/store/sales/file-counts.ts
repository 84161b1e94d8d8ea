import type { Acervo } from '../../domain/state/commit-state.ts'
import { partsOfKey } from '../bytes/keys.ts'

const KINDS = ['vendas', 'historico'] as const

export function countFiles(keys: readonly string[]): Acervo {
  const acervo: Acervo = { vendas: {}, historico: {} }
  for (const key of keys) {
    const [part, file] = [partsOfKey('sales', key), partsOfKey('stationMonth', key)]
    if (part) acervo.vendas[part.mes] = (acervo.vendas[part.mes] ?? 0) + 1
    else if (file) acervo.historico[file.mes] = (acervo.historico[file.mes] ?? 0) + 1
  }
  return acervo
}

/** Files present, and those of `before` that are gone; until the month `last`, as later ones are of a wrong clock and will be moved. */
export function expectFiles(before: Acervo | undefined, now: Acervo, last: string): Acervo {
  const expected: Acervo = { vendas: { ...now.vendas }, historico: { ...now.historico } }
  for (const { kind, month, count } of shortfalls(before, now)) expected[kind][month] = count
  for (const kind of KINDS)
    for (const month of Object.keys(expected[kind])) if (month > last) delete expected[kind][month]
  return expected
}

/** Keys of the months of which files are gone, `vendas:2026-04`. */
export function missingFiles(expected: Acervo | undefined, now: Acervo): string[] {
  return shortfalls(expected, now).map(({ kind, month }) => `${kind}:${month}`)
}

/** A month of the log goes as a whole, once every station has its file. */
function shortfalls(expected: Acervo | undefined, now: Acervo) {
  return KINDS.flatMap((kind) =>
    Object.entries(expected?.[kind] ?? {}).map(([month, count]) => ({ kind, month, count })),
  ).filter(({ kind, month, count }) => {
    const isFolded = kind === 'vendas' && !now.vendas[month] && now.historico[month]
    return (now[kind][month] ?? 0) < count && !isFolded
  })
}
