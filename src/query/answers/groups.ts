import type { FimDeSemana } from '../../domain/answers/shared-schemas.ts'
import type { Grupo, RespostaEstatisticas } from '../../domain/answers/estatisticas.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import { distanceKm } from '../../domain/geo/distances.ts'
import { STATIONS_TO_RANK } from '../../domain/facts/rules.ts'
import { groupingOf, readMunicipalities } from '../../domain/questions/comparison-rules.ts'
import { createYield } from '../../domain/basics/event-loop.ts'
import { createMemory, oncePer } from '../../domain/basics/memoize.ts'
import { fromThousandths, median, ascending } from '../../domain/basics/numbers.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { changeFrom } from '../../domain/past/place-periods.ts'
import { compareTexts } from '../../domain/basics/text.ts'
import type { FuelList } from '../lists/fuel-list.ts'
import type { Around } from '../lists/radius-and-route.ts'
import { type ComparedPlace, districtsOf, municipalitiesOf, placeKeyOf } from '../places/compared-places.ts'
import { brandGroupsOf, keepToBrands } from '../places/brands.ts'
import { partOf, placeOf, stationsIn } from '../places/find-place.ts'
import { positionsIn, sinceMs } from './precos.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import type { createRecurrences } from '../past/recurrences.ts'
import { type DayPrices, variationSince } from '../past/day-prices.ts'
import type { createTrends } from '../past/trends.ts'

type Question = Pedido<'estatisticas'>
type Comparison = Required<Pick<RespostaEstatisticas, 'comparacao' | 'grupos'>>

/**
 * Places side by side; undefined when the question compares none. `bairro` says which districts are compared, each with all of its
 * stations; of municipalities, which of their stations count.
 */
export async function compare(
  snapshot: Snapshot,
  past: Pick<ReturnType<typeof createTrends>, 'weekBefore'> &
    Pick<ReturnType<typeof createRecurrences>, 'ofPlace'> & { earlier: DayPrices | undefined },
  pedido: Question,
  around: Around | undefined,
): Promise<Comparison | undefined> {
  const por = groupingOf(pedido)
  if (por === undefined) return undefined
  const { combustivel = 'gasolina-comum', horas, bairro, municipio } = pedido
  const counted = { municipio: { bairro }, bairro: {}, bandeira: { bairro, municipio } }[por]
  const within = keepToBrands(snapshot, placeOf(snapshot, counted), pedido.bandeira)
  const town = placeOf(snapshot, { municipio }).areas
  const kind = {
    municipio: () => municipalitiesOf(snapshot),
    bairro: () => districtsOf(snapshot, town?.[0]?.town),
    bandeira: () => brandGroupsOf(snapshot, municipio),
  }[por]()
  const drafts = new Map(
    kind.map((group): [string, Draft] => [
      group.key,
      { ...group, at: [], omitted: 0, before: [], earlier: [] },
    ]),
  )
  const list = snapshot.list(combustivel)
  const pause = createYield()
  const keys = groupKeys(snapshot)(por)
  await pause()
  const draftOf = (cnpj: string): Draft | undefined => drafts.get(keys.get(cnpj) ?? '')

  const among = positionsIn(list, within, sinceMs(horas, snapshot.updatedAt(combustivel)))
  for (const at of among) {
    const draft = draftOf(list.entries[at]?.estabelecimento.cnpj ?? '')
    if (!draft) continue
    if (list.suspect[at]) draft.omitted++
    else draft.at.push(at)
  }
  const counts = stationsIn(snapshot, within)
  for (const { cnpj, price } of await past.weekBefore(snapshot, combustivel, horas))
    if (!counts || counts.has(cnpj)) draftOf(cnpj)?.before.push(price)
  for (const { cnpj, price } of past.earlier?.of(combustivel) ?? [])
    if (!counts || counts.has(cnpj)) draftOf(cnpj)?.earlier.push(price)

  const ranked = rank([...drafts.values()].map((draft) => ({ draft, middle: middleOf(list, draft) })))
  // A place without a station of the brand asked for is one without a price.
  const inside = por === 'bairro' ? { bairro, municipio } : counted
  const asked = por === 'bandeira' ? counts : stationsIn(snapshot, placeOf(snapshot, inside))
  const keysAsked = asked && new Set([...asked].map((cnpj) => keys.get(cnpj)))
  const shown = choose(ranked, pedido, {
    isAsked: ({ key }) => !keysAsked || keysAsked.has(key),
    town: por === 'municipio' && town ? (town[0]?.town ?? null) : undefined,
    around,
  })
  const grupos: Grupo[] = []
  for (const row of pedido.ordem === 'desc' ? dearestFirst(shown) : shown) {
    const { area } = row.draft
    const daysOff =
      area && pedido.bandeira === undefined ? await past.ofPlace(snapshot, partOf(within, area)) : undefined
    grupos.push(toGroup(list, row, past.earlier, daysOff?.get(combustivel)))
    // A district is computed from the days of its stations.
    await pause()
  }
  return {
    comparacao: { por, combustivel, colocados: ranked.filter(({ place }) => place !== null).length },
    grupos,
  }
}

/** Key of each station's group, by CNPJ. */
const groupKeys = oncePer((snapshot: Snapshot) => {
  const memory = createMemory<string, ReadonlyMap<string, string>>()
  return (por: keyof typeof placeKeyOf) =>
    memory(
      por,
      () => new Map(snapshot.stations().map((station) => [station.posto.cnpj, placeKeyOf[por](station)])),
    )
})

/** Places without a price stay last. */
function dearestFirst(rows: readonly Ranked[]): Ranked[] {
  const isPriced = ({ middle }: Ranked) => middle !== null
  return [...rows.filter(isPriced).toReversed(), ...rows.filter((row) => !isPriced(row))]
}

interface Draft extends ComparedPlace {
  /** Ascending positions of its believed prices. */
  at: number[]
  omitted: number
  /** Prices of a week before, in thousandths. */
  before: number[]
  /** Prices of the day of `desde`, in thousandths. */
  earlier: number[]
}

interface Ranked {
  draft: Draft
  /** Its median in thousandths. */
  middle: number | null
  place: number | null
  distance?: number
}

function middleOf(list: FuelList, { at }: Draft): number | null {
  return median(at.map((position) => list.price[position] ?? 0))
}

/** Cheapest median first, then who has none. Medians equal in thousandths, as answers have them, share their place. */
function rank(groups: readonly Omit<Ranked, 'place'>[]): Ranked[] {
  const sorted = groups.toSorted(
    (a, b) =>
      (a.middle ?? Infinity) - (b.middle ?? Infinity) ||
      b.draft.at.length - a.draft.at.length ||
      compareTexts(a.draft.bairro ?? a.draft.municipio, b.draft.bairro ?? b.draft.municipio),
  )
  const medians = sorted.flatMap(({ draft, middle }) =>
    middle !== null && draft.at.length >= STATIONS_TO_RANK ? [fromThousandths(middle)] : [],
  )
  return sorted.map(({ draft, middle }) => ({
    draft,
    middle,
    place:
      middle === null || draft.at.length < STATIONS_TO_RANK
        ? null
        : 1 + medians.filter((other) => other < fromThousandths(middle)).length,
  }))
}

interface Wanted {
  /** A place with a station in the area of the question. */
  isAsked: (place: ComparedPlace) => boolean
  /** The municipality asked for among municipalities: undefined without one, null for an unknown one. */
  town: number | null | undefined
  /** Circle of `perto`. */
  around: Around | undefined
}

/** A municipality asked for by name is listed even without stations. */
function choose(
  ranked: readonly Ranked[],
  { municipios: list, raio }: Question,
  { isAsked, town, around }: Wanted,
): Ranked[] {
  const codes = list === undefined ? undefined : readMunicipalities(list)
  if (codes) return ranked.filter(({ draft }) => codes.includes(draft.codigoIBGE))
  const own = town === undefined ? [] : ranked.filter(({ draft }) => draft.codigoIBGE === town)
  if (around) return nearest(town === undefined ? ranked : own, around, ({ draft }) => isAsked(draft))
  if (town === undefined) return ranked.filter(({ draft }) => isAsked(draft))
  if (raio === undefined) return own
  const [place] = own
  if (!place?.draft.centre) return []
  // The place itself comes before another with the same middle.
  const rows = [place, ...ranked.filter((row) => row !== place)]
  return nearest(rows, { centre: place.draft.centre, raio }, (row) => row === place || isAsked(row.draft))
}

/** Places with their centre in the circle, nearest first. */
function nearest(
  rows: readonly Ranked[],
  { centre, raio }: Around,
  keeps: (row: Ranked) => boolean,
): (Ranked & { distance: number })[] {
  return rows
    .flatMap((row) => {
      const distance = row.draft.centre ? distanceKm(centre, row.draft.centre) : Infinity
      return keeps(row) && distance <= raio ? [{ ...row, distance }] : []
    })
    .toSorted((a, b) => a.distance - b.distance)
}

function toGroup(
  list: FuelList,
  { draft, middle, place, distance }: Ranked,
  earlier: DayPrices | undefined,
  fimDeSemana: FimDeSemana | undefined,
): Grupo {
  const { nome, municipioNome, municipio, codigoIBGE, bairro, bandeira, centre, at, omitted, before } = draft
  const cheapest = list.entries[at[0] ?? -1]
  const dearest = list.entries[dearestAt(list, at) ?? -1]
  const likeliest = list.entries[cheapestLikely(list, at) ?? -1]
  const stations = at.length + omitted
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
    precoMinimo: cheapest?.produto.venda.valorDeclarado ?? null,
    precoMediano: middle === null ? null : fromThousandths(middle),
    precoMaximo: dearest?.produto.venda.valorDeclarado ?? null,
    variacao: {
      semana: changeFrom(ascending(before), { stations, now: middle }),
      ...(earlier && { desde: variationSince(earlier, draft.earlier, { stations, now: middle }) }),
    },
    maisBarato: endOf(cheapest),
    maisCaro: endOf(dearest),
    maisBaratoProvavel: endOf(likeliest),
    precoMinimoProvavel: likeliest?.precoProvavel ?? null,
    ...(fimDeSemana && { fimDeSemana }),
    suspeitos: omitted,
    colocacao: place,
  }
}

function endOf(entry: Entrada | undefined): Grupo['maisCaro'] {
  if (!entry) return null
  const { estabelecimento, produto, confirmacao, precoProvavel, duvida } = entry
  const { dataVenda: vendidoEm } = produto.venda
  const { cnpj, nomeFantasia } = estabelecimento
  const { vendas, nestePreco } = confirmacao
  return { cnpj, nomeFantasia, vendas, nestePreco, precoProvavel, vendidoEm, ...(duvida && { duvida }) }
}

/** The lowest probable price in thousandths; infinite without stations. */
export function leastLikely(list: FuelList, positions: readonly number[]): number {
  return list.probable[cheapestLikely(list, positions) ?? -1] ?? Infinity
}

/** Position of the lowest probable price; ties in the list's order. */
export function cheapestLikely({ probable }: FuelList, positions: readonly number[]): number | undefined {
  return positions.reduce<number | undefined>(
    (best, at) => (best === undefined || (probable[at] ?? 0) < (probable[best] ?? 0) ? at : best),
    undefined,
  )
}

/** Position of the highest price of ascending `positions`, in the list's order among equal prices. */
export function dearestAt({ price }: FuelList, positions: readonly number[]): number | undefined {
  const most = price[positions.at(-1) ?? -1]
  return positions.find((at) => price[at] === most)
}
