import type { Entrada } from '../../domain/answers/precos.ts'
import { type Contas, FATOR_DE_VIA, costOf, totalOf } from '../../domain/geo/journey-cost.ts'
import { fromThousandths } from '../../domain/basics/numbers.ts'
import { type Pedido, parametros } from '../../domain/questions/parameters.ts'
import type { FuelList } from './fuel-list.ts'

export interface Located {
  /** Position of the station in the fuel's list. */
  readonly at: number
  /** Whole metres from the point or the route of the question. */
  readonly metres?: number
  /** Whole metres along the route, from its beginning. */
  readonly along?: number
}

/** Stations that a search found, in the order of the list. Most are only counted: a distance is measured when it is asked for. */
export interface Found {
  readonly positions: readonly number[]
  located(at: number): Located
}

/** Parameters of the cost of the drive; undefined unless the question asks for it. */
export function readContas({ litros, consumo, rota, ordenar }: Pedido<'precos'>): Contas | undefined {
  if ((litros ?? consumo ?? rota) === undefined && ordenar !== 'custo') return undefined
  return {
    litros: litros ?? parametros.litros.padrao,
    consumo: consumo ?? parametros.consumo.padrao,
    fatorDeVia: FATOR_DE_VIA,
  }
}

/** Cost with the drive, in whole thousandths of a real. */
export function totalAt({ probable }: FuelList, { at, metres = 0 }: Located, contas: Contas): number {
  return totalOf(probable[at] ?? 0, metres, contas)
}

/** Saving of the first station against the nearest of known place; null when either price is in doubt, or the first station's location is approximate. */
export function savingOf(list: FuelList, found: readonly Located[], contas: Contas) {
  const [first, nearest] = [found[0], nearestKnown(list, found)]
  const entry = nearest && list.entries[nearest.at]
  if (!first || !entry) return { sobreMaisPerto: null, maisPerto: null }
  const { cnpj, nomeFantasia } = entry.estabelecimento
  const { valorDeclarado } = entry.produto.venda
  // Against a price over the usual that few sales confirm, a saving would be that of the doubt.
  const isOverUsual = nearest !== first && entry.duvida?.motivo === 'acima_do_usual'
  const isDoubted =
    list.suspect[first.at] || list.suspect[nearest.at] || isOverUsual || !isExactlyKnown(list, first)
  const saved = totalAt(list, nearest, contas) - totalAt(list, first, contas)
  return {
    sobreMaisPerto: isDoubted ? null : fromThousandths(saved),
    maisPerto: { cnpj, nomeFantasia, valorDeclarado, precoProvavel: entry.precoProvavel },
  }
}

/** The first of the nearest stations; undefined for an empty list. */
export function nearestOf(found: readonly Located[]): Located | undefined {
  const least = found.reduce((least, { metres = 0 }) => Math.min(least, metres), Infinity)
  return found.find(({ metres = 0 }) => metres === least)
}

/** The nearest of the stations whose own place is known; of all, where it is of none. */
export function nearestKnown(list: FuelList, found: readonly Located[]): Located | undefined {
  return nearestOf(found.filter((station) => isExactlyKnown(list, station))) ?? nearestOf(found)
}

export function isExactlyKnown({ entries }: FuelList, { at }: Located): boolean {
  return entries[at]?.estabelecimento.endereco.localizacao?.precisao === 'exata'
}

/** The entries of found stations; those with a distance are copies with `besideEntry`. */
export function entriesAt(list: FuelList, found: readonly Located[], contas: Contas | undefined): Entrada[] {
  return found.flatMap((station) => {
    const entry = list.entries[station.at]
    if (!entry) return []
    return station.metres === undefined ? entry : { ...entry, ...besideEntry(list, station, contas) }
  })
}

type Beside = Pick<Entrada, 'distanciaKm' | 'rota' | 'custo'>

/** Members of an entry that depend on the question: distance and cost of the drive. */
export function besideEntry(list: FuelList, { at, metres, along }: Located, contas?: Contas): Beside {
  if (metres === undefined) return {}
  const distanciaKm = metres / 1000
  return {
    ...(along === undefined ? { distanciaKm } : { rota: { distanciaKm, kmDaRota: along / 1000 } }),
    ...(contas && { custo: costOf(list.probable[at] ?? 0, metres, contas) }),
  }
}
