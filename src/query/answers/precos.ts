import type { Atribuicao, Lugar } from '../../domain/answers/common.ts'
import type { Entrada, RespostaPrecos } from '../../domain/answers/precos.ts'
import type { Contas } from '../../domain/geo/journey-cost.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { parametros } from '../../domain/questions/parameters.ts'
import { readRoute } from '../../domain/geo/driving-route.ts'
import { HOUR, toMs } from '../../domain/basics/time.ts'
import { journeySentence } from '../../format/words/journey-text.ts'
import type { ListText } from '../../format/json/list-text.ts'
import { listText } from '../../format/json/list-text.ts'
import { searchRoute } from '../lists/along-route.ts'
import type { FuelList } from '../lists/entries.ts'
import { justBeyond } from '../lists/just-beyond.ts'
import { besideEntry, contasOf, nearestOf, savingOf, totalsOf } from '../lists/journey.ts'
import { aroundPoint, besideRoute } from '../places/place-label.ts'
import type { Order } from '../lists/ordering.ts'
import { inOrder } from '../lists/ordering.ts'
import { lastOfPage, paginate } from '../lists/paging.ts'
import type { Place } from '../places/find-place.ts'
import { placeOf } from '../places/find-place.ts'
import { notesOn } from './price-notes.ts'
import { searchRadius } from '../lists/radius.ts'
import type { Beside, Selection } from '../lists/selection.ts'
import { entriesAt, select } from '../lists/selection.ts'
import type { Snapshot } from '../lists/snapshot.ts'

/** Stations in the order asked. `totalPostos` and `precoMinimo` are of the result after `limite`, before paging. */
export function answerPrecos(
  snapshot: Snapshot,
  pedido: Pedido<'precos'>,
  atribuicao: Atribuicao,
): RespostaPrecos {
  const { list, before, shown, besideOf } = find(snapshot, pedido)
  return { ...before, conteudo: entriesAt(list, shown, besideOf), ...atribuicao }
}

export interface PrecosText extends ListText {
  /** 1 where no pages were asked for. */
  totalPaginas: number
}

/** The same as JSON, put together from entries written once per commit. */
export function precosText(snapshot: Snapshot, pedido: Pedido<'precos'>, atribuicao: Atribuicao): PrecosText {
  const { list, before, shown, besideOf, isJourney } = find(snapshot, pedido)
  const { at, metres } = shown
  const entries = list.json.finish()
  const text =
    isJourney && besideOf
      ? listText({ before, entries, at, beside: at.map((_, i) => besideOf(i)), after: atribuicao })
      : listText({ before, entries, at, metres, after: atribuicao })
  return Object.assign(text, { totalPaginas: before.totalPaginas ?? 1 })
}

/** Milliseconds; -Infinity when any age will do. */
export function sinceMs(horas: number | undefined, updatedAt: string | null): number {
  return horas === undefined || updatedAt === null ? -Infinity : toMs(updatedAt) - horas * HOUR
}

/** The stations of a place sold to since then, ascending: what `precos` lists and `estatisticas` counts. null: all. */
export function positionsIn(list: FuelList, place: Place, since: number): readonly number[] | null {
  const there = place.positions(list)
  if (since === -Infinity) return there
  return (there ?? list.all).filter((at) => (list.soldAt[at] ?? 0) >= since)
}

interface Found {
  list: FuelList
  /** What stands before the list. */
  before: Omit<RespostaPrecos, 'conteudo' | keyof Atribuicao>
  shown: Pick<Selection, 'at' | 'metres' | 'along'>
  /** What is told of an entry shown, besides itself; a journey tells more than a distance. */
  besideOf: ((i: number) => Beside) | undefined
  isJourney: boolean
}

function find(snapshot: Snapshot, pedido: Pedido<'precos'>): Found {
  const { combustivel: slug, limite = Infinity } = pedido
  const order = orderOf(pedido)
  const list = snapshot.list(slug)
  const updatedAt = snapshot.updatedAt(slug)
  const since = sinceMs(pedido.horas, updatedAt)
  const place = placeOf(snapshot, pedido, { combustivel: slug, since })
  const among = positionsIn(list, place, since)
  const keepSuspects = pedido.suspeitos === 'incluir'
  const contas = contasOf(pedido)
  const isByPrice = order.ordenar === 'preco' && order.ordem === 'asc'
  const most = isByPrice && !contas ? Math.min(limite, lastOfPage(pedido)) : Infinity
  const selected = search(list, pedido, { among, keepSuspects, most })
  const found = inOrder(list, selected, order, contas && totalsOf(list, selected, contas))
  const { at, metres, along, count, omitted } = found
  const total = Math.min(count, limite)
  const { from, to, envelope } = paginate(total, pedido)
  // No spreading here: an object of an ever new hidden class would cost more than the search.
  const before: Found['before'] = {
    combustivel: fuelOf(slug).nome,
    totalPostos: total,
    totalEncontrados: count,
    precoMinimo: list.entries[cheapest(at, total, isByPrice)]?.produto.venda.valorDeclarado ?? null,
    atualizadoEm: updatedAt,
    suspeitosOmitidos: omitted,
    lugar: seenFrom(place.lugar, pedido),
    observacoes: notesOn(pedido, place, {
      found: count,
      omitted,
      nearest: () => nearestMetres(list, pedido, among),
    }),
  }
  if (place.sugestoes) before.sugestoes = [...place.sugestoes]
  if (contas) Object.assign(before, { contas, economia: savingOf(list, found, contas) })
  const beyond = beyondOf(list, pedido, order, { among, first: at[0] })
  if (beyond) before.logoDepois = seenThere(list, beyond, contas)
  if (envelope) Object.assign(before, envelope)
  const shown =
    to - from === at.length
      ? found
      : { at: at.slice(from, to), metres: metres?.slice(from, to), along: along?.slice(from, to) }
  const besideOf = metres && ((i: number) => besideEntry(list, shown, i, contas))
  const note =
    besideOf && journeyNote(before, list.entries[shown.at[0] ?? -1], besideOf, order, nearestOf(found) === 0)
  if (note) before.observacoes = [...before.observacoes, note]
  return { list, before, shown, besideOf, isJourney: contas !== undefined }
}

/** Of the first line shown, as the whole answer would tell it. */
function journeyNote(
  before: Found['before'],
  first: Entrada | undefined,
  besideOf: (i: number) => Beside,
  order: Order,
  isNearest: boolean,
): string | undefined {
  const { contas, economia, pagina } = before
  if (!contas || !first) return undefined
  return journeySentence(
    { contas, economia, pagina, isNearest, conteudo: [{ ...besideOf(0), produto: first.produto }] },
    order,
  )
}

interface Around {
  among: readonly number[] | null
  first: number | undefined
}

function beyondOf(list: FuelList, pedido: Pedido<'precos'>, order: Order, around: Around) {
  const { lat, lon, raio = parametros.raio.padrao } = pedido
  const { ordenar, ordem } = order
  const { first, among } = around
  if (lat === undefined || lon === undefined || first === undefined || ordem === 'desc') return undefined
  if (ordenar !== 'preco' && ordenar !== 'provavel') return undefined
  const centre = { latitude: lat, longitude: lon }
  return justBeyond(list, first, { centre, raio, among, ordenar })
}

function seenThere(
  list: FuelList,
  { position, metres }: { position: number; metres: number },
  contas: Contas | undefined,
): Entrada | undefined {
  const found = { at: [position], metres: [metres] }
  return entriesAt(list, found, (i) => besideEntry(list, found, i, contas))[0]
}

function orderOf({ ordenar, ordem }: Pedido<'precos'>): Order {
  return { ordenar: ordenar ?? parametros.ordenar.padrao, ordem: ordem ?? parametros.ordem.padrao }
}

function seenFrom(lugar: Lugar, { lat, raio, rota, desvio }: Pedido<'precos'>): Lugar {
  if (rota !== undefined) return besideRoute(lugar, desvio ?? parametros.desvio.padrao)
  return lat === undefined ? lugar : aroundPoint(lugar, raio ?? parametros.raio.padrao)
}

/** The largest radius one can ask for, in km: wider than the state is long. */
const WIDEST = 500

/** How far from the point the nearest believed station is, in whole metres. */
function nearestMetres(
  list: FuelList,
  { lat, lon }: Pedido<'precos'>,
  among: readonly number[] | null,
): number | undefined {
  if (lat === undefined || lon === undefined) return undefined
  const centre = { latitude: lat, longitude: lon }
  const { metres } = searchRadius(list, { centre, raio: WIDEST, among, keepSuspects: false, most: Infinity })
  return metres.length === 0 ? undefined : metres.reduce((least, each) => Math.min(least, each))
}

interface Looked {
  among: readonly number[] | null
  keepSuspects: boolean
  most: number
}

function search(list: FuelList, pedido: Pedido<'precos'>, looked: Looked): Selection {
  const { lat, lon, raio = parametros.raio.padrao, rota, desvio = parametros.desvio.padrao } = pedido
  const points = rota === undefined ? undefined : readRoute(rota)
  if (points) return searchRoute(list, { points, desvio, ...looked })
  if (lat === undefined || lon === undefined) return select(list, looked.among, looked.keepSuspects)
  return searchRadius(list, { centre: { latitude: lat, longitude: lon }, raio, ...looked })
}

/** Where the cheapest of the first `total` stands: entries are listed by price. */
function cheapest(at: readonly number[], total: number, isByPrice: boolean): number {
  if (isByPrice) return at[0] ?? -1
  const shown = at.slice(0, total)
  return shown.reduce((least, position) => Math.min(least, position), shown[0] ?? -1)
}
