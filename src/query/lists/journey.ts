import type { RespostaPrecos } from '../../domain/answers/precos.ts'
import type { Contas } from '../../domain/geo/journey-cost.ts'
import { FATOR_DE_VIA, costOf, totalOf } from '../../domain/geo/journey-cost.ts'
import { fromThousandths } from '../../domain/basics/numbers.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { parametros } from '../../domain/questions/parameters.ts'
import type { FuelList } from './entries.ts'
import type { Beside, Selection } from './selection.ts'

/** Undefined when nobody asked what the drive costs. */
export function contasOf({ litros, consumo, rota, ordenar }: Pedido<'precos'>): Contas | undefined {
  if (litros === undefined && consumo === undefined && rota === undefined && ordenar !== 'custo')
    return undefined
  return {
    litros: litros ?? parametros.litros.padrao,
    consumo: consumo ?? parametros.consumo.padrao,
    fatorDeVia: FATOR_DE_VIA,
  }
}

/** Of each entry found, in whole thousandths of a real. */
export function totalsOf({ probable }: FuelList, { at, metres }: Selection, contas: Contas): number[] {
  return at.map((position, i) => totalOf(probable[position] ?? 0, metres?.[i] ?? 0, contas))
}

/** What the first line of an answer spares against the nearest station of all that were found; prices in doubt compare to nothing. */
export function savingOf(list: FuelList, found: Selection, contas: Contas): RespostaPrecos['economia'] {
  const { at, metres = [] } = found
  const pair = [nearestOf(found), 0]
  if (at.length === 0 || pair.some((i) => list.suspect[at[i] ?? 0])) return { sobreMaisPerto: null }
  const [there, first] = pair.map((i) => totalOf(list.probable[at[i] ?? 0] ?? 0, metres[i] ?? 0, contas))
  return { sobreMaisPerto: fromThousandths((there ?? 0) - (first ?? 0)) }
}

/** Where it stands among what was found. */
export function nearestOf({ metres = [] }: Pick<Selection, 'metres'>): number {
  return metres.reduce((best, distance, i) => (distance < (metres[best] ?? 0) ? i : best), 0)
}

/** Entry `i` of what was found, seen from the point or the route asked for. */
export function besideEntry(
  list: FuelList,
  { at, metres, along }: Pick<Selection, 'at' | 'metres' | 'along'>,
  i: number,
  contas: Contas | undefined,
): Beside {
  const away = metres?.[i]
  if (away === undefined) return {}
  const custo = contas && costOf(list.probable[at[i] ?? 0] ?? 0, away, contas)
  return {
    ...(along
      ? { rota: { distanciaKm: away / 1000, kmDaRota: (along[i] ?? 0) / 1000 } }
      : { distanciaKm: away / 1000 }),
    ...(custo && { custo }),
  }
}
