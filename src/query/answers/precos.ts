import type { Unattributed } from '../../domain/questions/schemas-of-routes.ts'
import type { Atribuicao } from '../../domain/answers/shared-schemas.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import { NA_JANELA } from '../../domain/facts/rules.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { mapInTurns, pause, pauseSince } from '../../domain/basics/event-loop.ts'
import { type LaterText, type ListText, listText, membersText } from '../../format/json/list-text.ts'
import type { FuelList } from '../lists/fuel-list.ts'
import { gapsAlong, justBeyond, searchList } from '../lists/radius-and-route.ts'
import { inOrder } from '../lists/ordering.ts'
import { type Envelope, paginate } from '../lists/paging.ts'
import { type Located, besideEntry, entriesAt, savingOf } from '../lists/found-stations.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { keepToBrands } from '../places/brands.ts'
import { type Place, findPlace } from '../places/find-place.ts'
import { placeSeen } from '../places/place-label.ts'
import { lateSource, sinceMs, stoppedNote } from './late-sales.ts'
import { toldIn } from './nearest-station-note.ts'
import { notesOn, unknownStations } from './price-notes.ts'
import { type PriceQuestion, readQuestion } from './price-question.ts'

/** Stations in the order asked. `totalPostos` and `precoMinimo` are of the result after `limite`, before paging. */
export async function answerPrecos(
  snapshot: Snapshot,
  pedido: Pedido<'precos'>,
): Promise<Unattributed<'precos'>> {
  const question = readQuestion(snapshot, pedido)
  await pause()
  const { list, before, beyond, envelope, shown } = answerParts(snapshot, question)
  await pause()
  const [logoDepois] = beyond ? entriesAt(list, [beyond], undefined) : []
  const conteudo = entriesAt(list, shown, before.contas)
  return { ...before, ...(logoDepois && { logoDepois }), ...envelope, conteudo }
}

/** The answer of `answerPrecos` as JSON, of entries written once per commit; later where writing so many would hold the event loop. */
export function precosText(
  snapshot: Snapshot,
  pedido: Pedido<'precos'>,
  atribuicao: Atribuicao,
): ListText | LaterText {
  const begun = performance.now()
  const { list, before, beyond, envelope, shown } = answerParts(snapshot, readQuestion(snapshot, pedido))
  const { contas } = before
  const membersOf = contas && ((station: Located) => membersText(besideEntry(list, station, contas)))
  const isLong = shown.length > PUT_AT_ONCE || list.json.missing(shown) > WRITTEN_AT_ONCE
  const parts = {
    before,
    logoDepois: beyond,
    envelope,
    entries: list.json,
    lines: shown,
    beside: isLong ? undefined : membersOf && shown.map(membersOf),
    after: atribuicao,
  }
  return isLong ? writtenInTurns : listText(parts)

  async function writtenInTurns() {
    await pauseSince(begun)
    await list.json.write(shown)
    return listText({ ...parts, beside: membersOf && (await mapInTurns(shown, membersOf)) })
  }
}

/** Entries put together, and those whose block is written first, in some ten milliseconds. */
const [PUT_AT_ONCE, WRITTEN_AT_ONCE] = [1000, 20] as const

/** Stations of a place that sold since then, in ascending positions: what `precos` lists and `estatisticas` counts. */
export function positionsIn(list: FuelList, place: Place, since: number): readonly number[] {
  const there = place.positions(list)
  return since === -Infinity ? there : there.filter((at) => (list.soldAt[at] ?? 0) >= since)
}

export function positionsEverywhere(
  snapshot: Snapshot,
  list: FuelList,
  bandeira: string | undefined,
  since: number,
): readonly number[] {
  return positionsIn(list, keepToBrands(snapshot, findPlace(snapshot, {}), bandeira), since)
}

/** Prices of a place as a question narrows them step by step, as positions in the list, and their numbers. */
function selectPrices(list: FuelList, question: PriceQuestion, place: Place, since: number) {
  const { where, suspeitos } = question
  const there = positionsIn(list, place, since)
  const narrows = narrowing(list, question)
  const among = narrows ? there.filter(narrows) : there
  const found = searchList(list, where, among)
  const isBelieved = (at: number) => !list.suspect[at]
  const believed = found.positions.filter(isBelieved)
  const kept = {
    incluir: () => found.positions,
    omitir: () => believed,
    so: () => found.positions.filter((at) => list.suspect[at]),
  }[suspeitos]()
  return {
    there,
    among,
    found,
    kept,
    // Suspects listed on request do not make a place one of many stations.
    counted: believed.length || kept.length,
    omitted: suspeitos === 'omitir' ? found.positions.length - kept.length : 0,
    foundUnfiltered:
      narrows || suspeitos === 'so'
        ? searchList(list, where, there.filter(isBelieved)).positions.length
        : undefined,
  }
}

function answerParts(snapshot: Snapshot, question: PriceQuestion) {
  const { slug, where, order, journey, page } = question
  const list = snapshot.list(slug)
  const updatedAt = snapshot.updatedAt(slug)
  const since = sinceMs(question.horas, updatedAt)
  const anywhere = findPlace(snapshot, where, { combustivel: slug, since })
  const place = keepToBrands(snapshot, anywhere, question.bandeira, !where.around && !where.route)
  const { there, among, found, kept, counted, omitted, foundUnfiltered } = selectPrices(
    list,
    question,
    place,
    since,
  )
  const { total, from, to, envelope } = paginate(kept.length, page)
  const most = journey ? Infinity : to
  const sorted = inOrder(list, { positions: kept, located: found.located }, order, most, journey)
  const shown = sorted.slice(from, to)
  const economia = journey && savingOf(list, sorted, journey)
  const beyond = beyondOf(list, question, among, sorted[0])
  const way = where.route?.way.caminho
  const onTheWay = way && (among === list.all ? found : searchList(list, where, list.all))
  const caminho = onTheWay && { ...way, semPosto: gapsAlong(onTheWay, way.km) }
  /**
   * Members before `logoDepois`, which is `beyond`. By name, undefined where there is none, as JSON leaves those out: spreads, here and
   * in the question, gave each search new hidden classes, a third of its time (62 µs with the reading and copying, 42 without; 28 November 2026).
   */
  const before: Omit<Unattributed<'precos'>, 'conteudo' | 'logoDepois' | keyof Envelope> = {
    combustivel: fuelOf(slug).nome,
    nomePopular: fuelOf(slug).nomePopular,
    totalPostos: total,
    totalEncontrados: kept.length,
    precoMinimo: leastPrice(list, sorted.slice(0, total)),
    atualizadoEm: updatedAt,
    suspeitosOmitidos: omitted,
    lugar: placeSeen(place.lugar, where),
    centro: where.around?.centro,
    pontosDaRota: where.route?.points.some(({ tipo }) => tipo !== 'ponto')
      ? [...where.route.points]
      : undefined,
    caminho,
    ...toldIn(
      notesOn(question, place, {
        list,
        there: () => there,
        counted,
        omitted,
        foundUnfiltered,
        stationNotes: stationNotes(snapshot, question, omitted > 0 ? found.positions : []),
        late: () => lateSource(snapshot, [slug], question.horas),
        stopped: sorted.length > 0 ? stoppedNote(snapshot) : [],
        everywhere: () => positionsEverywhere(snapshot, list, question.bandeira, since),
        sorted,
        shown,
        caminho,
        economia,
      }),
    ),
    sugestoes: place.sugestoes && [...place.sugestoes],
    contas: journey,
    economia,
  }
  return { list, before, beyond, envelope, shown }
}

/** The stations and the limits of the price asked for; undefined where the question has none. */
function narrowing(list: FuelList, question: PriceQuestion): ((at: number) => boolean) | undefined {
  const { cnpjs, acima = -Infinity, abaixo = Infinity } = question
  if (!cnpjs && acima === -Infinity && abaixo === Infinity) return undefined
  const stations = cnpjs && new Set(cnpjs.map((cnpj) => list.positionOf(cnpj)))
  return (at) => {
    const price = list.entries[at]?.produto.venda.valorDeclarado ?? 0
    return (!stations || stations.has(at)) && price > acima && price < abaixo
  }
}

/** Stations asked for that are unknown, have no price of the fuel, or a suspect one among those found, which is left out. */
function stationNotes(snapshot: Snapshot, { cnpjs, slug }: PriceQuestion, found: readonly number[]) {
  if (!cnpjs) return []
  const list = snapshot.list(slug)
  const known = [...new Set(cnpjs)].filter((cnpj) => snapshot.posto(cnpj))
  const without = known.filter((cnpj) => list.positionOf(cnpj) === undefined)
  const suspects = new Set(found.filter((at) => list.suspect[at]))
  const omitted = known.filter((cnpj) => suspects.has(list.positionOf(cnpj) ?? -1))
  return [
    ...unknownStations(snapshot, cnpjs),
    ...(without.length > 0 ? [`Sem ${fuelOf(slug).nomePopular} ${NA_JANELA}: ${without.join(', ')}.`] : []),
    ...(omitted.length > 0 ? [`Com preço suspeito, e por isso fora: ${omitted.join(', ')}.`] : []),
  ]
}

/** Entries are listed by price. */
function leastPrice({ entries }: FuelList, found: readonly Located[]): number | null {
  const cheapest = entries[found.reduce((least, { at }) => Math.min(least, at), Infinity)]
  return cheapest?.produto.venda.valorDeclarado ?? null
}

/** A cheaper station beyond the radius, for lists with the cheapest first. */
function beyondOf(list: FuelList, question: PriceQuestion, among: readonly number[], first?: Located) {
  const { where, order, suspeitos } = question
  const { ordenar, ordem } = order
  const isByPrice = (ordenar === 'preco' || ordenar === 'provavel') && ordem === 'asc'
  return where.around && first && isByPrice && suspeitos !== 'so'
    ? justBeyond(list, where.around, among, ordenar, first.at)
    : undefined
}
