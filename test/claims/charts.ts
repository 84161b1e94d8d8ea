import { type Rule, type Spot, checkText, dayWords } from './sentences.ts'
import { reais, rounded } from './numbers.ts'
import { everywhere } from './pages.ts'
import { rangeOf } from './rules-past.ts'
import { descendants, textOf } from './markup.ts'

/** A chart's readings are sentences; its labels are figures of them. */
export function checkChart(rules: readonly Rule[], spot: Spot): void {
  const { node, ledger } = spot
  if (!node) return
  const readings = (node.attributes['data-readings'] ?? '')
    .split('|')
    .filter((reading) => reading !== '')
    .map((reading) => reading.replace(/^[\d. -]+? (?=\d\d\/\d\d)/, ''))
  for (const reading of readings) checkText(rules, { ...spot, text: reading })
  for (const inner of descendants(node)) {
    const text = textOf(inner).trim()
    if (inner.tag === 'title' || inner.tag === 'desc') checkText(rules, { ...spot, text, node: inner })
    if (inner.tag !== 'text' || !/\d/.test(text)) continue
    const known = [...readings, dayWords(spot.data.collectedAt), ...stateLine(spot)]
    ledger.same(
      `label “${text}” is a reading`,
      known.some((reading) => reading.includes(text)),
      true,
    )
    ledger.sentence()
  }
}

/** A town's chart may have the state's line beside its own. */
function stateLine(spot: Spot): string[] {
  if (spot.page.place.kind === 'estado' || !spot.fuel || spot.page.cnpj) return []
  const page = { ...spot.page, place: { ...spot.page.place, kind: 'estado' as const, here: everywhere } }
  return rangeOf({ ...spot, page }, 30).map(({ mediana }) =>
    rounded(reais(mediana ?? 0), 2)
      .toFixed(2)
      .replace('.', ','),
  )
}
