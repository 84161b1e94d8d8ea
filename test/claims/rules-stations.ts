import type { Sale } from './downloads.ts'
import { besideEthanol, positionOf, usualOf } from './positions.ts'
import { inCents, parsed, rounded } from './numbers.ts'
import { entryAt, fuelOf, marketAt } from './pages.ts'
import { dayAt, endOf } from './past.ts'
import { entryOf, fuelIn } from './rules-prices.ts'
import { here, thousand } from './rules-places.ts'
import { type Rule, type Spot, dayWords, moment, rule, shows } from './sentences.ts'
import { newestOf, runsOf } from './sales.ts'
import { ratioOf } from './stations.ts'

/** Sentences of a station's own page. */
export const STATIONS: Rule[] = [
  rule(
    '(?:[Pp]elo usual, {u:money}, )?{k:int}º mais barato de {n:int} (?<scope>no estado|no município|em [^,.]+?)(?:, com mais {m:int} a {p:money} na última venda)?(?:, {d:money} (?<side>acima|abaixo) da mediana|(?<equal>, na mediana)|(?=\\.|$| \\())(?: \\(pelo preço provável; pelo declarado, {r:int}º\\))?',
    (spot, said) => {
      const entry = entryOf(spot)
      if (!entry) return spot.ledger.same('station known', true, false)
      const position = positionOf(spot.data, entry)
      const usual = said['u'] !== undefined
      if (usual) shows(spot, 'usual', said['u'], entry.likely / 1000)
      shows(spot, 'rank', said['k'], position.likelyRank)
      shows(spot, 'of', said['n'], position.of)
      if (said['r']) shows(spot, 'declared rank', said['r'], position.rank)
      spot.ledger.same('scope', said['scope'] === 'no estado', position.scope === 'estado')
      if (!usual || said['m'])
        shows(spot, 'tied', said['m'] ?? '0', usual ? position.likelyTied : position.tied)
      if (said['p']) shows(spot, 'tied at', said['p'], (usual ? entry.likely : entry.price) / 1000)
      const middle = inCents(entry.price - rounded(position.aboveMedian, 0))
      const above = inCents(entry.likely) - middle
      // Left out beside the usual, and where it contradicts the rank: in the cheaper half and above the median, or the other way round.
      const half = position.of / 2
      const agrees = above > 0 ? position.likelyRank > half : above === 0 || position.likelyRank <= half + 0.5
      const told = !usual && agrees
      spot.ledger.same('compared with the median', Boolean(said['d'] ?? said['equal']), told)
      if (told) shows(spot, 'from the median', said['d'] ?? '0,00', Math.abs(above))
      if (said['d']) spot.ledger.same('side', said['side'], above > 0 ? 'acima' : 'abaixo')
    },
  ),
  rule('De {n:int} postos? de menor preço só se sabe que (?:são|é) de', (spot, { n }) => {
    const own = entryOf(spot)
    const cheaper = fuelOf(spot.data, fuelIn(spot)).entries.filter(
      ({ suspect, likely, station: { town, point } }) =>
        !suspect &&
        town === own?.station.town &&
        (point?.precisao ?? 'municipio') === 'municipio' &&
        inCents(likely) < inCents(own.likely),
    )
    shows(spot, 'cheaper without a known place', n, cheaper.length)
  }),
  rule(
    '(?<way>[Cc]aiu|[Ss]ubiu) {d:money} em {t:day}: de {a:money} para {b:money}',
    (spot, { way, d, t, a, b }) => {
      const change = changeOf(spot)
      shows(spot, 'from', a, thousand(change?.from))
      shows(spot, 'to', b, thousand(change?.to))
      spot.ledger.same('day of the change', t, change && dayWords(change.at))
      shows(spot, 'by', d, change && Math.abs(inCents(change.to) - inCents(change.from)))
      spot.ledger.same('way', way?.toLowerCase(), change && (change.to > change.from ? 'subiu' : 'caiu'))
      tellsSuspect(spot)
    },
  ),
  rule('Alterna entre {a:money} e {b:money}: {n:int} mudanças desde {t:day}', (spot, { a, b, n, t }) => {
    const prices = salesIn(spot).map(({ price }) => price)
    spot.ledger.same('prices', new Set(prices).size, 2)
    shows(spot, 'lower', a, Math.min(...prices) / 1000)
    shows(spot, 'higher', b, Math.max(...prices) / 1000)
    shows(spot, 'changes', n, prices.filter((price, at) => at > 0 && price !== prices[at - 1]).length)
    spot.ledger.same('first day', t, dayWords(salesIn(spot)[0]?.dataVenda ?? ''))
  }),
  rule(
    'Sobe e desce entre {a:money} e {b:money}: {n:int} mudanças de mais de {x:int} % desde {t:day}',
    (spot, said) => {
      const prices = salesIn(spot).map(({ price }) => price)
      const far = prices.filter((price, at) => {
        const before = prices[at - 1] ?? price
        return Math.abs(price - before) > (before * Number(said['x'])) / 100
      })
      shows(spot, 'lowest', said['a'], Math.min(...prices) / 1000)
      shows(spot, 'highest', said['b'], Math.max(...prices) / 1000)
      shows(spot, 'far changes', said['n'], far.length)
      spot.ledger.same('first day', said['t'], dayWords(salesIn(spot)[0]?.dataVenda ?? ''))
    },
  ),
  rule('[Nn]ão mudou desde {t:day}', (spot, { t }) => {
    tellsSuspect(spot)
    spot.ledger.same('no change', changeOf(spot), null)
    spot.ledger.same('known since', t, dayWords(salesIn(spot)[0]?.dataVenda ?? ''))
  }),
  rule(', preço de {a:day} a {b:day}', (spot, { a, b }) => {
    spot.ledger.same('first day', a, dayWords(salesIn(spot)[0]?.dataVenda ?? ''))
    spot.ledger.same('last day', b, dayWords(spot.data.collectedAt))
  }),
  rule(
    '(?:o álcool custa {y:num} % dela|Aqui o álcool compensa: custa {z:num} % da gasolina comum)',
    (spot, { y, z }) => {
      const x = y ?? z ?? ''
      const entries = spot.data.fuels.flatMap(({ entries }) =>
        entries.filter(({ cnpj }) => cnpj === spot.page.cnpj),
      )
      const ratio = ratioOf(entries, 'likely')
      shows(spot, 'ratio', x.includes(',') ? x : `${x},0`, ratio === null ? null : ratio * 100)
    },
  ),
  rule('pelo preço mais provável do álcool e o usual da gasolina, {u:money}', (spot, { u }) => {
    const gasoline = entryAt(spot.data, 'gasolina-comum', spot.cnpj ?? spot.page.cnpj ?? '')
    shows(spot, 'usual gasoline', u, thousand(gasoline && usualOf(gasoline)))
  }),
  rule(
    'da aditivada, que ali custa menos, {x:num}(?<part> %)?(?:: |, e )contra ela não compensa',
    (spot, { x = '', part }) => {
      const of = (slug: string) =>
        spot.data.fuels.flatMap(({ entries }) =>
          entries.filter(({ cnpj, fuel, suspect }) => cnpj === spot.page.cnpj && fuel === slug && !suspect),
        )[0]
      const [ethanol, additive] = [of('alcool'), of('gasolina-aditivada')]
      const ratio = ethanol && additive ? ethanol.likely / besideEthanol(additive) : NaN
      shows(
        spot,
        'ratio to the additive',
        part && !x.includes(',') ? `${x},0` : x,
        part ? ratio * 100 : ratio,
      )
      spot.ledger.same('does not pay', ratio > spot.page.ratio, true)
    },
  ),
  // Another product of the station's, or of the cheapest one's on the front page.
  rule('^Também (?<words>.+): {p:money}, {t:when}$', (spot, { words, p, t }) => {
    const entry = entryOf(spot) ?? marketAt(spot.data, fuelIn(spot), spot.page.place.here).likeliest
    const named = entry?.raw.outros?.filter(({ descricao }) => descricao === words) ?? []
    const other = named.find(({ venda }) => moment(venda.dataVenda) === t) ?? named[0]
    const sales = spot.data.sales.get(`${entry?.cnpj} ${fuelIn(spot)}`) ?? []
    const newest = newestOf(sales.filter(({ codigo }) => codigo === other?.codigo))
    shows(spot, 'other product', p, other?.venda.valorDeclarado)
    spot.ledger.same('its sale', t, other && moment(other.venda.dataVenda))
    spot.ledger.same('its newest sale', newest?.dataVenda, other?.venda.dataVenda)
  }),
  // A reading of a station's chart: a run, from its first sale to its last.
  rule('^{a:when}(?: a {b:when})?: {p:price}$', (spot, { a, b, p }) => {
    const run = runsOf(salesIn(spot, { suspects: true })).find(
      ({ from, price }) => moment(from) === a && rounded(price / 1000, 2) === parsed(p ?? ''),
    )
    spot.ledger.same(`run at ${p} from ${a}`, run !== undefined, true)
    if (b) spot.ledger.same('its last sale', b, run && moment(run.to))
  }),
  // A label of a town's map.
  rule('^{p:price}$', (spot, { p }) => {
    const prices = new Set(here(spot).entries.map(({ price }) => rounded(price / 1000, 2)))
    spot.ledger.same(`${p} is a price here`, prices.has(parsed(p ?? '')), true)
  }),
]

/** Sales of the product that shows in the page's period, believed ones unless asked; `all`: of all its products. */
export function salesIn(spot: Spot, { suspects = false, all = false } = {}): Sale[] {
  const last = Date.parse(spot.data.collectedAt)
  const from = endOf(dayAt(last - spot.page.days * 24 * 3_600_000))
  const sales = spot.data.sales.get(`${spot.cnpj} ${fuelIn(spot)}`) ?? []
  const entry = entryOf(spot)
  const shown =
    entry && !entry.suspect ? entry.codigo : newestOf(sales.filter(({ suspect }) => !suspect))?.codigo
  return sales.filter(
    ({ at, suspect, codigo }) =>
      at > from && at <= last && (suspects || !suspect) && (all || codigo === shown),
  )
}

/** The last change leaves out prices under suspicion, and says so. */
function tellsSuspect(spot: Spot): void {
  const suspect =
    Boolean(entryOf(spot)?.suspect) || salesIn(spot, { suspects: true }).some((sale) => sale.suspect)
  spot.ledger.same('without suspects', spot.text.includes('Sem contar preços suspeitos'), suspect)
}

function changeOf(spot: Spot): { at: string; from: number; to: number } | null {
  const [before, last] = runsOf(salesIn(spot)).slice(-2)
  return before && last ? { at: last.from, from: before.price, to: last.price } : null
}
