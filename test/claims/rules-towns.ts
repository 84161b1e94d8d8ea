import type { Market } from './market.ts'
import { around, descendants } from './markup.ts'
import { folded, inCents, kilometres, parsed, rounded } from './numbers.ts'
import { type Place, entryAt, everywhere, marketAt, townNamed, townsOf } from './pages.ts'
import { fuelIn } from './rules-prices.ts'
import { middleOf, thousand } from './rules-places.ts'
import { type Rule, type Spot, moment, rule, shows } from './sentences.ts'

/** Sentences that set towns beside one another, and what is near a place. */
export const TOWNS: Rule[] = [
  rule(
    '^(?:{k:int}º )?(?<town>\\D+?):? {p:money},? {n:int} postos?(?:, visto a {v:money})?$',
    (spot, said) => {
      const place = townNamed(spot.data, said['town'] ?? '')
      if (!place) return spot.ledger.same(`town ${said['town']}`, true, false)
      const market = marketAt(spot.data, fuelIn(spot), place.here)
      shows(spot, 'median of the town', said['p'], thousand(middleOf(market)))
      shows(spot, 'stations', said['n'], market.entries.length)
      if (said['v']) shows(spot, 'seen', said['v'], thousand(market.lowest?.price))
      if (said['k']) shows(spot, 'rank', said['k'], rankOf(spot, place))
    },
  ),
  // In previews of compared towns: all of them, and each with its prices.
  rule('em {n:int} cidades(?=: ¤)', (spot, { n }) =>
    shows(
      spot,
      'towns with a price',
      n,
      countOf(spot, (stations) => stations > 0),
    ),
  ),
  rule('(?<=[:;] )(?<town>[^:;]+?) desde {p:money}(?:, mediana {m:money})?', (spot, { town = '', p, m }) => {
    const place = townNamed(spot.data, town)
    if (!place) return spot.ledger.same(`town ${town}`, true, false)
    const market = marketAt(spot.data, fuelIn(spot), place.here)
    shows(spot, 'cheapest likely of the town', p, thousand(market.likeliest?.likely))
    if (m) shows(spot, 'median of the town', m, thousand(middleOf(market)))
  }),
  rule('^(?:{a:money} a )?{b:money} {n:int} cidades?$', (spot, { a, b, n }) => {
    const medians = mediansOf(spot)
    const [low, high] = [number(a ?? b), number(b)]
    const inside = medians.filter((value) => value >= low && value <= high)
    shows(spot, 'towns of a class', n, inside.length)
  }),
  rule('^1 ou 2 postos {n:int} cidades?$', (spot, { n }) =>
    shows(
      spot,
      'towns with one or two',
      n,
      countOf(spot, (stations) => stations === 1 || stations === 2),
    ),
  ),
  rule('^sem preço {n:int} cidades?$', (spot, { n }) =>
    shows(
      spot,
      'towns without',
      n,
      countOf(spot, (stations) => stations === 0),
    ),
  ),
  rule('^(?<town>[^\\d¤]+?) {n:int}$', (spot, { town = '', n }) => {
    const place = townNamed(spot.data, town)
    if (place)
      shows(spot, 'stations of the town', n, marketAt(spot.data, fuelIn(spot), place.here).entries.length)
  }),
  rule(
    '^(?:{k:int}ª mais barata|A mais cara) de {n:int} cidades com três postos ou mais',
    (spot, { n, k = n }) => {
      shows(spot, 'rank', k, rankOf(spot, spot.page.place))
      shows(spot, 'ranked towns', n, mediansOf(spot).length)
    },
  ),
  rule(
    'O posto mais perto que vende .+? fica a (?:uns )?{km:num} km(?:, em .+?: (?:.+, )?CNPJ [\\d./-]+)?',
    (spot, { km }) => {
      const { centre } = spot.page.place
      if (!centre) return
      const far = marketAt(spot.data, fuelIn(spot), everywhere).entries.flatMap(({ station }) =>
        station.point ? [kilometres(centre, station.point)] : [],
      )
      shows(spot, 'distance of the nearest', km, Math.min(...far))
    },
  ),
  rule(
    '(?<near>menos de 100 m|{km:num} km|no bairro, uns {about:num} km|na cidade, uns {round:num} km)(?= · |Rota|Procurar)',
    (spot, said) => checkNear(spot, said),
  ),
  rule('^{n:int} na cidade, sem ponto no mapa: desde {p:money}', (spot, { n, p }) => {
    const block = around(spot.node, (node) => (node.tag === 'details' ? node : undefined))
    const ids = (block ? descendants(block) : []).flatMap(
      ({ attributes: { id = '' } }) => id.split('posto-')[1] ?? [],
    )
    const places = ids.map((cnpj) => spot.data.stations.get(cnpj)?.point?.precisao)
    spot.ledger.same(
      'all of a town only',
      places.every((precisao) => precisao === 'municipio'),
      true,
    )
    shows(spot, 'stations of a town only', n, ids.length)
    const likely = ids.map((cnpj) => entryAt(spot.data, fuelIn(spot), cnpj)?.likely ?? Infinity)
    shows(spot, 'their lowest likely price', p, thousand(Math.min(...likely)))
  }),
  rule(
    '(?<=(?:km|no bairro|na cidade|100 m|¤) · [^·]+ · )(?:o usual; visto a {v:money}, )?{t:when}(?=\\.?$)',
    (spot, { v, t }) => {
      const entry = spot.cnpj ? entryAt(spot.data, fuelIn(spot), spot.cnpj) : undefined
      spot.ledger.same('last sale of the neighbour', t, entry && moment(entry.dataVenda))
      const isUsual = entry && inCents(entry.price) !== inCents(entry.likely)
      shows(spot, 'its last price', v, isUsual ? entry.price / 1000 : undefined)
    },
  ),
  rule('O mais perto: (?<town>.+?) {p:money}', (spot, { p }) => checkNeighbour(spot, p)),
  rule('^(?<town>.+?) {p:money}(?= (?:¤|no bairro|na cidade) ·)', (spot, { p }) => checkNeighbour(spot, p)),
  rule('(?<name>[^;:,()]+?) \\({km:num} km\\)', (spot, { name = '', km = '' }) => {
    const told = name.replace(/^ ?(?:há|com postos, os mais próximos, de centro a centro) /, '').trim()
    const { centre, kind } = spot.page.place
    const district = spot.data.districts.find((each) => folded(each.name) === folded(told))
    const place = kind === 'bairro' ? (district ?? townNamed(spot.data, told)) : townNamed(spot.data, told)
    spot.ledger.same(`a place near: ${told}`, place !== undefined, true)
    if (centre && place?.centre) shows(spot, `distance of ${told}`, km, kilometres(centre, place.centre))
  }),
]

const number = (money: string | undefined): number => parsed(money ?? '')

/** Towns with three stations or more. */
function rankedTowns(spot: Spot): Market[] {
  return townsOf(spot.data)
    .map(({ here }) => marketAt(spot.data, fuelIn(spot), here))
    .filter(({ entries }) => entries.length >= 3)
}

/** To the cent, as classes of a map are told. */
function mediansOf(spot: Spot): number[] {
  return rankedTowns(spot).map(({ median }) => inCents(median ?? 0))
}

const told = ({ median }: Market): number => rounded(median ?? 0, 0)

/** By medians in whole thousandths, as answers tell them. */
function rankOf(spot: Spot, place: Place): number {
  const own = told(marketAt(spot.data, fuelIn(spot), place.here))
  return 1 + rankedTowns(spot).filter((market) => told(market) < own).length
}

function countOf(spot: Spot, holds: (stations: number) => boolean): number {
  return townsOf(spot.data).filter(({ here }) =>
    holds(marketAt(spot.data, fuelIn(spot), here).entries.length),
  ).length
}

function checkNeighbour(spot: Spot, p: string | undefined): void {
  const entry = spot.cnpj ? entryAt(spot.data, fuelIn(spot), spot.cnpj) : undefined
  shows(spot, 'price of the neighbour', p, thousand(entry?.likely))
}

/** The distance of the neighbour's station from the middle of the place; of an approximate one, to the kilometre. */
function checkNear(spot: Spot, { near, km, about, round }: Readonly<Record<string, string>>): void {
  const station = spot.cnpj ? spot.data.stations.get(spot.cnpj) : undefined
  const centre = spot.page.cnpj ? spot.data.stations.get(spot.page.cnpj)?.point : spot.page.place.centre
  if (!station?.point || !centre) return
  // As `distanciaKm`, in metres.
  const far = rounded(kilometres(centre, station.point), 3)
  const isHere = near === 'menos de 100 m'
  if (isHere) spot.ledger.same('hardly a distance', far < 0.1, true)
  else shows(spot, 'distance of the neighbour', km ?? about ?? round, far)
  const precise = { exata: isHere ? near : km, bairro: about, municipio: round }[station.point.precisao]
  spot.ledger.same(`precision of ${station.cnpj}`, precise !== undefined, true)
}
