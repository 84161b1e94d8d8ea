import type { Caminho, RespostaPrecos } from '../../domain/answers/precos.ts'
import type { PostoServido } from '../../domain/answers/shared-schemas.ts'
import type { Ponto } from '../../domain/geo/distances.ts'
import { priceFilters } from '../../domain/questions/parameters.ts'
import { ESTADO, isInState } from '../../domain/alagoas/state.ts'
import { type Slug, fuelOf } from '../../domain/facts/fuels.ts'
import { NA_JANELA } from '../../domain/facts/rules.ts'
import { count, decimal, joined, money, punctuatedCnpj, wholeCents } from '../../format/words/formatting.ts'
import { contraryNote } from '../../format/words/invoice-words.ts'
import { gapWords, wayWords } from '../../format/words/journey-text.ts'
import { kmTo } from '../../format/words/directions.ts'
import { townOf } from '../../format/words/names.ts'
import type { FuelList } from '../lists/fuel-list.ts'
import { type Where, nearestTo } from '../lists/radius-and-route.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { pricesOf } from '../lists/ordering.ts'
import { lastHours } from './late-sales.ts'
import * as stations from '../lists/found-stations.ts'
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

/** A sentence, or one on a station: this by its CNPJ, as its name and address, which it wrote itself, stand in fields alone. */
type Note = string | NearestNote

export interface NearestNote {
  sentence: string
  posto: PostoServido
}

/** The sentences, and the station that one of them is on. */
export function toldIn(notes: readonly Note[]) {
  const nearest = notes.find((note) => typeof note !== 'string')
  return {
    observacoes: notes.map((note) => (typeof note === 'string' ? note : note.sentence)),
    ...(nearest && { postoMaisPerto: named(nearest.posto) }),
  }
}

function named({ cnpj, nomeFantasia, endereco: { bairro, municipio } }: PostoServido) {
  return { cnpj, nomeFantasia, bairro, municipio }
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

/** The saving of the drive to the first line, if it is advice (not by distance or time, dearest first, in doubt, a later page), and the sum. */
function journeyNote(question: PriceQuestion, { list, sorted, shown, economia }: Listed): string | [] {
  const { journey: contas, page, order } = question
  const [first] = shown
  const unidade = first && list.entries[first.at]?.produto.unidadeMedida
  const { custo } = (first && stations.besideEntry(list, first, contas)) ?? {}
  if (!contas || !first || !custo) return []
  const [symbol, unit] = unidade === 'L' ? ['L', 'litro'] : ['m³', 'm³']
  const reckoned = `Custo: ${decimal(contas.litros)} ${symbol} mais ida e volta, em linha reta × ${decimal(contas.fatorDeVia)}, a ${decimal(contas.consumo)} km por ${unit}.`
  const isByPlaceOrTime = order.ordenar === 'distancia' || order.ordenar === 'recente'
  if ((page.sizes?.pagina ?? 1) > 1 || order.ordem === 'desc' || isByPlaceOrTime) return reckoned
  if (!stations.isExactlyKnown(list, first))
    return `O primeiro da lista tem lugar aproximado: o desvio até ele não se sabe. ${reckoned}`
  const { sobreMaisPerto: saving = null, maisPerto } = economia ?? {}
  const nearest = stations.nearestKnown(list, sorted)
  if (saving === null || !nearest || !maisPerto) return reckoned
  // A station of approximate place may be nearer.
  const ofKnown = nearest === stations.nearestOf(sorted) ? '' : ', dos de lugar conhecido'
  const which = `o posto mais perto${first.along === undefined ? '' : ' da rota'}${ofKnown}`
  const rough = stations.isExactlyKnown(list, nearest) ? '' : ' (lugar aproximado)'
  const named = `${which} (CNPJ ${punctuatedCnpj(maisPerto.cnpj)})${rough}, a ${money(maisPerto.precoProvavel)}`
  const drive = `${wholeCents(custo.deslocamento)} de desvio`
  const total = `sai por ${wholeCents(custo.total)}, com ${drive}`
  if (nearest === first) return `O primeiro da lista é ${which}: ${total}. ${reckoned}`
  if (Math.abs(saving) < LEAST) return `O primeiro da lista ${total}: o mesmo que ${named}. ${reckoned}`
  return saving > 0
    ? `Ir ao primeiro da lista custa ${drive} e poupa ${wholeCents(saving)}, já pago o desvio, contra ${named}. ${reckoned}`
    : `Ir ao primeiro da lista não compensa: custa ${drive} e sai ${wholeCents(-saving)} mais caro que ${named} (ordenar custo põe na frente o que compensa). ${reckoned}`
}

/** Half a cent, in reais: less is no difference. */
const LEAST = 0.005

/** `diesel` is answered with the S10. A question that names it has the same answer, so the sentence fits both. */
export function fuelNotes(combustivel: Slug | undefined): string[] {
  if (combustivel !== 'diesel-aditivado') return []
  return [
    'O S10 (diesel-aditivado) é também o que se entende por diesel, sem mais: quase todo posto o vende e todo motor a diesel o aceita. O diesel-comum em geral é o S500.',
  ]
}

/** A point in another state, perhaps because its two numbers were exchanged. */
function outsideNote(centre: Ponto): string | undefined {
  if (isInState(centre)) return undefined
  return `O ponto pedido fica fora de ${ESTADO.nome}, e só há dados de lá${isExchanged(centre) ? ': lat e lon parecem trocadas' : ''}.`
}

function routeNotes({ route }: Where): string[] {
  if (!route) return []
  const { points } = route
  const towns = [...new Set(points.flatMap(({ tipo, nome }) => (tipo === 'municipio' ? [nome] : [])))]
  const are = towns.length === 1 ? 'é' : 'são'
  const middles = `Na rota, ${joined(towns)} ${are} o meio dos seus postos (com menos de três, o da cidade): para outro ponto de lá, diga o bairro ou o lugar.`
  return [towns.length === 0 ? [] : middles, pointsOutside(points) ?? []].flat()
}

/** Points of a route in another state, whose surroundings have no stations. */
export function pointsOutside(points: readonly Ponto[]): string | undefined {
  const out = points.filter((point) => !isInState(point))
  if (out.length === 0) return undefined
  const which =
    out.length === points.length
      ? 'Os pontos da rota ficam'
      : `${out.length} dos ${points.length} pontos da rota ${out.length === 1 ? 'fica' : 'ficam'}`
  const exchanged = out.every(isExchanged) ? ': lat e lon parecem trocadas' : ''
  return `${which} fora de ${ESTADO.nome}, e só há dados de lá${exchanged}.`
}

/** The towns that a journey was led through, and its long stretches without a station. */
function wayNotes(caminho: Caminho, { slug, where }: PriceQuestion): string[] {
  const desvio = decimal(where.route?.desvio ?? 0)
  return [
    `A rota vai ${wayWords(caminho)} A estrada pode ser outra: ponha na rota um lugar por onde passa.`,
    ...caminho.semPosto.map(
      (gap) => `${gapWords(gap)}, nenhum posto com ${fuelOf(slug).nomePopular} a até ${desvio} km da linha.`,
    ),
  ]
}

function isExchanged({ latitude, longitude }: Ponto): boolean {
  return isInState({ latitude: longitude, longitude: latitude })
}

/** The nearest station of `among`, which a larger radius or another place would find; of the place asked for where they are its own. */
export function nearestStationNote(
  { slug, horas, bandeira, cnpjs }: Partial<PriceQuestion> & Pick<PriceQuestion, 'slug'>,
  list: FuelList,
  centre: Ponto,
  among: readonly number[],
  place?: Place,
): NearestNote | undefined {
  const nearest = nearestTo(list, centre, among)
  const posto = nearest && list.entries[nearest.at]?.estabelecimento
  if (!posto) return undefined
  const sells = horas === undefined ? 'vende' : `vendeu`
  const since = horas === undefined ? '' : ` ${lastHours(horas)}`
  const { endereco } = posto
  const which = [
    cnpjs && 'pedidos',
    bandeira !== undefined && 'da bandeira pedida',
    place && place.lugar.ambito !== 'estado' && 'do lugar pedido',
  ].filter(Boolean)
  const sentence = `${which.length > 0 ? `Dos postos ${which.join(' ')}, o` : 'O posto'} mais perto que ${sells} ${fuelOf(slug).nomePopular}${since} fica a ${kmTo(posto, (nearest.metres ?? 0) / 1000)}, em ${townOf(endereco)}: CNPJ ${punctuatedCnpj(posto.cnpj)}.`
  return { sentence, posto }
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
