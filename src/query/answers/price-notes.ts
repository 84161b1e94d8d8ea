import type { RespostaPrecos } from '../../domain/answers/precos.ts'
import { priceFilters } from '../../domain/questions/parameters.ts'
import { isInState } from '../../domain/alagoas/state.ts'
import { type Slug, fuelOf } from '../../domain/facts/fuels.ts'
import { NA_JANELA } from '../../domain/facts/rules.ts'
import { count, decimal, joined } from '../../format/words/formatting.ts'
import { contraryNote } from '../../format/words/invoice-words.ts'
import type { FuelList } from '../lists/fuel-list.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { pricesOf } from '../lists/ordering.ts'
import { lastHours } from './late-sales.ts'
import type * as stations from '../lists/found-stations.ts'
import { journeyNote, outsideNote, routeNotes, wayNotes } from './journey-notes.ts'
import { type Note, nearestStationNote } from './nearest-station-note.ts'
import type { PriceQuestion } from './price-question.ts'
import { type Place, listNeighbours } from '../places/find-place.ts'

/** Least stations for a place's own prices to show what is cheap there. */
const ENOUGH = 5

interface Listed {
  list: FuelList
  /** Positions in the place, suspects included, whatever the question's own limits. */
  there: readonly number[]
  /** Positions in the whole state, of the brand and the hours asked for. */
  everywhere: () => readonly number[]
  sorted: readonly stations.Located[]
  shown: readonly stations.Located[]
  /** Stations by which the place is one of few or many. */
  counted: number
  omitted: number
  caminho: RespostaPrecos['caminho']
  economia: RespostaPrecos['economia']
  stationNotes: readonly string[]
  /** Sentence on a source that shows no sale of the hours asked for. */
  late: () => string | undefined
  /** Sentence on a source that shows no new sales at all. */
  stopped: readonly string[]
  /** Believed prices that the question would find without its limits; undefined for a question without any. */
  foundUnfiltered: number | undefined
}

export function unknownStations(snapshot: Snapshot, cnpjs: readonly string[] = []): string[] {
  const unknown = [...new Set(cnpjs)].filter((cnpj) => !snapshot.posto(cnpj))
  return unknown.length > 0 ? [`CNPJ que não se conhece: ${unknown.join(', ')}.`] : []
}

export function notesOn(question: PriceQuestion, place: Place, listed: Listed): Note[] {
  return [
    question.where.notes,
    place.observacoes,
    routeNotes(question.where),
    listed.caminho ? wayNotes(listed.caminho, question) : [],
    listed.stationNotes,
    foundNotes(question, place, listed),
    listed.stopped,
    fuelNotes(question.slug),
    contraryNote(listed.shown.filter(({ at }) => listed.list.contrary[at]).length) ?? [],
    tiedNote(question, listed),
    journeyNote(question, listed),
  ].flat()
}

/** Sentence on equal prices, on the page with the last line: stations that `limite` cuts off are no dearer than it. */
function tiedNote({ page: { limite }, order }: PriceQuestion, { list, sorted, shown }: Listed): string | [] {
  const prices = pricesOf(list, order.ordenar)
  const last = shown.at(-1)
  if (!prices || !last || last !== sorted[limite - 1]) return []
  const tied = sorted.slice(limite).filter(({ at }) => prices[at] === prices[last.at]).length
  if (tied === 0) return []
  const price = order.ordenar === 'provavel' ? 'preço provável' : 'preço'
  return `Mais ${count(tied, 'posto', 'postos')} ao mesmo ${price} do último, fora desta lista.`
}

/** Sentences on a list of few stations, and on one that the question's own limits made empty. */
function foundNotes(question: PriceQuestion, place: Place, listed: Listed): Note[] {
  const { list, foundUnfiltered, counted, sorted, omitted } = listed
  if (foundUnfiltered === undefined) return counted >= ENOUGH ? [] : scarcity(question, place, listed)
  if ((question.suspeitos === 'so' ? sorted.length : counted) > 0) return []
  // `stationNotes` tell of each of these stations.
  if (question.cnpjs?.every((cnpj) => list.positionOf(cnpj) === undefined)) return []
  if (omitted > 0) return question.cnpjs ? [] : [onlySuspects(omitted)]
  if (foundUnfiltered === 0) return scarcity(question, place, listed)
  const filters = priceFilters({ ...question, cnpj: question.cnpjs })
  return [`Nenhum preço atende a todos os filtros: sem ${joined(filters)}, são ${decimal(foundUnfiltered)}.`]
}

function scarcity(question: PriceQuestion, place: Place, listed: Listed): Note[] {
  const { list, there, counted, omitted } = listed
  const { where, cnpjs } = question
  const { around } = where
  const outside = around && outsideNote(around.centre)
  const late = counted === 0 && place.areas?.length !== 0 ? listed.late() : undefined
  if (late !== undefined || counted > 0)
    return [outside, late ?? fewStationsNote(place, counted)].filter((note) => note !== undefined)
  const asked = cnpjs && new Set(cnpjs.map((cnpj) => list.positionOf(cnpj)))
  const among = asked ? there.filter((at) => asked.has(at)) : there
  return [
    outside ?? (around && nearestStationNote(question, list, around.centre, among, place)) ?? [],
    omitted === 0 ? noSaleNote(question, place, listed) : onlySuspects(omitted),
    question.slug === 'diesel-comum' && !place.sugestoes ? TRY_S10 : [],
  ].flat()
}

function onlySuspects(omitted: number): string {
  return omitted === 1
    ? 'O único preço que atende ao pedido é suspeito, e por isso fica fora.'
    : `Os ${decimal(omitted)} preços que atendem ao pedido são suspeitos, e por isso ficam fora.`
}

/** `diesel` is answered with the S10. A question that names it has the same answer, so the sentence fits both. */
export function fuelNotes(combustivel: Slug | undefined): string[] {
  if (combustivel !== 'diesel-aditivado') return []
  return [
    'O S10 (diesel-aditivado) é também o que se entende por diesel, sem mais: quase todo posto o vende e todo motor a diesel o aceita. O diesel-comum em geral é o S500.',
  ]
}

/** Undefined for the whole state, and for a place of stations enough or none. */
export function fewStationsNote({ areas, lugar, neighbours }: Place, found: number): string | undefined {
  if (!areas || found === 0 || found >= ENOUGH) return undefined
  const only = `${found === 1 ? 'Só' : 'Só há'} ${count(found, 'posto', 'postos')}, pouco para comparar`
  if (neighbours.length > 0) return `${only}; perto (em linha reta) há ${listNeighbours(neighbours)}.`
  const [town, ...others] = lugar.municipios
  return lugar.ambito === 'bairro' && town && others.length === 0
    ? `${only}: veja também o município, ${town.nome}.`
    : `${only}.`
}

/** A place without a sale of the fuel, with its neighbours and the nearest station wherever it is; or one off the route. */
function noSaleNote(question: PriceQuestion, place: Place, listed: Listed): Note | Note[] {
  const { list, there, everywhere } = listed
  const { slug, horas, where, bandeira } = question
  const { areas, sugestoes } = place
  // Of a place whose stations lie outside the circle, the nearest of them is told instead.
  if (!areas || (there.length > 0 && !where.route)) return []
  const sold = `vendeu ${fuelOf(slug).nomePopular} ${horas === undefined ? NA_JANELA : lastHours(horas)}`
  const ofBrand = bandeira === undefined ? '' : ', da bandeira pedida'
  if (there.length > 0)
    return `Dos postos do lugar pedido${ofBrand}, nenhum que ${sold} fica a até ${decimal(where.route?.desvio ?? 0)} km da linha da rota.`
  // Neighbours are those with any brand.
  const neighbours = bandeira === undefined ? place.neighbours : []
  const near = neighbours.length > 0 ? `; perto (em linha reta) há ${listNeighbours(neighbours)}` : ''
  const { centre: point } = where.around ?? {}
  const centre = point && !sugestoes && isInState(point) ? point : place.middle
  const nearest = centre && nearestStationNote({ ...question, cnpjs: undefined }, list, centre, everywhere())
  const none = bandeira === undefined ? 'Ninguém de lá' : `Nenhum posto de lá${ofBrand},`
  return [sugestoes ? [] : `${none} ${sold}${near}.`, nearest ?? []].flat()
}

const TRY_S10 =
  'Diesel comum é em geral o S500, e a maioria dos postos vende o S10: procure o Diesel S10 (diesel-aditivado).'
