import type { Data } from './downloads.ts'
import { type Change, changesIn, confirmedIn, movedIn } from './changes.ts'
import { parsed, percentBetween, reais, rounded } from './numbers.ts'
import { type Place, everywhere, fuelOf, marketAt, townsOf } from './pages.ts'
import { DAY, dayOf, endOf, lastDayOf, newestSaleOf, pricesAsOf, HOUR } from './past.ts'
import { fuelIn } from './rules-prices.ts'
import { type Rule, type Said, type Spot, dayWords, moment, rule, shows } from './sentences.ts'
import { middleOf, thousand } from './rules-places.ts'

/** A source that shows no new sale, on pages and in tools. */
export const STOPPED: Rule[] = [
  rule(
    '(?:A fonte parece parada: a|A) venda mais nova que se conhece (?:em Alagoas|no estado) é de {t:when}',
    (spot, { t }) => {
      const newest = new Date(newestSaleOf(spot.data) - 3 * HOUR).toISOString()
      spot.ledger.same('newest sale', t?.replace(/\/\d{4},? /, ', '), moment(newest))
    },
  ),
  rule('Os dias vão até {d:day}, o da venda mais nova que se conhece no estado', (spot, { d }) =>
    spot.ledger.same('last day', d?.slice(0, 5), dayWords(new Date(lastDayOf(spot.data)).toISOString())),
  ),
]

/** How many stations changed a price, on pages and in tools. */
export const CHANGES = rule(
  '^Mudanças de preço (?:em {d:day}|de {a:day} a {b:day}): algum preço subiu em {n:int} postos? e caiu em {k:int}(?:; com os ainda por confirmar, em {x:int} e em {y:int})?',
  (spot, { d, a, b, n, k, x, y }) => {
    const changes = changesIn(spot.data, spot.page.place.here, dayInFull(d ?? a ?? ''))
    spot.ledger.same('last day', d ?? b, dayInWords(spot.data.collectedAt))
    shows(spot, 'stations that rose', n, confirmedIn(changes, 'up'))
    shows(spot, 'stations that fell', k, confirmedIn(changes, 'down'))
    shows(spot, 'stations that rose, perhaps', x ?? n, movedIn(changes, 'up'))
    shows(spot, 'stations that fell, perhaps', y ?? k, movedIn(changes, 'down'))
  },
)

function isShown(thousandths: number, money: string): boolean {
  return rounded(thousandths / 1000, 2) === parsed(money.slice(3))
}

/** A change on the page of a town: that of its product's newest run, against the last price that enough sales back. */
function checkChange(spot: Spot, said: Said): void {
  const { a = '', fuel, way, b = '', t, n } = said
  const changes = changesIn(spot.data, spot.page.place.here, '')
  const backed = ({ before, ...change }: Change): boolean => {
    if (isShown(before, b)) return true
    const earlier = changes.filter(
      ({ cnpj, code, at, after }) =>
        cnpj === change.cnpj && code === change.code && at < change.at && after === before,
    )
    const last = earlier.toSorted((x, y) => (x.at < y.at ? 1 : -1))[0]
    return last !== undefined && last.sales <= FEW && backed(last)
  }
  const found = changes.find(
    (change) =>
      (spot.cnpj ?? change.cnpj) === change.cnpj &&
      spot.data.fuels.find(({ name }) => name === fuel)?.slug === change.fuel &&
      moment(change.at) === t &&
      isShown(change.after, a) &&
      backed(change),
  )
  spot.ledger.same(`change at ${t} from ${b} to ${a}`, found !== undefined, true)
  shows(spot, 'sales at the new price', n, found?.sales)
  spot.ledger.same('several sales back it', Number(n) > 1, true)
  spot.ledger.same('way', way, parsed(a.slice(3)) < parsed(b.slice(3)) ? 'caiu' : 'subiu')
}

/** Sales of a price far from the one before it that back nothing yet. */
const FEW = 3

/** Sentences, charts and tables about the days of a place. */
export const PAST: Rule[] = [
  rule('{a:money} (?<fuel>[^:]+): (?<way>caiu|subiu) de {b:money}, {t:when} · {n:int} vendas', checkChange),
  rule(
    'Preços no fim de cada dia e na última coleta. De {d:day} a {e:day} a mediana (?:(?<way>caiu|subiu) {x:num} %, de {a:money} para {b:money}|(?:ficou estável|foi de {p:money} a {q:money}); a última, {last:money}, está a confirmar: a dos preços prováveis é {l:money}|foi de {low:money} a {high:money} e terminou onde começou, em {c:money}|passou de {f:money}, de {fn:int} postos? conhecidos?, a {g:money}, de {gn:int}; a diferença é também dos que se passou a conhecer|ficou .*?)\\. O menor foi {min:money}; o maior, {max:money}',
    (spot, said) => {
      const days = daysBetween(spot, said['d'] ?? '', said['e'] ?? '')
      const [first, last] = [days[0], days.at(-1)]
      const medians = days.flatMap(({ mediana }) => (mediana === null ? [] : [mediana]))
      if (said['way'] && first?.mediana && last?.mediana) {
        shows(spot, 'first median', said['a'], reais(first.mediana))
        shows(spot, 'last median', said['b'], reais(last.mediana))
        shows(spot, 'change', said['x'], Math.abs(percentBetween(first.mediana, last.mediana)))
        spot.ledger.same('way', said['way'], last.mediana > first.mediana ? 'subiu' : 'caiu')
      }
      const { here } = pastPlace(spot)
      const likely = middleOf(marketAt(spot.data, fuelIn(spot), here))
      const isDoubted = said['l'] !== undefined
      const written = [last?.mediana, likely].map((price) => rounded(reais(price ?? 0), 2))
      spot.ledger.same(
        'last median doubted',
        isDoubted,
        pastPlace(spot).kind !== 'estado' && written[0] !== written[1],
      )
      if (isDoubted) {
        shows(spot, 'last median', said['last'], thousand(last?.mediana))
        shows(spot, 'likely median', said['l'], thousand(likely))
      }
      if (said['f']) {
        spot.ledger.same('a passage', said['f'] === said['g'], false)
        shows(spot, 'first median', said['f'], thousand(first?.mediana))
        shows(spot, 'stations of the first day', said['fn'], first?.postos)
        shows(spot, 'last median', said['g'], thousand(last?.mediana))
        shows(spot, 'stations of the last day', said['gn'], last?.postos)
      }
      if (said['p']) {
        shows(spot, 'lowest median', said['p'], reais(Math.min(...medians)))
        shows(spot, 'highest median', said['q'], reais(Math.max(...medians)))
      }
      if (said['low']) {
        shows(spot, 'lowest median', said['low'], reais(Math.min(...medians)))
        shows(spot, 'highest median', said['high'], reais(Math.max(...medians)))
        shows(spot, 'median at the end', said['c'], thousand(last?.mediana))
      }
      shows(spot, 'lowest', said['min'], Math.min(...days.map(({ minimo }) => minimo ?? Infinity)) / 1000)
      shows(spot, 'highest', said['max'], Math.max(...days.map(({ maximo }) => maximo ?? 0)) / 1000)
    },
  ),
  rule('A linha: desde {d:day}', (spot, { d }) => {
    const [, first = ''] = [dayBefore(spot.data.collectedAt.slice(0, 10), 7), firstDay(spot)].toSorted()
    spot.ledger.same('first day of the small line', d, dayWords(first))
  }),
  rule('^Desde {d:day} em (?<where>.+)$', (spot, { d, where }) => {
    spot.ledger.same('first day', d, dayWords(firstDay(spot)))
    spot.ledger.same('place of the days', where, pastPlace(spot).name)
  }),
  ...STOPPED,
  // The title of a chart of days.
  rule(' em (?<where>.+?), de {a:day} a {b:day}$', (spot, { where, a, b }) => {
    spot.ledger.same('place of the chart', where, pastPlace(spot).name)
    spot.ledger.same('last day', b, dayWords(new Date(lastDayOf(spot.data)).toISOString()))
    spot.ledger.same('first day', a, dayWords(firstDay(spot)))
  }),
  rule(
    'Os preços são acompanhados desde {d:day}: de antes há só os dias em que se conhece o preço de metade',
    (spot, { d }) => {
      const said = dayInFull(d ?? '')
      const { followedSince } = spot.data
      spot.ledger.same('a day is told before the first followed one', said < followedSince, false)
      const stations = fuelOf(spot.data, 'gasolina-comum').entries.filter(({ suspect }) => !suspect).length
      for (let day = followedSince; day < said; day = dayBefore(day, -1)) {
        const known = pricesAsOf(spot.data, 'gasolina-comum', everywhere, endOf(day)).length
        spot.ledger.same(`few prices are known of ${day}, which is told`, known * 2 < stations, false)
      }
    },
  ),
  rule('{d:day}: mediana {m:price}, de {a:price} a {b:price}', (spot, { d = '', m, a, b }) => {
    const day = figuresOf(spot, d)
    shows(spot, 'median of the day', m, thousand(day.mediana))
    shows(spot, 'lowest of the day', a, thousand(day.minimo))
    shows(spot, 'highest of the day', b, thousand(day.maximo))
  }),
]

/**
 * Of the last thirty, the first that the place has: before prices are followed, one on which half of its stations, or more, have a
 * known price.
 */
function firstDay(spot: Spot): string {
  const { data } = spot
  const { here } = pastPlace(spot)
  const last = data.collectedAt.slice(0, 10)
  const now = fuelOf(data, fuelIn(spot)).entries.filter(({ station }) => here(station)).length
  const isKnown = (day: string) => {
    const { postos } = figuresAt(data, fuelIn(spot), pastPlace(spot), day)
    return postos > 0 && (day >= data.followedSince || postos * 2 >= now)
  }
  let day = dayBefore(last, 29)
  while (day < last && !isKnown(day)) day = dayBefore(day, -1)
  return day
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) - days * DAY).toISOString().slice(0, 10)
}

/** A day as `DD/MM`: the last such day up to the one served. */
export function dayFrom(spot: Spot, words: string): string {
  const [day = '', month = ''] = words.split('/')
  const served = spot.data.collectedAt.slice(0, 10)
  const year = Number(served.slice(0, 4))
  const written = `${year}-${month}-${day}`
  return written <= served ? written : `${year - 1}-${month}-${day}`
}

/** The past that a district's page shows is its town's, and its titles say so. */
function pastPlace({ data, page: { place } }: Spot): Place {
  return place.kind === 'bairro' ? (townsOf(data).find(({ town }) => town === place.town) ?? place) : place
}

/** The newest day is the state served; others are as their end stood. */
export function figuresOf(spot: Spot, words: string, fuel = fuelIn(spot)): Figures {
  return figuresAt(spot.data, fuel, pastPlace(spot), dayFrom(spot, words))
}

interface Figures {
  postos: number
  minimo: number | null
  mediana: number | null
  maximo: number | null
}

const days = new WeakMap<Data, Map<Place['here'], Map<string, Figures>>>()

export function figuresAt(data: Data, fuel: string, place: Place, day: string): Figures {
  if (day === data.collectedAt.slice(0, 10)) {
    const { entries, lowest, median, highest } = marketAt(data, fuel, place.here)
    return { postos: entries.length, minimo: lowest?.price ?? null, mediana: median, maximo: highest }
  }
  let places = days.get(data)
  if (!places) days.set(data, (places = new Map()))
  let known = places.get(place.here)
  if (!known) places.set(place.here, (known = new Map()))
  let figures = known.get(`${fuel} ${day}`)
  if (!figures) known.set(`${fuel} ${day}`, (figures = dayOf(data, fuel, place.here, day)))
  return figures
}

/** The last days of the place, oldest first. */
export function rangeOf(spot: Spot, count: number): Figures[] {
  const last = lastDayOf(spot.data)
  return Array.from({ length: count }, (_, i) =>
    figuresAt(
      spot.data,
      fuelIn(spot),
      spot.page.place,
      new Date(last - (count - 1 - i) * DAY).toISOString().slice(0, 10),
    ),
  )
}

function daysBetween(spot: Spot, from: string, to: string): Figures[] {
  const [first, last] = [dayFrom(spot, from), dayFrom(spot, to)].map((day) => Date.parse(`${day}T12:00:00Z`))
  const found: Figures[] = []
  for (let at = first ?? 0; at <= (last ?? 0); at += DAY)
    found.push(figuresAt(spot.data, fuelIn(spot), pastPlace(spot), new Date(at).toISOString().slice(0, 10)))
  return found
}

/** `2026-04-16` of `16/04/2026`. */
export function dayInFull(words: string): string {
  return words.split('/').toReversed().join('-')
}

function dayInWords(instant: string): string {
  return instant.slice(0, 10).split('-').toReversed().join('/')
}
