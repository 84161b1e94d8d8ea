import { groupBy } from '../src/domain/basics/lists.ts'
import type { Judged } from './judge.ts'
import type { View } from './transcripts.ts'

export interface Run {
  quem: string
  vista: View
  judged: readonly Judged[]
}

/** Runs by which a model's constancy is told. */
const K = 3

const HEADER = `| quem | vista | gravações | certas | em parte | erradas | certas em todas (pass^${K}) | chamadas (mediana) | tokens lidos (mediana) |
|---|---|---|---|---|---|---|---|---|`

/** A row for each model and view; shares are of all its runs' answers. pass^3 needs three runs, and with more takes the first. */
export function scoreboard(runs: readonly Run[]): string {
  const groups = groupBy(runs, ({ quem, vista }) => `| \`${quem}\` | ${vista} |`)
  return [HEADER, ...[...groups].map(([who, of]) => `${who} ${cells(of).join(' | ')} |`)].join('\n')
}

function cells(runs: readonly Run[]): (string | number)[] {
  const all = runs.flatMap(({ judged }) => judged)
  const count = (nota: Judged['nota']) => all.filter((each) => each.nota === nota).length
  const asked = all.filter(({ chamadas }) => chamadas > 0)
  return [
    runs.length,
    `${count('certa')} de ${all.length} (${percent(count('certa') / all.length)})`,
    count('parcial'),
    count('errada'),
    runs.length < K ? '–' : alwaysRight(runs.slice(0, K)),
    middle(asked.map(({ chamadas }) => chamadas)),
    middle(asked.map(({ tokens }) => tokens)),
  ]
}

function alwaysRight(runs: readonly Run[]): string {
  const [first] = runs
  const ids = first?.judged.map(({ id }) => id) ?? []
  const right = ids.filter((id) =>
    runs.every(({ judged }) => judged.some((each) => each.id === id && each.nota === 'certa')),
  )
  return `${right.length} de ${ids.length}`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1).replace('.', ',')} %`
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
