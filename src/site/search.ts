import type { PostoServido, RespostaBairros } from '../domain/answers.ts'
import type { Municipio } from '../domain/municipalities.ts'
import { municipioByCode } from '../domain/municipalities.ts'
import { parametros } from '../domain/parameters.ts'
import { fold, nearest } from '../domain/text.ts'
import type { LocalQuery } from '../query/query.ts'
import { byName } from './addresses.ts'
import type { Sources } from './page.ts'
import { pedido } from './page.ts'

export interface District {
  name: string
  municipio: Municipio
  postos: number
}

/** What a word may mean. */
export interface Hits {
  towns: Municipio[]
  districts: District[]
  stations: PostoServido[]
  /** Whether the word itself is nowhere, and these are only like it. */
  isGuess: boolean
  /** The CNPJ the words are, which no station has. */
  unknownCnpj?: string
}

/** More help nobody: who finds his station in none of these writes another word. */
const MOST = 20

/** Towns, districts and stations whose names hold the words; where none does, those with names like it. */
export async function search(
  { query, version }: Pick<Sources, 'query' | 'version'>,
  words: string,
): Promise<Hits> {
  const cnpj = parametros.cnpj.parse(words)
  const own = cnpj === undefined ? undefined : await stationOf(query, cnpj)
  if (own) return { towns: [], districts: [], stations: [own], isGuess: false }
  const wanted = fold(words)
  const districts = await districtsNow(query, version())
  const towns = byName.filter(({ nome }) => holds(fold(nome), wanted))
  const found = districts.filter(({ folded }) => holds(folded, wanted))
  const { conteudo: named } = await query.postos(pedido('postos', { nome: words, limite: MOST }))
  const stations = named.map(({ estabelecimento }) => estabelecimento)
  if (towns.length + found.length + stations.length > 0)
    return { towns, districts: found.slice(0, MOST), stations, isGuess: false }
  if (cnpj !== undefined && isOneNumber(words))
    return { towns: [], districts: [], stations: [], isGuess: true, unknownCnpj: cnpj }
  const near = new Set(
    nearest(words, [...byName.map(({ nome }) => nome), ...districts.map(({ name }) => name)]),
  )
  return {
    towns: byName.filter(({ nome }) => near.has(nome)),
    districts: districts.filter(({ name }) => near.has(name)).slice(0, MOST),
    stations: [],
    isGuess: true,
  }
}

async function stationOf(query: LocalQuery, cnpj: string): Promise<PostoServido | undefined> {
  const { conteudo } = await query.postos(pedido('postos', {}))
  return conteudo.find(({ estabelecimento }) => estabelecimento.cnpj === cnpj)?.estabelecimento
}

/** As letters may stand in a CNPJ, `posto centro 101` has its form too; nobody writes one in words. */
function isOneNumber(words: string): boolean {
  return !/\s/.test(words) || !/\p{L}/u.test(words)
}

/** Read once for each commit: whoever searches once searches again. */
async function districtsNow(query: LocalQuery, commit: object | undefined): Promise<readonly Named[]> {
  const known = commit && districtsOfCommit.get(commit)
  if (known) return known
  const districts = districtsOf(await query.bairros(pedido('bairros', {})))
  if (commit) districtsOfCommit.set(commit, districts)
  return districts
}

const districtsOfCommit = new WeakMap<object, readonly Named[]>()

/** With its name as searched for. */
interface Named extends District {
  folded: string
}

/** By how many stations have a price there, one for all spellings. */
function districtsOf({ conteudo }: RespostaBairros): Named[] {
  return conteudo
    .flatMap(({ nome, codigoIBGE, postos }) => {
      const municipio = municipioByCode(codigoIBGE)
      return municipio ? [{ name: nome, municipio, postos, folded: fold(nome) }] : []
    })
    .toSorted((a, b) => b.postos - a.postos)
}

/** Whole words or their beginnings, as people cut names short. */
function holds(folded: string, wanted: string): boolean {
  return ` ${folded}`.includes(` ${wanted}`)
}
