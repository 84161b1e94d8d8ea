import type { FimDeSemana } from '../../domain/answers/shared-schemas.ts'
import type { Grupo } from '../../domain/answers/estatisticas.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import { distanceKm } from '../../domain/geo/distances.ts'
import { STATIONS_TO_RANK, USUAL_FUEL } from '../../domain/facts/rules.ts'
import { groupingOf, readMunicipalities } from '../../domain/questions/comparison-rules.ts'
import { mapInTurns, pause } from '../../domain/basics/event-loop.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { ascending, fromThousandths, inReais, median } from '../../domain/basics/numbers.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { changeFrom } from '../../domain/past/periods.ts'
import { compareTexts } from '../../domain/basics/text.ts'
import type { FuelList } from '../lists/fuel-list.ts'
import { endsOf } from '../lists/ranking.ts'
import type { Around } from '../lists/radius-and-route.ts'
import { type ComparedPlace, districtsOf, municipalitiesOf, placeKeyOf } from '../places/compared-places.ts'
import { brandGroupsOf, keepToBrands } from '../places/brands.ts'
import { partOfPlace, findPlace, stationsIn } from '../places/find-place.ts'
import { sinceMs } from './late-sales.ts'
import { positionsIn } from './precos.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { type DayPrices, type PastPrice, variationSince, recurrencesOfPlace } from '../past/place-days.ts'
import { pricesOfWeekBefore } from '../past/trends.ts'

type Question = Pedido<'estatisticas'>

/**
 * Places side by side; undefined when the question compares none. `bairro` says which districts are compared, each with all of its
 * stations; of municipalities, which of their stations count. `earlier`: prices of the day of `desde`.
 */
export async function compare(snapshot: Snapshot, pedido: Question, around?: Around, earlier?: DayPrices) {
  const por = groupingOf(pedido)
  if (por === undefined) return undefined
  const { combustivel = USUAL_FUEL, horas, bairro, municipio } = pedido
  const counted = { municipio: { bairro }, bairro: {}, bandeira: { bairro, municipio } }[por]
  const within = keepToBrands(snapshot, findPlace(snapshot, counted), pedido.bandeira)
  const town = findPlace(snapshot, { municipio }).areas
  const places: readonly ComparedPlace[] = {
    municipio: () => municipalitiesOf(snapshot),
    bairro: () => districtsOf(snapshot, town?.[0]?.town),
    bandeira: () => brandGroupsOf(snapshot, municipio),
  }[por]()
  const list = snapshot.list(combustivel)
  const keys = new Map(snapshot.stations().map((station) => [station.posto.cnpj, placeKeyOf[por](station)]))
  await pause()
  const counts = stationsIn(snapshot, within)
  const byPlace = (prices: readonly PastPrice[]) => {
    const counted = prices.filter(({ cnpj }) => !counts || counts.has(cnpj))
    return groupBy(counted, ({ cnpj }) => keys.get(cnpj))
  }
  const since = sinceMs(horas, snapshot.updatedAt(combustivel))
  const now = groupBy(positionsIn(list, within, since), (at) =>
    keys.get(list.entries[at]?.estabelecimento.cnpj ?? ''),
  )
  await pause()
  const weekBefore = await pricesOfWeekBefore(snapshot, combustivel, horas)
  await pause()
  const before = byPlace(weekBefore)
  const then = byPlace(earlier?.of(combustivel) ?? [])
  await pause()
  const drafts = await mapInTurns(places, (place) =>
    draftOf(list, place, now.get(place.key), before.get(place.key), then.get(place.key)),
  )
  const ranked = rank(drafts)
  // A place without a station of the brand asked for is one without a price.
  const inside = por === 'bairro' ? { bairro, municipio } : counted
  const asked = por === 'bandeira' ? counts : stationsIn(snapshot, findPlace(snapshot, inside))
  const keysAsked = asked && new Set([...asked].map((cnpj) => keys.get(cnpj)))
  const isAsked = ({ key }: ComparedPlace) => !keysAsked || keysAsked.has(key)
  const own = por === 'municipio' && town ? (town[0]?.town ?? null) : undefined
  const shown = choose(ranked, pedido, isAsked, own, around)
  await pause()
  const grupos: Grupo[] = []
  for (const group of pedido.ordem === 'desc' ? turnedAround(shown) : shown) {
    const daysOff =
      group.area && pedido.bandeira === undefined
        ? await recurrencesOfPlace(snapshot, partOfPlace(within, group.area))
        : undefined
    grupos.push(toGroup(list, group, earlier, daysOff?.get(combustivel)))
    // A district is computed from the days of its stations.
    await pause()
  }
  return {
    comparacao: { por, combustivel, colocados: ranked.filter(({ place }) => place !== null).length },
    grupos,
  }
}

function pricesOf(past: readonly PastPrice[] = []): number[] {
  return past.map(({ price }) => price)
}

/** Farthest first, or dearest first with places without a price still last. */
function turnedAround(rows: readonly Ranked[]): Ranked[] {
  const isPriced = ({ middle, distance }: Ranked) => middle !== null || distance !== undefined
  return [...rows.filter(isPriced).toReversed(), ...rows.filter((row) => !isPriced(row))]
}

type Draft = ReturnType<typeof draftOf>

/** A place with the ascending positions of its prices, and prices of a week before and of the day of `desde`, in thousandths. */
function draftOf(
  list: FuelList,
  place: ComparedPlace,
  there: readonly number[] = [],
  before?: readonly PastPrice[],
  earlier?: readonly PastPrice[],
) {
  const at = there.filter((each) => !list.suspect[each])
  const middle = median(at.map((each) => list.price[each] ?? 0))
  const omitted = there.length - at.length
  return { ...place, at, middle, omitted, before: pricesOf(before), earlier: pricesOf(earlier) }
}

type Ranked = ReturnType<typeof rank>[number] & { distance?: number }

/** Cheapest median first, then who has none. Medians equal in thousandths, as answers have them, share their place. */
function rank(drafts: readonly Draft[]) {
  const sorted = drafts.toSorted(
    (a, b) =>
      (a.middle ?? Infinity) - (b.middle ?? Infinity) ||
      b.at.length - a.at.length ||
      compareTexts(a.bairro ?? a.municipio, b.bairro ?? b.municipio),
  )
  const rankable = ({ at, middle }: Draft) =>
    middle !== null && at.length >= STATIONS_TO_RANK ? fromThousandths(middle) : undefined
  const medians = sorted.flatMap((group) => rankable(group) ?? [])
  return sorted.map((group) => {
    const own = rankable(group)
    const place = own === undefined ? null : 1 + medians.filter((other) => other < own).length
    return Object.assign(group, { place })
  })
}

/** A municipality asked for is listed even without stations. `isAsked`: with one in the question's area; `town`: undefined without one, null if unknown. */
function choose(
  ranked: readonly Ranked[],
  { municipios: list, raio }: Question,
  isAsked: (place: ComparedPlace) => boolean,
  town: number | null | undefined,
  around: Around | undefined,
): readonly Ranked[] {
  const codes = list === undefined ? undefined : readMunicipalities(list)
  if (codes) return ranked.filter(({ codigoIBGE }) => codes.includes(codigoIBGE))
  const asked = ranked.filter(isAsked)
  if (town === undefined) return around ? nearest(asked, around) : asked
  const own = ranked.filter(({ codigoIBGE }) => codigoIBGE === town)
  if (around) return nearest(own.filter(isAsked), around)
  if (raio === undefined) return own
  const [place] = own
  if (!place?.centre) return []
  // The place itself comes before another with the same middle.
  return nearest([place, ...asked.filter((group) => group !== place)], { centre: place.centre, raio })
}

function nearest(groups: readonly Ranked[], { centre, raio }: Around): Ranked[] {
  return groups
    .map((group) => ({ ...group, distance: group.centre ? distanceKm(centre, group.centre) : Infinity }))
    .filter(({ distance }) => distance <= raio)
    .toSorted((a, b) => a.distance - b.distance)
}

function toGroup(list: FuelList, group: Ranked, earlier?: DayPrices, fimDeSemana?: FimDeSemana): Grupo {
  const { nome, municipioNome, municipio, codigoIBGE, bairro, bandeira, centre, distance } = group
  const { at, middle, omitted, before } = group
  const present = { stations: at.length + omitted, now: middle }
  return {
    nome,
    municipioNome,
    municipio,
    codigoIBGE,
    ...(bairro !== undefined && { bairro }),
    ...(bandeira !== undefined && { bandeira }),
    centro: centre,
    ...(distance !== undefined && { distanciaKm: distance }),
    postos: at.length,
    precoMinimo: inReais(list.price[at[0] ?? -1]),
    precoMediano: inReais(middle),
    precoMaximo: inReais(list.price[at.at(-1) ?? -1]),
    variacao: {
      semana: changeFrom(ascending(before), present),
      ...(earlier && { desde: variationSince(earlier, group.earlier, present) }),
    },
    ...endsOf(list, at, toEnd),
    ...(fimDeSemana && { fimDeSemana }),
    suspeitos: omitted,
    colocacao: group.place,
  }
}

function toEnd({ estabelecimento, produto, confirmacao, precoProvavel, duvida }: Entrada) {
  const { dataVenda: vendidoEm } = produto.venda
  const { cnpj, nomeFantasia } = estabelecimento
  const { vendas, nestePreco } = confirmacao
  return { cnpj, nomeFantasia, vendas, nestePreco, precoProvavel, vendidoEm, ...(duvida && { duvida }) }
}
