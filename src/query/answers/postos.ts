import type { Atribuicao } from '../../domain/answers/common.ts'
import type { RespostaPostos } from '../../domain/answers/posto.ts'
import { slugs } from '../../domain/facts/fuels.ts'
import { oncePer } from '../../domain/basics/memoize.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { compareTexts, fold, nearest } from '../../domain/basics/text.ts'
import { keepToBrands } from '../places/brands.ts'
import { placeOf } from '../places/find-place.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import type { Station } from '../../domain/state/stations.ts'

/** Stations by trade name, then CNPJ; those that once sold and no longer do are among them, with no fuels. */
export function answerPostos(
  snapshot: Snapshot,
  pedido: Pedido<'postos'>,
  atribuicao: Atribuicao,
): RespostaPostos {
  const { lugar, observacoes, matches, ...place } = keepToBrands(
    snapshot,
    placeOf(snapshot, pedido),
    pedido.bandeira,
  )
  const { nome = '' } = pedido
  const found = stationsNamed(snapshot, nome, matches)
  const kept = found.slice(0, pedido.limite)
  const similar = found.length === 0 ? similarNames(snapshot, nome, matches) : []
  const sugestoes = place.sugestoes ?? (similar.length > 0 ? similar : undefined)
  return {
    totalPostos: kept.length,
    totalEncontrados: found.length,
    atualizadoEm: snapshot.atualizadoEm,
    lugar,
    observacoes,
    ...(sugestoes && { sugestoes }),
    conteudo: kept.map(({ posto }) => ({
      estabelecimento: posto,
      combustiveis: slugs.filter((slug) => snapshot.current(posto.cnpj, slug).length > 0),
    })),
    ...atribuicao,
  }
}

/**
 * By trade name, then CNPJ. Each word asked for begins a word of the trade name or of the company's: `sho` finds POSTO SHOPPING,
 * `posto` finds all.
 */
export function stationsNamed(
  snapshot: Snapshot,
  nome: string,
  matches: (station: Station) => boolean = () => true,
): Station[] {
  const words = wordsOf(nome)
  return snapshot
    .stations()
    .filter((station) => matches(station) && words.every((word) => namesOf(station).includes(` ${word}`)))
    .toSorted((a, b) => compareTexts(nameOf(a), nameOf(b)) || compareTexts(a.posto.cnpj, b.posto.cnpj))
}

const namesOf = oncePer(
  ({ posto: { nomeFantasia, razaoSocial } }: Station) => ` ${fold(`${nomeFantasia} ${razaoSocial}`)}`,
)

const SUGGESTED = 3

/** Names of stations whose name and place together have the words; else near names in the place; else anywhere. */
export function similarNames(
  snapshot: Snapshot,
  nome: string,
  matches: (station: Station) => boolean = () => true,
): string[] {
  const words = wordsOf(nome)
  if (words.length === 0 || words.length > MOST_WORDS) return []
  const stations = snapshot.stations()
  const withPlace = firstNames(stations.filter((station) => isNamedWithPlace(station, words)))
  if (withPlace.length > 0) return withPlace
  const there = nearNames(stations.filter(matches), words)
  return there.length > 0 ? there : nearNames(stations, words)
}

/** `maresia ponta verde`: each word is of the station's name, district or town. */
function isNamedWithPlace(station: Station, words: readonly string[]): boolean {
  const { bairro, municipio } = station.posto.endereco
  const told = `${namesOf(station)} ${fold(`${bairro} ${municipio}`)}`
  return words.every((word) => told.includes(` ${word}`))
}

/** Looking for a near word takes longest; a name has so many at most. */
const MOST_WORDS = 8

/** Trade names with the words asked for, each misspelt word replaced by the nearest word of stations' names. */
function nearNames(stations: readonly Station[], words: readonly string[]): string[] {
  const vocabulary = new Set(stations.flatMap((station) => fold(nameOf(station)).split(' ')))
  const known = [...vocabulary]
  const meant = words.map((word) =>
    /\d/.test(word) || known.some((one) => one.startsWith(word))
      ? word
      : (nearest(word, known, 1)[0] ?? word),
  )
  return firstNames(
    stations.filter((station) => meant.every((word) => ` ${fold(nameOf(station))}`.includes(` ${word}`))),
  )
}

function firstNames(stations: readonly Station[]): string[] {
  return [...new Set(stations.map(nameOf))].toSorted(compareTexts).slice(0, SUGGESTED)
}

function wordsOf(nome: string): string[] {
  return nome === '' ? [] : fold(nome).split(' ')
}

function nameOf({ posto }: Station): string {
  return posto.nomeFantasia
}
