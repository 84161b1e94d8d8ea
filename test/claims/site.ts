import type { Ask, Data } from './downloads.ts'
import { checkChart } from './charts.ts'
import type { Ledger } from './ledger.ts'
import { type Node, around, blocks, descendants, parse } from './markup.ts'
import { type Page, fuelOf, pageOf } from './pages.ts'
import { PAST } from './rules-past.ts'
import { JOURNEYS } from './rules-journeys.ts'
import { PLACES } from './rules-places.ts'
import { WEEKEND } from './rules-weekend.ts'
import { PRICES } from './rules-prices.ts'
import { SEARCH } from './rules-search.ts'
import { STATIONS } from './rules-stations.ts'
import { STATUS } from './rules-status.ts'
import { TOWNS } from './rules-towns.ts'
import { type Spot, checkText, stationAround } from './sentences.ts'
import { checkTable } from './tables.ts'

const RULES = [
  ...JOURNEYS,
  ...WEEKEND,
  ...SEARCH,
  ...PLACES,
  ...STATIONS,
  ...PAST,
  ...STATUS,
  ...PRICES,
  ...TOWNS,
]

/** Texts of the head that people read, in previews and results. */
const TOLD = new Set(['description', 'og:title', 'og:description'])

/** Every text with a number of each page: its head, its blocks, its charts and its tables. */
export async function checkSite(
  ask: Ask,
  data: Data,
  ledger: Ledger,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) {
    const response = await ask(path)
    ledger.at(path)
    ledger.same('status', response.status, 200)
    if (response.status === 200)
      checkPage(data, ledger, await pageOf(ask, data, path), parse(await response.text()))
  }
}

function checkPage(data: Data, ledger: Ledger, page: Page, root: Node): void {
  const all = descendants(root)
  const spotAt = (text: string, node: Node | null): Spot => ({
    text,
    page,
    data,
    ledger,
    node,
    cnpj: (node && stationAround(node)) ?? page.cnpj,
    fuel: fuelAround(data, node) ?? page.fuel,
  })
  for (const { tag, attributes } of all) {
    const name = attributes['name'] ?? attributes['property'] ?? ''
    if (tag === 'meta' && TOLD.has(name)) checkText(RULES, spotAt(attributes['content'] ?? '', null))
  }
  for (const node of all) {
    if (node.tag === 'svg' && node.attributes['class'] === 'chart') checkChart(RULES, spotAt('', node))
    if (node.tag === 'table') checkTable(spotAt('', node))
    const label = node.attributes['aria-label']
    if (label && /\d/.test(label)) checkText(RULES, spotAt(label, node))
  }
  for (const { node, text } of blocks(root)) {
    const apart = around(
      node,
      ({ tag, attributes }) => tag === 'table' || attributes['class'] === 'chart' || undefined,
    )
    if (!apart && /\d/.test(text)) checkText(RULES, spotAt(text, node))
  }
}

/** Of a section of a station's page, of a price's mark, or of the link of a tile or a line. */
function fuelAround(data: Data, node: Node | null): string | undefined {
  const slugs = new Set(data.fuels.map(({ slug }) => slug))
  return around(node, ({ tag, attributes, children }) => {
    if (slugs.has(attributes['id'] ?? '')) return fuelOf(data, attributes['id']).slug
    if (slugs.has(attributes['data-combustivel'] ?? '')) return attributes['data-combustivel']
    if (tag !== 'li' && tag !== 'a') return undefined
    const inside = [
      { tag, attributes, children, parent: null },
      ...descendants({ tag, attributes, children, parent: null }),
    ]
    for (const { attributes } of inside) {
      const [, slug] = /^\w{14}-([a-z-]+)$/.exec(attributes['id'] ?? '') ?? []
      const [, linked] = /\/gasolina\/([a-z-]+)\//.exec(attributes['href'] ?? '') ?? []
      const [, chosen] = /combustivel=([a-z-]+)/.exec(attributes['href'] ?? '') ?? []
      const found = [slug, linked, chosen].find((name) => name !== undefined && slugs.has(name))
      if (found) return found
    }
    return undefined
  })
}
