import type { RespostaPrecos } from '../../domain/answers/precos.ts'
import { priceFilters } from '../../domain/questions/parameters.ts'
import { type Slug } from '../../domain/facts/fuels.ts'
import { count, decimal, joined } from '../../format/words/formatting.ts'
import { contraryNote } from '../../format/words/invoice-words.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { pricesOf } from '../lists/ordering.ts'
import type * as stations from '../lists/found-stations.ts'
import type { Place } from '../places/find-place.ts'
import { journeyNote, routeNotes, wayNotes } from './journey-notes.ts'
import type { Note } from './nearest-station-note.ts'
import type { PriceQuestion } from './price-question.ts'
import { type FewStations, onlySuspects, scarcityNotes } from './scarcity-notes.ts'

interface Listed extends FewStations {
  sorted: readonly stations.Located[]
  shown: readonly stations.Located[]
  caminho: RespostaPrecos['caminho']
  economia: RespostaPrecos['economia']
  stationNotes: readonly string[]
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
  if (foundUnfiltered === undefined) return scarcityNotes(question, place, listed)
  if ((question.suspeitos === 'so' ? sorted.length : counted) > 0) return []
  // `stationNotes` tell of each of these stations.
  if (question.cnpjs?.every((cnpj) => list.positionOf(cnpj) === undefined)) return []
  if (omitted > 0 && question.cnpjs) return []
  if (foundUnfiltered === 0) return scarcityNotes(question, place, listed)
  if (omitted > 0) return [`${onlySuspects(omitted)}.`]
  const filters = priceFilters({ ...question, cnpj: question.cnpjs })
  return [`Nenhum preço atende a todos os filtros: sem ${joined(filters)}, são ${decimal(foundUnfiltered)}.`]
}

/** `diesel` is answered with the S10. A question that names it has the same answer, so the sentence fits both. */
export function fuelNotes(combustivel: Slug | undefined): string[] {
  if (combustivel !== 'diesel-aditivado') return []
  return [
    'O S10 (diesel-aditivado) é também o que se entende por diesel, sem mais: quase todo posto o vende e todo motor a diesel o aceita. O diesel-comum em geral é o S500.',
  ]
}
