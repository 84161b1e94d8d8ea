/** One statement shown that the data contradict. */
export interface Contradiction {
  where: string
  what: string
  shown: string
  computed: string
}

export interface Totals {
  figures: number
  sentences: number
  unrecognised: { where: string; text: string }[]
  contradictions: Contradiction[]
}

/** Counts comparisons; a figure and the same computed from the downloads must be equal. */
export interface Ledger {
  /** Where the next figures are shown. */
  at(where: string): void
  same(what: string, shown: unknown, computed: unknown): void
  sentence(): void
  unrecognised(text: string): void
  totals(): Totals
}

export function createLedger(): Ledger {
  let where = ''
  const totals: Totals = { figures: 0, sentences: 0, unrecognised: [], contradictions: [] }
  return {
    at: (place) => void (where = place),
    same(what, shown, computed) {
      totals.figures++
      const [left, right] = [plain(shown), plain(computed)]
      if (left !== right) totals.contradictions.push({ where, what, shown: left, computed: right })
    },
    sentence: () => void totals.sentences++,
    unrecognised: (text) => void totals.unrecognised.push({ where, text }),
    totals: () => totals,
  }
}

/** What is wrong, a line each. */
export function wrongIn({ unrecognised, contradictions }: Totals): string[] {
  return [
    ...contradictions.map(
      ({ where, what, shown, computed }) => `${where} · ${what}: shows ${shown}, the data give ${computed}`,
    ),
    ...unrecognised.map(
      ({ where, text }) => `${where} · no rule for “${text}”: add one to a file test/claims/rules-*.ts`,
    ),
  ]
}

/** The totals, for a person. */
export function report({ figures, sentences, unrecognised, contradictions }: Totals): string {
  return `${figures} figures compared, ${sentences} sentences recomputed, ${unrecognised.length} unrecognised, ${contradictions.length} contradictions`
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
}
