import { fold } from '../basics/text.ts'

/** Between names: `Centro, Arapiraca`, `Centro - Arapiraca`, `Arapiraca/AL`, `Centro (Arapiraca)`. */
const SEPARATORS = /[,;/|()\n]|\s[-\u2013\u2014]\s/u
const STATE = new Set(['AL', 'ALAGOAS', 'ESTADO DE ALAGOAS', 'BRASIL'])

/** How many places one text may name. */
export const MOST_PLACES = 20

/** The names a text is made of. Those of the state or the country, which every place here lies in, are no names. */
export function splitPlaces(text: string): string[] {
  return text
    .split(SEPARATORS)
    .map((part) => part.trim())
    .filter((part) => fold(part) !== '' && !isState(part))
}

export function isState(text: string): boolean {
  return STATE.has(fold(text))
}

/** The eight digits of a CEP, written with or without the word, its hyphen and dot. */
export function asCep(text: string): string | undefined {
  const match = /^(?:cep[:\s]*)?(\d{2})\.?(\d{3})[-\s]?(\d{3})$/i.exec(text.trim())
  return match ? match.slice(1).join('') : undefined
}

/** Alagoas has 57000-000 to 57999-999. */
export function isCepOfAlagoas(cep: string): boolean {
  return cep.startsWith('57')
}
