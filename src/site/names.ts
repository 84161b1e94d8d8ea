import type { PostoServido } from '../domain/answers.ts'
import { municipioByCode } from '../domain/municipalities.ts'

/** `POSTO SAO JORGE LTDA` → `Posto Sao Jorge Ltda`: names come in capitals, which nobody reads gladly. */
export function readable(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\p{L}\p{N}]+/gu, (word, at) =>
      at > 0 && SMALL_WORDS.has(word) ? word : isInitials(word) ? word.toUpperCase() : capitalized(word),
    )
}

export function stationName({ nomeFantasia }: Pick<PostoServido, 'nomeFantasia'>): string {
  return readable(nomeFantasia)
}

export function districtName({ endereco }: PostoServido): string {
  return readable(endereco.bairro)
}

/** With its accents, where it is one of ours. */
export function townName({ endereco }: PostoServido): string {
  return municipioByCode(endereco.codigoIBGE)?.nome ?? readable(endereco.municipio)
}

/** `Rua do Sol, 365`. */
export function streetOf({ endereco: { nomeLogradouro, numeroImovel } }: PostoServido): string {
  const number = /^(?:S\/?N|0*)$/.test(numeroImovel) ? '' : `, ${readable(numeroImovel)}`
  return readable(nomeLogradouro) + number
}

const SMALL_WORDS = new Set(['a', 'as', 'da', 'das', 'de', 'do', 'dos', 'e', 'em', 'na', 'no', 'o', 'os'])
const ABBREVIATED = new Set(['dr', 'dra', 'sr', 'sra', 'jr', 'av', 'st', 'sta', 'sto', 'km', 'ltda', 'cia'])
const CAPITALS = new Set([
  'al',
  'me',
  'epp',
  'sa',
  'ii',
  'iii',
  'iv',
  'vi',
  'vii',
  'viii',
  'xi',
  'ale',
  'gnv',
  'eireli',
])

/** Roman numerals, roads and abbreviations, which have no vowel: BR 101, S10, JB. */
function isInitials(word: string): boolean {
  return (
    CAPITALS.has(word) || (!ABBREVIATED.has(word) && word.length <= 4 && !/[aeiouyáéíóúâêôãõà]/.test(word))
  )
}

function capitalized(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}
