import type { Unattributed } from '../../domain/questions/schemas-of-routes.ts'
import type { PostoServido } from '../../domain/answers/shared-schemas.ts'
import { mapInTurns, pause } from '../../domain/basics/event-loop.ts'
import { slugs } from '../../domain/facts/fuels.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { compareTexts, fold, nearest } from '../../domain/basics/text.ts'
import { localidades } from '../../domain/alagoas/known-places.ts'
import { placeWords } from '../../domain/places/place-names.ts'
import { keepToBrands } from '../places/brands.ts'
import { noteOnBrand, findPlace } from '../places/find-place.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import type { StationWords } from '../lists/station-words.ts'
import type { Station } from '../../domain/state/stations.ts'

/** Stations by trade name, then CNPJ; those that once sold and no longer do are among them, with no fuels. */
export async function answerPostos(
  snapshot: Snapshot,
  pedido: Pedido<'postos'>,
): Promise<Unattributed<'postos'>> {
  const { nome = '', bandeira } = pedido
  const place = keepToBrands(snapshot, findPlace(snapshot, pedido), bandeira)
  const { lugar, observacoes, matches } = place
  await pause()
  const found = stationsNamed(snapshot, nome, matches)
  const kept = found.slice(0, pedido.limite)
  const brand = found.length === 0 ? noteOnBrand(snapshot, nome) : undefined
  const similar = found.length === 0 && !brand ? similarNames(snapshot, nome, matches) : []
  const sugestoes = place.sugestoes ?? (similar.length > 0 ? similar : undefined)
  const conteudo = await mapInTurns(kept, (estabelecimento) => ({
    estabelecimento,
    combustiveis: slugs.filter((slug) => snapshot.list(slug).positionOf(estabelecimento.cnpj) !== undefined),
  }))
  return {
    totalPostos: kept.length,
    totalEncontrados: found.length,
    atualizadoEm: snapshot.atualizadoEm,
    lugar,
    observacoes: [...observacoes, ...(brand ? [brand.sentence] : [])],
    ...(sugestoes && { sugestoes }),
    conteudo,
  }
}

/** By trade name, then CNPJ. Each word asked for begins a word of the trade or company name: `sho` finds POSTO SHOPPING, `posto` all. */
export function stationsNamed(
  snapshot: Snapshot,
  nome: string,
  matches: (station: Station) => boolean = () => true,
): PostoServido[] {
  const found = snapshot.words().having('names', wordsOf(nome)).filter(matches)
  // They come by CNPJ, and have far fewer names than there are stations.
  const byName = [...groupBy(found, nameOf)].toSorted(([a], [b]) => compareTexts(a, b))
  return byName.flatMap(([, stations]) => postosOf(stations))
}

const SUGGESTED = 3

/** Names of stations whose name and place together have the words; else near names in the place; else anywhere. */
export function similarNames(snapshot: Snapshot, nome: string, matches?: (station: Station) => boolean) {
  const words = wordsOf(nome)
  if (words.length === 0 || words.length > MOST_WORDS) return []
  const index = snapshot.words()
  // `maresia ponta verde`: each word is of the station's name, district or town.
  const withPlace = firstNames(index.having('all', words))
  if (withPlace.length > 0) return withPlace
  const there = matches ? index.stations.filter(matches) : index.stations
  if (there.length === index.stations.length) return nearNames(index, words)
  const inPlace = nearNames(index, words, there)
  return inPlace.length > 0 ? inPlace : nearNames(index, words)
}

/** Looking for a near word takes longest; a name has so many at most. */
const MOST_WORDS = 8

/** Trade names with the words asked for, each misspelt word replaced by the nearest word of stations' names; `among`: of some only. */
function nearNames(index: StationWords, words: readonly string[], among?: readonly Station[]) {
  const { tradeWords, having } = index
  const known = among ? [...new Set(among.flatMap((station) => wordsOf(nameOf(station))))] : tradeWords
  const meant = words.map((word) =>
    /\d/.test(word) || known.some((one) => one.startsWith(word))
      ? word
      : (nearest(word, known, 1)[0] ?? word),
  )
  const kept = among && new Set(among)
  return firstNames(having('tradeName', meant).filter((station) => !kept || kept.has(station)))
}

function firstNames(stations: readonly Station[]): string[] {
  return [...new Set(stations.map(nameOf))].toSorted(compareTexts).slice(0, SUGGESTED)
}

function nameOf({ posto }: Station): string {
  return posto.nomeFantasia
}

/** Longest word that is only found whole: `br` is no BRISA. */
export const SHORT = 3

/** Stations whose address names a road, and of those with some of the words `beside` it only these. */
export function stationsOn(
  snapshot: Snapshot,
  { inAddress, digits }: { inAddress: RegExp; digits: string },
  beside: string,
) {
  const { stations, marks } = snapshot.words()
  const written = [digits, `AL${digits}`, `BR${digits}`].map((word) => marks('street', word, true))
  const there = stations.filter(
    ({ posto }, at) =>
      written.some((marked) => marked[at]) && inAddress.test(fold(posto.endereco.nomeLogradouro)),
  )
  const told = stationsTold(snapshot, wordsOf(beside), { among: new Set(there) })
  return told.matched > 0 ? told : { postos: postosOf(there), matched: 0 }
}

/** Stations, some or all, whose name, street, district and town together, or street alone, have the most of the words. */
export function stationsTold(
  snapshot: Snapshot,
  words: readonly string[],
  { where = 'address', among }: { where?: 'address' | 'street'; among?: ReadonlySet<Station> } = {},
) {
  const { stations, marks } = snapshot.words()
  const counts = new Uint8Array(stations.length)
  for (const word of words) {
    const marked = marks(where, word, word.length <= SHORT)
    for (let at = 0; at < counts.length; at++) counts[at] = (counts[at] ?? 0) + (marked[at] ?? 0)
  }
  if (among) for (const [at, station] of stations.entries()) if (!among.has(station)) counts[at] = 0
  const matched = counts.reduce((most, count) => Math.max(most, count), 0)
  const found = matched === 0 ? [] : stations.filter((_, at) => counts[at] === matched)
  return { postos: postosOf(found), matched }
}

export function wordsOf(text: string): string[] {
  return fold(text).split(' ').filter(Boolean)
}

/** The words with an avenue's other name as addresses write it: `via expressa` is Menino Marcelo. */
export function asInAddresses(text: string): { street: string; isAvenue: boolean } {
  const words = ` ${placeWords(text).join(' ')} `
  for (const { own, street } of avenues)
    if (words.includes(own)) return { street: words.replace(own, street), isAvenue: true }
  return { street: text, isAvenue: false }
}

const avenues = localidades.flatMap(({ nome, rua }) => {
  const [own = '', street = ''] = [nome, rua ?? ''].map((name) => ` ${placeWords(name).join(' ')} `)
  return rua === undefined ? [] : { own, street }
})

/** Stations in whose names the short words are whole. */
export function inWhole(postos: readonly PostoServido[], words: string): PostoServido[] {
  const short = wordsOf(words).filter((word) => word.length <= SHORT)
  return postos.filter(({ nomeFantasia, razaoSocial }) =>
    short.every((word) => ` ${fold(`${nomeFantasia} ${razaoSocial}`)} `.includes(` ${word} `)),
  )
}

export function postosOf(stations: readonly Station[]): PostoServido[] {
  return stations.map(({ posto }) => posto)
}
