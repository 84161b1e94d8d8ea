import { isInState } from '../../domain/alagoas/state.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import { NA_JANELA } from '../../domain/facts/rules.ts'
import { count, decimal } from '../../format/words/formatting.ts'
import type { FuelList } from '../lists/fuel-list.ts'
import { type Place, listNeighbours } from '../places/find-place.ts'
import { outsideNote } from './journey-notes.ts'
import { lastHours } from './late-sales.ts'
import { type Note, nearestStationNote } from './nearest-station-note.ts'
import type { PriceQuestion } from './price-question.ts'

/** Least stations for a place's own prices to show what is cheap there. */
const ENOUGH = 5

/** The parts of a question that these sentences are on. */
type Asked = Pick<PriceQuestion, 'slug' | 'where' | 'horas' | 'bandeira'> &
  Partial<Pick<PriceQuestion, 'cnpjs'>>

export interface FewStations {
  list: FuelList
  /** Positions in the place, suspects included, whatever the question's own limits. */
  there: () => readonly number[]
  /** Positions in the whole state, of the brand and the hours asked for. */
  everywhere: () => readonly number[]
  /** Stations by which the place is one of few or many. */
  counted: number
  omitted: number
  /** Sentence on a source that shows no sale of the hours asked for. */
  late: () => string | undefined
}

/** Sentences on a place of few stations with the fuel, or of none: what else is near. */
export function scarcityNotes(question: Asked, place: Place, found: FewStations): Note[] {
  const { list, counted } = found
  if (counted >= ENOUGH) return []
  const { where, cnpjs } = question
  const { around } = where
  const outside = around && outsideNote(around.centre)
  const late = counted === 0 && place.areas?.length !== 0 ? found.late() : undefined
  if (late !== undefined || counted > 0)
    return [outside, late ?? fewStationsNote(place, counted)].filter((note) => note !== undefined)
  const asked = cnpjs && new Set(cnpjs.map((cnpj) => list.positionOf(cnpj)))
  const there = found.there()
  const among = asked ? there.filter((at) => asked.has(at)) : there
  return [
    outside ?? (around && nearestStationNote(question, list, [around.centre], among, place)) ?? [],
    noSaleNotes(question, place, found, there),
    question.slug === 'diesel-comum' && !place.sugestoes ? TRY_S10 : [],
  ].flat()
}

export function onlySuspects(omitted: number): string {
  return omitted === 1
    ? 'O único preço que atende ao pedido é suspeito, e por isso fica fora'
    : `Os ${decimal(omitted)} preços que atendem ao pedido são suspeitos, e por isso ficam fora`
}

/** Undefined for the whole state, and for a place without stations. */
function fewStationsNote({ areas, lugar, neighbours }: Place, found: number): string | undefined {
  if (!areas) return undefined
  const only = `${found === 1 ? 'Só' : 'Só há'} ${count(found, 'posto', 'postos')}, pouco para comparar`
  if (neighbours.length > 0)
    return `${only}; perto (em linha reta, de centro a centro) há ${listNeighbours(neighbours)}.`
  const [town, ...others] = lugar.municipios
  return lugar.ambito === 'bairro' && town && others.length === 0
    ? `${only}: veja também o município, ${town.nome}.`
    : `${only}.`
}

/** A place without a believed sale of the fuel, with its neighbours and the nearest station wherever it is; or one off the route. */
function noSaleNotes(
  question: Asked,
  place: Place,
  { list, everywhere, omitted }: FewStations,
  there: readonly number[],
): Note[] {
  const { slug, horas, where, bandeira } = question
  const { areas, sugestoes } = place
  const suspects = omitted > 0 ? onlySuspects(omitted) : undefined
  const sold = `vendeu ${fuelOf(slug).nomePopular} ${horas === undefined ? NA_JANELA : lastHours(horas)}`
  const ofBrand = bandeira === undefined ? '' : ', da bandeira pedida'
  if (areas && there.length > 0 && where.route && !suspects)
    return [
      `Dos postos do lugar pedido${ofBrand}, nenhum que ${sold} fica a até ${decimal(where.route.desvio)} km da linha da rota.`,
    ]
  // Of a place whose stations lie outside the circle, the nearest of them is told instead.
  if (!suspects && (!areas || there.length > 0)) return []
  if (!areas || there.some((at) => !list.suspect[at])) return [`${suspects}.`]
  // Neighbours are those with any brand.
  const neighbours = bandeira === undefined ? place.neighbours : []
  const near =
    neighbours.length > 0
      ? `; perto (em linha reta, de centro a centro) há ${listNeighbours(neighbours)}`
      : ''
  const { centre: point } = where.around ?? {}
  const centres = point && !sugestoes && isInState(point) ? [point] : place.middles()
  const nearest = nearestStationNote({ ...question, cnpjs: undefined }, list, centres, everywhere())
  const nobody = `${bandeira === undefined ? 'Ninguém de lá' : `Nenhum posto de lá${ofBrand},`} ${sold}`
  const said = suspects ?? (sugestoes ? undefined : nobody)
  return [said === undefined ? [] : `${said}${near}.`, nearest ?? []].flat()
}

const TRY_S10 =
  'Diesel comum é em geral o S500, e a maioria dos postos vende o S10: procure o Diesel S10 (diesel-aditivado).'
