import type { Entry, Station } from './downloads.ts'
import { besideEthanol, parityOf, positionOf } from './positions.ts'
import { type Market, byLikely, bySupport } from './market.ts'
import { around, descendants } from './markup.ts'
import { inCents, median, parsed, percentBetween, reais, rounded } from './numbers.ts'
import { entryAt, everywhere, marketAt, townNamed } from './pages.ts'
import { DAY, pricesAsOf } from './past.ts'
import { beside } from './rules-journeys.ts'
import { factsFor, fuelIn } from './rules-prices.ts'
import { type Rule, type Spot, moment, rule, shows } from './sentences.ts'

/** Sentences about all prices of a place. */
export const PLACES: Rule[] = [
  rule(
    '(?:Preço provável d|D)e {a:money}(?: \\(só {al:int} vendas?; o usual é {au:money}\\))? a {b:money}(?<usual> \\(o usual\\))?(?: \\(só {bl:int} vendas?; o usual é {bu:money}\\))? em {n:int} postos',
    (spot, { a, al, au, b, bl, bu, n, usual }) => {
      const market = here(spot)
      const { likeliest, highest, entries } = market
      const most = Math.max(...entries.map(({ likely }) => likely))
      shows(spot, 'lowest', a, thousand(likeliest?.likely))
      shows(spot, 'highest', b, thousand(most))
      shows(spot, 'stations', n, entries.length)
      const isLikely = (highest ?? 0) < most
      spot.ledger.same('the highest is a usual one', usual !== undefined, isLikely)
      checkDoubt(spot, 'lowest', likeliest?.likely === likeliest?.price ? likeliest : undefined, al, au)
      checkDoubt(spot, 'highest', isLikely ? undefined : dearestOf(market), bl, bu)
    },
  ),
  rule(
    'Um só posto(?<believed> com preço sem suspeita)?, a {p:money}(?: \\(só {n:int} vendas?; o usual é {u:money}\\))?',
    (spot, { p, n, u, believed }) => {
      const { entries, suspects, lowest } = here(spot)
      spot.ledger.same('stations', 1, entries.length)
      spot.ledger.same('others under suspicion', believed !== undefined, suspects.length > 0)
      shows(spot, 'the only price', p, thousand(lowest?.price))
      if (n) shows(spot, 'its sales', n, lowest && factsFor(spot.data, lowest)?.atPrice)
      if (u) shows(spot, 'its usual', u, lowest?.doubt?.usual)
    },
  ),
  rule('^Preço provável de {p:money} nos {n:int} postos', (spot, { p, n }) => {
    shows(spot, 'the price of all', p, thousand(here(spot).likeliest?.likely))
    shows(spot, 'the price of all', p, thousand(Math.max(...here(spot).entries.map(({ likely }) => likely))))
    shows(spot, 'stations', n, here(spot).entries.length)
  }),
  rule(
    '(?:[Nn]a última venda, (?<half>metade) ou mais (?:dos postos de Alagoas )?cobrou até|O mais provável é|O preço é) {m:money}(?:, (?:{x:num} % (?<side>acima|abaixo) do estado))?',
    (spot, { m, x, side, half }) => {
      if (half) {
        const { entries } = here(spot)
        spot.ledger.same('half of three or more', entries.length > 2, true)
        // The median as printed: half a cent of it is rounded away.
        const upTo = entries.filter(({ price }) => price <= parsed(m ?? '') * 1000 + 5)
        spot.ledger.same('half or more', upTo.length * 2 >= entries.length, true)
      }
      const middle = middleOf(here(spot))
      shows(spot, 'median', m, thousand(middle))
      const state = marketAt(spot.data, fuelIn(spot), everywhere).median
      if (!x || middle === null || state === null) return
      shows(spot, 'away from the state', x, Math.abs(percentBetween(state, middle)))
      spot.ledger.same('side', side, middle > state ? 'acima' : 'abaixo')
    },
  ),
  rule('(?<way>Caiu|Subiu) {x:num} % na semana', (spot, { way, x }) => {
    const prices = pricesAsOf(
      spot.data,
      fuelIn(spot),
      spot.page.place.here,
      Date.parse(spot.data.collectedAt) - 7 * DAY,
    )
    const [before, now] = [median(prices), here(spot).median]
    if (before === null || now === null) return spot.ledger.same('a week before', true, false)
    spot.ledger.same('of the same stations', prices.length * 10 >= here(spot).entries.length * 9, true)
    shows(spot, 'change in a week', x, Math.abs(percentBetween(before, now)))
    const likely = middleOf(here(spot))
    spot.ledger.same('not doubted', rounded(reais(likely ?? 0), 2), rounded(reais(now), 2))
    spot.ledger.same('way', way, now > before ? 'Subiu' : 'Caiu')
  }),
  rule('gasolina comum desde {p:money} \\(coleta de {t:when}\\)', (spot, { p, t }) => {
    const { likeliest } = marketAt(spot.data, 'gasolina-comum', spot.page.place.here)
    shows(spot, 'cheapest likely', p, thousand(likeliest?.likely))
    spot.ledger.same('when', t, moment(spot.data.collectedAt))
  }),
  rule('desde {p:money} \\(coleta de {t:when}\\)', (spot, { p, t }) => {
    const likely = spot.page.journey
      ? Math.min(...beside(spot).map(({ entry }) => (entry.suspect ? Infinity : entry.likely)))
      : (located(spot) ?? here(spot).likeliest)?.likely
    shows(spot, 'cheapest likely', p, thousand(likely))
    spot.ledger.same('when', t, moment(spot.data.collectedAt))
  }),
  rule(
    'O de {a:money} pode estar em qualquer parte da cidade; com ponto ou bairro conhecido, desde {b:money}',
    (spot, { a, b }) => {
      shows(spot, 'cheapest likely', a, thousand(here(spot).likeliest?.likely))
      shows(spot, 'cheapest of a known place', b, thousand(located(spot)?.likely))
    },
  ),
  rule('[Cc]oleta: {t:when}', (spot, { t = '' }) =>
    spot.ledger.same(
      'collected',
      t.replace(`/${spot.data.collectedAt.slice(0, 4)},`, ','),
      moment(spot.data.collectedAt),
    ),
  ),
  rule('{n:int} preços? fora da lista', (spot, { n }) =>
    shows(spot, 'suspects', n, here(spot).suspects.length),
  ),
  rule(
    'o álcool mais barato \\({a:money}\\) é {x:num} % da gasolina mais barata \\({b:money}(?:, que conta pelo usual, {u:money})?\\)',
    (spot, { a, x = '', b, u }) => {
      const { place } = parityOf(spot.data, spot.page.place.here)
      shows(spot, 'cheapest ethanol', a, thousand(place?.alcool))
      shows(spot, 'cheapest gasoline', b, thousand(place?.gasolina))
      if (u ?? place?.usual) shows(spot, 'its usual', u ?? '', thousand(place?.usual))
      shows(spot, 'ratio', x.includes(',') ? x : `${x},0`, place && place.ratio * 100)
    },
  ),
  rule('O álcool compensa em {k:int} de {n:int} postos', (spot, { k, n }) => {
    const { pairs, paying } = parityOf(spot.data, everywhere, spot.page.ratio)
    shows(spot, 'where ethanol pays', k, paying.length)
    shows(spot, 'stations with both', n, pairs.length)
  }),
  rule('Compensa em {k:int} de {n:int} postos \\(coleta de {t:when}\\)', (spot, { k, n, t }) => {
    const { pairs, paying } = parityOf(spot.data, everywhere, spot.page.ratio)
    shows(spot, 'where ethanol pays', k, paying.length)
    shows(spot, 'stations with both', n, pairs.length)
    spot.ledger.same('when', t, moment(spot.data.collectedAt))
  }),
  rule('No seu carro,(?: o álcool compensa)? até {x:num} %', (spot, { x }) =>
    shows(spot, 'ratio of the address', x?.includes(',') ? x : `${x},0`, spot.page.ratio * 100),
  ),
  rule('Em 40 L, o mais barato poupa {x:money} contra a mediana dos preços prováveis', (spot, { x }) => {
    const { entries, likeliest } = here(spot)
    const middle = median(entries.map(({ likely }) => likely)) ?? 0
    shows(spot, 'saving in forty litres', x, 40 * reais(rounded(middle - (likeliest?.likely ?? 0), 0)))
  }),
  rule('o álcool a {a:money} é {x:num} % da gasolina a {b:money}', (spot, { a = '', x, b = '' }) =>
    shows(spot, 'ratio at the pump', x?.includes(',') ? x : `${x},0`, (parsed(a) / parsed(b)) * 100),
  ),
  rule(
    '^{x:num} % (?<who>.+?) (?:(?:não )?compensa )?· álcool {a:money}(?: \\(o usual; visto a {va:money}\\))?, gasolina {b:money}(?: \\(o usual; visto a {vb:money}\\))?$',
    (spot, said) => checkRatio(spot, said),
  ),
  rule(
    '(?<name>Gasolina comum|Gasolina aditivada|Álcool \\(etanol\\)|Diesel S10|Diesel comum \\(em geral S500\\)|GNV)(?: desde)? {p:money}(?: · visto a (?:R\\$ )?{v:price})?(?: (?<band>barato|normal|caro|a confirmar))?(?: (?:em )?{t:when})?(?: \\(só {n:int} vendas?; o usual é {u:money}\\))?',
    (spot, said) => checkNamed(spot, said),
  ),
  // Of the rows of the page; suspects are shown apart, but their invoices are read too.
  rule('{n:int} notas? desta lista (?:dá|dão) ao produto o nome de outro combustível', (spot, { n }) => {
    let page = spot.node
    while (page?.parent) page = page.parent
    const ids = page ? descendants(page).map(({ attributes }) => attributes['id']) : []
    const { entries, suspects } = here(spot)
    const [believed, all] = [entries, [...entries, ...suspects]].map(
      (each) => each.filter((entry) => ids.includes(`posto-${entry.cnpj}`) && namesAnother(entry)).length,
    )
    const count = parsed(n ?? '')
    spot.ledger.same(`invoices with another name: ${n}`, count === believed || count === all, true)
  }),
  rule('Só (?:há )?{n:int} postos?[,:] pouco para comparar', (spot, { n }) =>
    shows(spot, 'stations', n, here(spot).entries.length),
  ),
  // Lines of a list that are folded: all at one price.
  rule('^Mais {n:int} postos? a {p:money}(?: \\({k:int} nesta página\\))?$', (spot, { n, p, k }) => {
    const folded = around(spot.node, (node) => (node.tag === 'details' ? descendants(node) : undefined)) ?? []
    const rows = folded.flatMap(
      ({ attributes }) => /^posto-(\w{14})$/.exec(attributes['id'] ?? '')?.[1] ?? [],
    )
    shows(spot, 'folded lines', k ?? n, rows.length)
    // With those of the next page, after the two that are shown.
    const atPrice = here(spot).entries.filter(({ likely }) => inCents(likely) === parsed(p ?? '')).length
    if (k) spot.ledger.same('more on the next page', Number(k) < Number(n) && Number(n) + 2 <= atPrice, true)
    for (const cnpj of rows)
      shows(spot, `price of ${cnpj}`, p, thousand(entryAt(spot.data, fuelIn(spot), cnpj)?.price))
  }),
  rule('^(?:‹ Anterior )?{a:int}–{b:int} de {n:int}', (spot, { a, b, n }) => {
    const lines = spot.page.path.includes('/alcool-ou-gasolina/')
      ? parityOf(spot.data, everywhere, spot.page.ratio).paying
      : here(spot).entries
    shows(spot, 'lines of all pages', n, lines.length)
    shows(spot, 'last line of the page', b, Math.min(lines.length, Number(a) + 49))
  }),
  // Under a town's map, of the place or of the page of its list.
  rule('^{n:int} postos?\\.(?: {k:int} postos? não (?:está|estão) no mapa)?', (spot, { n, k }) => {
    const exact = here(spot).entries.filter(({ station }) => station.point?.precisao === 'exata')
    shows(spot, 'stations on the map', n, exact.length)
    if (k) shows(spot, 'stations not on the map', k, here(spot).entries.length - exact.length)
  }),
  rule('Ninguém vendeu .+? nos últimos dez dias', () => {}),
  rule(
    'Nenhum preço .*?sem suspeita .*?nos últimos dez dias; {n:int} preços? fic(?:ou|aram) fora da lista',
    (spot, { n }) => shows(spot, 'suspects', n, here(spot).suspects.length),
  ),
  rule('^Preços de {n:int} postos em {k:int} cidades', (spot, { n, k }) => {
    const believed = spot.data.fuels.flatMap(({ entries }) => entries.filter(({ suspect }) => !suspect))
    shows(spot, 'stations', n, new Set(believed.map(({ cnpj }) => cnpj)).size)
    shows(spot, 'towns', k, new Set(believed.map(({ station }) => station.town)).size)
  }),
]

/** In reais, as answers tell it: to the thousandth. */
export const thousand = (price: number | null | undefined): number | null | undefined =>
  typeof price === 'number' ? reais(price) : price

export const here = (spot: Spot) => marketAt(spot.data, fuelIn(spot), spot.page.place.here)

/** Of one or two stations by likely prices, else the median. */
export const middleOf = ({ entries, median: middle }: Market): number | null =>
  entries.length > 2 ? middle : median(entries.map(({ likely }) => likely))

/** A line of the page on ethanol: of a station, or of a town's cheapest. */
function checkRatio(spot: Spot, { x = '', a, b, va, vb, who = '' }: Readonly<Record<string, string>>): void {
  const inTown = (place: (station: Station) => boolean) =>
    (['alcool', 'gasolina-comum'] as const).map((slug) => marketAt(spot.data, slug, place).likeliest)
  const town = spot.cnpj ? null : townNamed(spot.data, who)
  const [ethanol, gasoline] = spot.cnpj
    ? ['alcool', 'gasolina-comum'].map((slug) => entryAt(spot.data, slug, spot.cnpj ?? ''))
    : inTown(town?.here ?? (() => false))
  if (!ethanol || !gasoline) return spot.ledger.same(`known: ${who}`, true, false)
  shows(spot, 'ethanol', a, ethanol.likely / 1000)
  const counted = besideEthanol(gasoline)
  shows(spot, 'gasoline', b, counted / 1000)
  if (va) shows(spot, 'ethanol seen', va, ethanol.price / 1000)
  if (vb) shows(spot, 'gasoline seen', vb, gasoline.price / 1000)
  const ratio = ethanol.likely / counted
  shows(spot, 'ratio', x.includes(',') ? x : `${x},0`, ratio * 100)
  if (town) spot.ledger.same('pays', !spot.text.includes('não compensa'), ratio <= spot.page.ratio)
}

/** A fuel's name and its price: a station's own in its description, else the cheapest likely of the place. */
function checkNamed(spot: Spot, { name, p, v, n, u, t, band }: Readonly<Record<string, string>>): void {
  const slug = spot.data.fuels.find((fuel) => fuel.name === name)?.slug ?? fuelIn(spot)
  if (spot.cnpj) {
    const entry = entryAt(spot.data, slug, spot.cnpj)
    shows(spot, `${slug} here`, p, thousand(entry?.price))
    if (t) spot.ledger.same('sold', t, entry && moment(entry.dataVenda))
    if (band === 'a confirmar') spot.ledger.same('a confirmar', entry?.doubt !== null, true)
    else if (band) spot.ledger.same('band', band, entry && positionOf(spot.data, entry).band)
    if (n) shows(spot, `${slug} sales`, n, entry && factsFor(spot.data, entry)?.atPrice)
    if (u) shows(spot, `${slug} usual`, u, entry?.doubt?.usual)
  } else {
    const place = ['mapa', 'comparar'].some((page) => spot.page.path.includes(page))
      ? everywhere
      : spot.page.place.here
    const { likeliest, lowest } = marketAt(spot.data, slug, place)
    shows(spot, `${slug} cheapest likely`, p, thousand(likeliest?.likely))
    if (v) shows(spot, `${slug} seen at`, v, thousand(lowest?.price))
  }
}

/** Around a point: the cheapest likely price among stations of which more than the town is known. */
function located(spot: Spot): Entry | undefined {
  if (!spot.page.path.includes('perto=')) return undefined
  return here(spot)
    .entries.filter(({ station }) => station.point?.precisao !== 'municipio')
    .toSorted(byLikely)[0]
}

/** The newest of the dearest. */
export function dearestOf({ entries }: Market): Entry | undefined {
  return entries.toSorted((a, b) => b.price - a.price || bySupport(a, b) || b.at - a.at)[0]
}

/** An extreme that rests on a doubtful price says so. */
export function checkDoubt(spot: Spot, end: string, entry: Entry | undefined, few = '', usual = ''): void {
  const doubt = entry?.doubt
  spot.ledger.same(`the ${end} is doubted`, few !== '', Boolean(doubt))
  if (!doubt || few === '') return
  shows(spot, `sales of the ${end}`, few, factsFor(spot.data, entry)?.atPrice)
  shows(spot, `usual of the ${end}`, usual, doubt.usual)
}

/** Whether the words of an invoice are those of another list of the family. */
export function namesAnother({ fuel, descricao }: Entry): boolean {
  const isAdditive = /AD(?:I|)T/iu.test(descricao)
  const isS500 = /S\W*5\s?0\s?0/iu.test(descricao)
  const others: Record<string, boolean> = {
    'gasolina-comum': isAdditive,
    'gasolina-aditivada': !isAdditive && /comum/iu.test(descricao),
    'diesel-comum': /S\W*1\s?0(?!\d)/iu.test(descricao) || (isAdditive && !isS500),
    'diesel-aditivado': isS500,
  }
  return others[fuel] ?? false
}
