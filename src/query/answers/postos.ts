import type { Unattributed } from '../../domain/questions/schemas-of-routes.ts'
import type { PostoServido } from '../../domain/answers/shared-schemas.ts'
import { mapInTurns, pause } from '../../domain/basics/event-loop.ts'
import { slugs } from '../../domain/facts/fuels.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { compareTexts, fold, nearest } from '../../domain/basics/text.ts'
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

/** By trade name, that asked for first, then CNPJ. Each word asked for begins a word of the trade or company name: `sho` finds POSTO SHOPPING, `posto` all. */
export function stationsNamed(
  snapshot: Snapshot,
  nome: string,
  matches: (station: Station) => boolean = () => true,
): PostoServido[] {
  const found = snapshot.words().having('names', wordsOf(nome)).filter(matches)
  // They come by CNPJ, and have far fewer names than there are stations.
  const byName = [...groupBy(found, nameOf)].toSorted(([a], [b]) => compareTexts(a, b))
  const whole = fold(nome)
  const first = byName.filter(([name]) => fold(name) === whole)
  const others = byName.filter((each) => !first.includes(each))
  return [...first, ...others].flatMap(([, stations]) => postosOf(stations))
}

const SUGGESTED = 3

/** Names of stations whose name and place together have the words, else near names; of a place asked for its own first, and no word may be a place alone. */
export function similarNames(snapshot: Snapshot, nome: string, matches?: (station: Station) => boolean) {
  const words = wordsOf(nome)
  if (words.length === 0 || words.length > MOST_WORDS) return []
  const index = snapshot.words()
  // `maresia ponta verde`: each word is of the station's name, district or town.
  const withPlace = index.having('all', words)
  const there = matches ? index.stations.filter(matches) : index.stations
  if (there.length === index.stations.length)
    return withPlace.length > 0 ? firstNames(withPlace) : nearNames(index, words)
  const named = new Set(words.flatMap((word) => index.having('names', [word])))
  const own = firstNames(withPlace.filter((station) => named.has(station) && matches?.(station)))
  const inPlace = own.length > 0 ? own : nearNames(index, words, there)
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

export function wordsOf(text: string): string[] {
  return fold(text).split(' ').filter(Boolean)
}

export function postosOf(stations: readonly Station[]): PostoServido[] {
  return stations.map(({ posto }) => posto)
}
