import type { RespostaPostos } from '../../domain/answers/posto.ts'
import type { RespostaPrecos } from '../../domain/answers/precos.ts'
import type { PostoServido } from '../../domain/answers/shared-schemas.ts'
import { municipioByCode, municipios } from '../../domain/alagoas/municipalities.ts'
import words from './capitalisation.json' with { type: 'json' }
import places from './place-articles.json' with { type: 'json' }
import { MACEIO } from '../../domain/alagoas/known-places.ts'
import { createMemory } from '../../domain/basics/memoize.ts'
import { districtKeyOf, districtsOfMaceio } from '../../domain/places/place-names.ts'
import { fold, unaccented } from '../../domain/basics/text.ts'
import { punctuatedCnpj } from './formatting.ts'

/** `POSTO SAO JORGE II LTDA` → `Posto Sao Jorge II Ltda`. The source declares every name in capitals, mostly without accents. */
export function titled(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\p{L}\p{N}]+/gu, (word, at: number) =>
      isSmall(word, name.slice(at + word.length), at, name.charAt(at - 1))
        ? word
        : isInitials(word)
          ? word.toUpperCase()
          : `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
    )
}

/** A station as people call it: without the form of its company. */
export function stationName({ nomeFantasia }: Pick<PostoServido, 'nomeFantasia'>): string {
  return titled(nomeFantasia.replace(COMPANY, ''))
}

const COMPANY = /(?<=\S)(?<!\b(?:D[AEO]|POSTO))(?:[\s.,-]+(?:LTDA|EIRELI|EPP|ME|S[./]?A)\b\.?)+$/i

/**
 * Sentences as people read them on a page or in a terminal: a CNPJ with its station's name before it. An assistant has the name, which may
 * read like an instruction, in a field alone.
 */
export function namedNotes({
  observacoes,
  postoMaisPerto,
  economia,
}: Pick<RespostaPrecos, 'observacoes' | 'postoMaisPerto'> &
  Partial<Pick<RespostaPrecos, 'economia'>>): string[] {
  const stations = [postoMaisPerto ?? [], economia?.maisPerto ?? []].flat()
  return observacoes.map((note) =>
    stations.reduce(
      (said, posto) =>
        said.replace(`CNPJ ${punctuatedCnpj(posto.cnpj)}`, (cnpj) => `${stationName(posto)}, ${cnpj}`),
      note,
    ),
  )
}

/** CNPJ of the only station found, or the only one whose whole trade name is the one asked for: it comes before the others. */
export function soleStation(
  { totalEncontrados, conteudo }: Pick<RespostaPostos, 'totalEncontrados' | 'conteudo'>,
  asked: string,
): string | undefined {
  const [first, second] = conteudo.map(({ estabelecimento }) => estabelecimento)
  const isCalled = ({ nomeFantasia }: PostoServido) => fold(nomeFantasia) === fold(asked)
  const isSole = totalEncontrados === 1 || (first && isCalled(first) && !(second && isCalled(second)))
  return isSole ? first?.cnpj : undefined
}

/** The company's name of a station found by it: words asked for are not all in the trade name. */
export function companyFound(
  { nomeFantasia, razaoSocial }: Pick<PostoServido, 'nomeFantasia' | 'razaoSocial'>,
  asked: string,
): string | undefined {
  const own = fold(nomeFantasia).split(' ')
  const isTrade = fold(asked)
    .split(' ')
    .every((word) => own.some((name) => name.startsWith(word)))
  return isTrade ? undefined : razaoSocial
}

/** A municipality with its accents: by its IBGE code, or without one by the source's name. */
export function townOf(town: Town & { municipio: string }): string {
  return knownTown(town)?.nome ?? titled(town.municipio)
}

interface Town {
  codigoIBGE?: number
  municipio?: string
}

function knownTown({ codigoIBGE, municipio }: Town) {
  return codigoIBGE === undefined
    ? municipios.find(({ nomeNaFonte }) => nomeNaFonte === municipio)
    : municipioByCode(codigoIBGE)
}

export const GROUP_NAMES: Record<'municipio' | 'bairro' | 'bandeira', readonly [one: string, many: string]> =
  {
    municipio: ['município', 'municípios'],
    bairro: ['bairro', 'bairros'],
    bandeira: ['bandeira', 'bandeiras'],
  }

type Street = Pick<PostoServido['endereco'], 'nomeLogradouro' | 'numeroImovel'>

/** `Rua do Sol, 365`. Some streets are declared with the comma before the number, and `S/N`, `SN` or `0` for none. */
export function streetOf({ endereco }: { endereco: Street }): string {
  const { nomeLogradouro, numeroImovel } = endereco
  const street = titled(nomeLogradouro.replace(/[\s,;-]+$/, ''))
  const number = /^(?:S\/?N|0*)$/.test(numeroImovel) ? '' : titled(numeroImovel)
  return [street, number].filter((part) => part !== '').join(', ')
}

const SMALL = new Set(words.small)
const ABBREVIATED = new Set(words.abbreviated)
const CAPITALS = new Set(words.capitals)

/** A connective between two words. At the end (`Rua A`) or second of initials (`A A MELO`, `J E SILVA`) the letter is a name. */
function isSmall(word: string, rest: string, at: number, before: string): boolean {
  // `POSTO'S`, but not `D'AJUDA`.
  if (word === 's' && before === "'") return true
  return at > 0 && SMALL.has(word) && /^[ '][\p{L}\p{N}]/u.test(rest) && !(word.length === 1 && at === 2)
}

/** Roman numerals, roads and abbreviations, which have no vowel: BR 101, S10, JB. */
function isInitials(word: string): boolean {
  return (
    CAPITALS.has(word) || (!ABBREVIATED.has(word) && word.length <= 4 && !/[aeiouyáéíóúâêôãõà]/.test(word))
  )
}

const GENDERS = new Map(
  Object.entries(places.articles).flatMap(([article, names]) =>
    names.flat().map((name) => [name, article] as const),
  ),
)

/** `o` or `a` where people say it before a place: by its first word, or its first two; empty before most towns. */
function articleOf(nome: string): string {
  const [first = '', second = ''] = nome.split(/[\s,]+/)
  return GENDERS.get(`${first} ${second}`) ?? GENDERS.get(first) ?? ''
}

/** `do Aeroporto de Maceió`, `da Ponta Verde`, `de Penedo`. */
export function ofPlace(nome: string): string {
  return `d${articleOf(nome) || 'e'} ${nome}`
}

/** `ao Aeroporto de Maceió`, `à Ponta Verde`, `a Penedo`. */
export function toPlace(nome: string): string {
  const article = articleOf(nome)
  return `${article === 'a' ? 'à' : `a${article}`} ${nome}`
}

/** `no Farol`, `na Ponta Verde`, `em Penedo`. */
export function inPlace(nome: string): string {
  const article = articleOf(nome)
  return `${article === '' ? 'em' : `n${article}`} ${nome}`
}

/** Official names by spelling, remembered: spellings repeat a hundredfold, and folding one costs microseconds. */
const known = createMemory<string, string>()

/** A district as menus write it: `Tabuleiro do Martins` for `TAB.DOS MARTINS` of the capital, elsewhere the station's spelling with its accents. */
export function districtOf({ bairro, ...town }: Town & { bairro: string }): string {
  const codigoIBGE = town.codigoIBGE ?? knownTown(town)?.codigoIBGE
  const own =
    codigoIBGE === MACEIO
      ? known(bairro, () => districtsOfMaceio().get(districtKeyOf({ bairro, codigoIBGE }))?.nome ?? '')
      : ''
  return own || accented(bairro)
}

const ACCENTED = new Map(places.accented.flat().map((word) => [unaccented(word).toUpperCase(), word]))

/** `São Luiz II` for `SAO LUIZ II`: words that can have but one accent, which stations leave out. */
export function accented(bairro: string): string {
  return titled(bairro.replace(/[A-Z]+/g, (word) => ACCENTED.get(word)?.toUpperCase() ?? word))
}

/** A fuel: `gasolina comum`, but `GNV`. */
export function inSentence(name: string): string {
  return /^\p{Lu}{2}/u.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1)
}
