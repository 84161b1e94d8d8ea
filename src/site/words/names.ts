import type { Entrada } from '../../domain/answers/answer-schemas.ts'
import type { PostoServido } from '../../domain/answers/answer-schemas.ts'
import { municipioByCode } from '../../domain/alagoas/municipalities.ts'

/** `POSTO SAO JORGE LTDA` → `Posto Sao Jorge Ltda`: names come in capitals, which nobody reads gladly. */
export function readable(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\p{L}\p{N}]+/gu, (word, at) =>
      at > 0 && SMALL_WORDS.has(word) && !isSecondInitial(word, at)
        ? word
        : isInitials(word)
          ? word.toUpperCase()
          : capitalized(word),
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

/** `Rua do Sol, 365`; some streets are declared with the comma before the number. */
export function streetOf({
  endereco: { nomeLogradouro, numeroImovel },
}: Pick<PostoServido, 'endereco'>): string {
  const street = readable(nomeLogradouro.replace(/[\s,;-]+$/, ''))
  const number = /^(?:S\/?N|0*)$/.test(numeroImovel) ? '' : readable(numeroImovel)
  return [street, number].filter((part) => part !== '').join(', ')
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

/** `A A MELO`, `J E SILVA`: one letter after one that begins the name. */
function isSecondInitial(word: string, at: number): boolean {
  return word.length === 1 && at === 2
}

/** Roman numerals, roads and abbreviations, which have no vowel: BR 101, S10, JB. */
function isInitials(word: string): boolean {
  return (
    CAPITALS.has(word) || (!ABBREVIATED.has(word) && word.length <= 4 && !/[aeiouyáéíóúâêôãõà]/.test(word))
  )
}

function capitalized(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}

/** The id of a station's row, to which its sign on the map links. */
export function rowId({ estabelecimento }: Pick<Entrada, 'estabelecimento'>): string {
  return `posto-${estabelecimento.cnpj}`
}
