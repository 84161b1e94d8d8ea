import { mapInTurns } from '../../domain/basics/event-loop.ts'
import {
  ascending,
  fromThousandths,
  inReais,
  mean,
  median,
  toThousandths,
} from '../../domain/basics/numbers.ts'
import * as rules from '../../domain/facts/rules.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { gasolineInParity, usualBelow } from '../../domain/trust/usual.ts'
import type { FuelList } from '../lists/fuel-list.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { cheapestLikely } from '../lists/ranking.ts'

/** Ascending positions of a place's believed prices, by fuel. */
type BelievedOf = ReadonlyMap<Slug, readonly number[]>

/** Parity over all the stations that sell both, and between the cheapest of each. */
export function parityAmong(snapshot: Snapshot, positions: BelievedOf, razao = rules.USUAL_RATIO) {
  const lists = { alcool: snapshot.list('alcool'), gasolina: snapshot.list('gasolina-comum') }
  const both = atBoth(snapshot, positions, 'alcool', 'gasolina-comum')
  const declared = both.map(({ at, other }) => ({
    alcool: lists.alcool.price[at] ?? 0,
    gasolina: lists.gasolina.price[other] ?? 0,
  }))
  const likely = both.map(({ at, other }) => {
    const gasoline = lists.gasolina.entries[other]
    const gasolina = gasoline ? toThousandths(gasolineInParity(gasoline)) : 0
    return { at, alcool: lists.alcool.probable[at] ?? 0, gasolina }
  })
  const pays = (pair: rules.Pair) => rules.ethanolPays(pair, razao)
  const paying = likely.filter(pays)
  const middle = median(ascending(declared.map(ratioOf)))
  const alcool = likeliestOf(lists.alcool, positions.get('alcool'))
  const gasolina = likeliestOf(lists.gasolina, positions.get('gasolina-comum'))
  return {
    limite: razao,
    razaoMediana: middle === null ? null : fromThousandths(middle * 1000),
    postosEmQueAlcoolCompensa: declared.filter(pays).length,
    postosEmQueCompensaProvavel: paying.length,
    postosQueCompensam: paying
      .toSorted((a, b) => ratioOf(a) - ratioOf(b))
      .slice(0, rules.PAYING_STATIONS_TOLD)
      .flatMap((pair) => {
        const station = lists.alcool.entries[pair.at]?.estabelecimento
        if (!station) return []
        const { cnpj, nomeFantasia } = station
        return { cnpj, nomeFantasia, razao: fromThousandths(ratioOf(pair) * 1000) }
      }),
    postos: both.length,
    lugar: alcool && gasolina ? parityOfCheapest(alcool, gasolina, razao) : null,
  }
}

function parityOfCheapest(ethanol: Entrada, gasoline: Entrada, razao: number) {
  const alcool = toThousandths(ethanol.precoProvavel)
  const gasolina = toThousandths(gasolineInParity(gasoline))
  return {
    alcool: ethanol.precoProvavel,
    gasolina: gasoline.precoProvavel,
    ...usualBelow(gasoline),
    ...rules.parityOf({ alcool, gasolina }, razao),
  }
}

function likeliestOf(list: FuelList, positions: readonly number[] = []): Entrada | undefined {
  return list.entries[cheapestLikely(list, positions)]
}

function ratioOf({ alcool, gasolina }: rules.Pair): number {
  return alcool / gasolina
}

/** Fuels whose difference is told, the dearer one first. */
const COMPARED = [
  { combustivel: 'gasolina-aditivada', sobre: 'gasolina-comum' },
  { combustivel: 'diesel-aditivado', sobre: 'diesel-comum' },
] as const

/** Differences between fuels of a family, at the stations with a believed price of both; with `alone`, those of that fuel. */
export function differencesOf(snapshot: Snapshot, positions: BelievedOf, alone: Slug | undefined) {
  const told = COMPARED.filter((pair) => alone === undefined || Object.values<Slug>(pair).includes(alone))
  return mapInTurns(told, ({ combustivel, sobre }) => {
    const [list, others] = [snapshot.list(combustivel), snapshot.list(sobre)]
    const both = atBoth(snapshot, positions, combustivel, sobre)
    const differences = ascending(
      both.map(({ at, other }) => (list.price[at] ?? 0) - (others.price[other] ?? 0)),
    )
    const [mediana, media] = [inReais(median(differences)), inReais(mean(differences))]
    return { combustivel, sobre, mediana, media, postos: differences.length }
  })
}

/** Positions in the lists of two fuels of the stations with a believed price of both. */
function atBoth(snapshot: Snapshot, positions: BelievedOf, fuel: Slug, otherFuel: Slug) {
  const [list, others] = [snapshot.list(fuel), snapshot.list(otherFuel)]
  // A set of 40,000 numbers takes ten times as long.
  const isAmong = new Uint8Array(others.all.length)
  for (const at of positions.get(otherFuel) ?? []) isAmong[at] = 1
  return (positions.get(fuel) ?? []).flatMap((at) => {
    const other = others.positionOf(list.entries[at]?.estabelecimento.cnpj ?? '') ?? -1
    return isAmong[other] ? [{ at, other }] : []
  })
}
