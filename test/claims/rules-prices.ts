import type { Data, Entry } from './downloads.ts'
import { textOf } from './markup.ts'
import { entryAt, marketAt } from './pages.ts'
import { positionOf } from './positions.ts'
import { stateMedian } from './market.ts'
import { type Facts, factsOf } from './sales.ts'
import { type Rule, type Spot, moment, rule, shows } from './sentences.ts'

/** Sentences about one station's price of one fuel: rows of lists, stations' pages, favourites. */
export const PRICES: Rule[] = [
  rule('^{p:money}(?: por (?:litro|m³))? ?(?<band>barato|caro|normal|a confirmar)?$', (spot, { p, band }) => {
    const entry = entryOf(spot)
    if (!entry) return checkTile(spot, p)
    shows(spot, 'price', p, entry.price / 1000)
    if (band === 'a confirmar') spot.ledger.same('a confirmar', entry.doubt !== null, true)
    else if (band)
      spot.ledger.same(`band of ${entry.cnpj} ${entry.fuel}`, band, positionOf(spot.data, entry).band)
  }),
  // Marks of a town's map, and their names.
  rule(
    '^{p:money}, (?<name>.+?)(?:, (?<band>barato|caro|normal|a confirmar))?$',
    (spot, { p, name = '', band }) => {
      const entry = entryOf(spot)
      shows(spot, `price of ${name}`, p, entry && entry.price / 1000)
      if (entry && band)
        spot.ledger.same(
          `band of ${name}`,
          band,
          entry.doubt ? 'a confirmar' : positionOf(spot.data, entry).band,
        )
    },
  ),
  rule('^desde {p:money}(?: por m³)?$', (spot, { p }) => checkTile(spot, p)),
  rule('[Vv]isto a {p:money}: só {n:int} vendas?; o usual é {u:money}', (spot, { p, n, u }) => {
    const { lowest } = marketAt(spot.data, fuelIn(spot), spot.page.place.here)
    shows(spot, 'seen price', p, lowest && lowest.price / 1000)
    shows(spot, 'sales of the seen price', n, lowest && factsFor(spot.data, lowest)?.atPrice)
    shows(spot, 'usual of the seen price', u, lowest && (lowest.usual ?? 0) / 1000)
  }),
  rule('só {n:int} vendas?, {t:when} · o usual é {u:money}', (spot, { n, t, u }) => {
    const entry = entryOf(spot)
    shows(spot, 'sales of a doubtful price', n, factsAt(spot)?.atPrice)
    shows(spot, 'usual', u, factsAt(spot)?.usual && (factsAt(spot)?.usual?.value ?? 0) / 1000)
    spot.ledger.same('sale', t, entry && moment(entry.dataVenda))
    spot.ledger.same('doubted', entry?.doubt !== null, true)
  }),
  rule('{n:int} vendas quase iguais', (spot, { n }) => {
    const facts = factsAt(spot) ?? factsOfTile(spot)
    shows(spot, 'sales in a row near this price', n, facts?.inARow)
    spot.ledger.same('sales at this price', 1, facts?.atPrice)
  }),
  rule('{n:int} vendas(?: seguidas a este preço(?: desde {t:when})?|$)', (spot, { n, t }) => {
    const facts = factsAt(spot) ?? factsOfTile(spot)
    shows(spot, 'sales at this price', n, facts?.atPrice)
    if (t) spot.ledger.same('at this price since', t, facts && moment(facts.atPriceSince))
  }),
  rule('(?:(?:Última )?venda )?{t:when}(?= ·)', (spot, { t }) => {
    spot.ledger.same('last sale', t, entryOf(spot) && moment(entryOf(spot)?.dataVenda ?? ''))
  }),
  rule('{n:int} vendas entre {a:money} e {b:money}', (spot, { n, a, b }) => {
    const facts = factsAt(spot)
    shows(spot, 'sales in a row', n, facts?.inARow)
    shows(spot, 'lowest in a row', a, facts && facts.lowest / 1000)
    shows(spot, 'highest in a row', b, facts && facts.highest / 1000)
  }),
  rule('{p:money} \\(só {n:int} vendas?; o usual é {u:money}\\)', (spot, said) => {
    const { lowest, entries } = marketAt(spot.data, fuelIn(spot), spot.page.place.here)
    const entry = entryOf(spot) ?? (entries.length === 1 ? lowest : undefined)
    shows(spot, 'price', said['p'], entry && entry.price / 1000)
    shows(spot, 'its sales', said['n'], entry && factsFor(spot.data, entry)?.atPrice)
    shows(spot, 'its usual', said['u'], entry && (entry.usual ?? 0) / 1000)
  }),
  rule('só {n:int} vendas?; o usual é {u:money}', (spot, { n, u }) => {
    const facts = factsAt(spot) ?? factsOfTile(spot)
    shows(spot, 'sales of a doubtful price', n, facts?.atPrice)
    shows(spot, 'usual', u, facts?.usual && facts.usual.value / 1000)
  }),
  // The invoice's own words, where they contradict the list.
  rule('^Na nota: (?<words>.+)$', (spot, { words }) =>
    spot.ledger.same('words of the invoice', words, entryOf(spot)?.descricao),
  ),
  rule('^{t:when}$', (spot, { t }) => {
    const entry = entryOf(spot)
    const newest = spot.data.fuels
      .flatMap(({ entries }) => entries.map(({ dataVenda }) => dataVenda))
      .toSorted()
      .at(-1)
    const about = spot.node?.parent?.children.map((child) =>
      typeof child === 'string' ? child : textOf(child),
    )
    if (about?.some((text) => text.includes('Próxima'))) return
    const instant = about?.includes('Venda mais recente')
      ? newest
      : (entry?.dataVenda ?? spot.data.collectedAt)
    spot.ledger.same('sale or collection', t, moment(instant ?? ''))
  }),
  rule(
    '(?:{p:money},|Este preço) (?<why>parece erro da nota|fica longe dos outros|ainda não foi confirmado): está {x:int} % (?<side>acima|abaixo) da mediana do estado com todos os preços \\({m:money}\\)',
    (spot, { p, why, x, side, m }) => {
      const suspect = entryOf(spot)
      const few = (factsAt(spot)?.inARow ?? 0) < 3
      if (why?.includes('confirmado') === false) spot.ledger.same('error', why.startsWith('parece'), few)
      if (p) shows(spot, 'suspect price', p, suspect && suspect.price / 1000)
      shows(spot, 'how far', x, suspect?.suspect && Math.abs(suspect.suspect.desvio))
      spot.ledger.same('side', side, (suspect?.suspect?.desvio ?? 0) > 0 ? 'acima' : 'abaixo')
      shows(spot, 'median of the state', m, suspect?.suspect?.referencia)
    },
  ),
]

/** The fuel that the element around is about. */
export function fuelIn({ fuel, text }: Spot): string {
  if (!fuel) throw new Error(`no fuel known for “${text}”`)
  return fuel
}

export function entryOf(spot: Spot): Entry | undefined {
  return spot.cnpj && spot.fuel ? entryAt(spot.data, spot.fuel, spot.cnpj) : undefined
}

export function factsAt(spot: Spot): Facts | null {
  const entry = entryOf(spot)
  return entry ? factsFor(spot.data, entry) : null
}

/** A tile of the front page is about the cheapest likely price. */
function factsOfTile(spot: Spot): Facts | null {
  const { likeliest } = marketAt(spot.data, fuelIn(spot), spot.page.place.here)
  return likeliest ? factsFor(spot.data, likeliest) : null
}

const known = new WeakMap<Entry, Facts | null>()

export function factsFor(data: Data, entry: Entry): Facts | null {
  let facts = known.get(entry)
  if (facts === undefined) {
    const sales = data.sales.get(`${entry.cnpj} ${entry.fuel}`) ?? []
    known.set(
      entry,
      (facts = factsOf(
        sales.filter(({ codigo }) => codigo === entry.codigo),
        stateMedian(data, entry.fuel),
      )),
    )
  }
  return facts
}

/** The cheapest likely price of the place. */
function checkTile(spot: Spot, p: string | undefined): void {
  const { likeliest } = marketAt(spot.data, fuelIn(spot), spot.page.place.here)
  shows(spot, 'cheapest likely price', p, likeliest && likeliest.likely / 1000)
}
