import type { RespostaEstatisticas } from '../../domain/answers/estatisticas.ts'
import { ascending, fromThousandths, mean, median } from '../../domain/basics/numbers.ts'
import { PAYING_STATIONS_TOLD, USUAL_RATIO, ethanolPays, parityOf } from '../../domain/facts/rules.ts'
import { oncePer } from '../../domain/basics/memoize.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import type { FuelList } from '../lists/fuel-list.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { leastLikely } from './groups.ts'

/** Ascending positions of a place's believed prices, by fuel. */
type BelievedOf = ReadonlyMap<Slug, readonly number[]>

/** Parity over all the stations that sell both, and between the cheapest of each. */
export function parityAmong(
  snapshot: Snapshot,
  positions: BelievedOf,
  razao = USUAL_RATIO,
): RespostaEstatisticas['paridade'] {
  const [alcool, gasolina] = [positions.get('alcool') ?? [], positions.get('gasolina-comum') ?? []]
  const lists = { alcool: snapshot.list('alcool'), gasolina: snapshot.list('gasolina-comum') }
  const both = atBoth(lists.alcool, alcool, lists.gasolina, gasolina)
  const payingBy = (column: 'price' | 'probable') =>
    both.flatMap(({ at, other }) => {
      const pair = { alcool: lists.alcool[column][at] ?? 0, gasolina: lists.gasolina[column][other] ?? 0 }
      return ethanolPays(pair, razao) ? [{ at, razao: pair.alcool / pair.gasolina }] : []
    })
  const likely = payingBy('probable')
  const ratios = both.map(
    ({ at, other }) => (lists.alcool.price[at] ?? 0) / (lists.gasolina.price[other] ?? 0),
  )
  const middle = median(ascending(ratios))
  const ends = { alcool: leastLikely(lists.alcool, alcool), gasolina: leastLikely(lists.gasolina, gasolina) }
  return {
    limite: razao,
    razaoMediana: middle === null ? null : fromThousandths(middle * 1000),
    postosEmQueAlcoolCompensa: payingBy('price').length,
    postosEmQueCompensaProvavel: likely.length,
    postosQueCompensam: likely
      .toSorted((a, b) => a.razao - b.razao)
      .slice(0, PAYING_STATIONS_TOLD)
      .flatMap((one) => {
        const station = lists.alcool.entries[one.at]?.estabelecimento
        if (!station) return []
        const { cnpj, nomeFantasia } = station
        return { cnpj, nomeFantasia, razao: fromThousandths(one.razao * 1000) }
      }),
    postos: both.length,
    lugar:
      ends.alcool + ends.gasolina === Infinity
        ? null
        : {
            alcool: fromThousandths(ends.alcool),
            gasolina: fromThousandths(ends.gasolina),
            ...parityOf(ends, razao),
          },
  }
}

/** Fuels whose difference is told, the dearer one first. */
const COMPARED = [
  { combustivel: 'gasolina-aditivada', sobre: 'gasolina-comum' },
  { combustivel: 'diesel-aditivado', sobre: 'diesel-comum' },
] as const

/** Differences between fuels of a family; with `alone`, those of that fuel. */
export function differencesOf(snapshot: Snapshot, positions: BelievedOf, alone: Slug | undefined) {
  return COMPARED.filter((pair) => alone === undefined || Object.values<Slug>(pair).includes(alone)).map(
    (pair) => differenceOf(snapshot, pair, positions),
  )
}

/** At the stations with a believed price of both. */
function differenceOf(
  snapshot: Snapshot,
  pair: (typeof COMPARED)[number],
  positions: BelievedOf,
): RespostaEstatisticas['diferencas'][number] {
  const [list, others] = [snapshot.list(pair.combustivel), snapshot.list(pair.sobre)]
  const both = atBoth(list, positions.get(pair.combustivel), others, positions.get(pair.sobre))
  const differences = ascending(
    both.map(({ at, other }) => (list.price[at] ?? 0) - (others.price[other] ?? 0)),
  )
  return {
    ...pair,
    mediana: inReais(median(differences)),
    media: inReais(mean(differences)),
    postos: differences.length,
  }
}

/** Positions of the stations that are among those of both lists. */
function atBoth(
  list: FuelList,
  positions: readonly number[] = [],
  others: FuelList,
  among: readonly number[] = [],
): { at: number; other: number }[] {
  // A set of 40,000 numbers takes ten times as long.
  const isAmong = new Uint8Array(others.all.length)
  for (const at of among) isAmong[at] = 1
  const partners = partnersIn(list)(others)
  return positions.flatMap((at) => {
    const other = partners[at] ?? -1
    return isAmong[other] ? [{ at, other }] : []
  })
}

/** For each entry of a list the position of its station in another fuel's; -1 of none. */
const partnersIn = oncePer((list: FuelList) =>
  oncePer((others: FuelList) =>
    Int32Array.from(list.entries, ({ estabelecimento }) => others.positionOf(estabelecimento.cnpj) ?? -1),
  ),
)

export function inReais(thousandths: number | null): number | null {
  return thousandths === null ? null : fromThousandths(thousandths)
}
