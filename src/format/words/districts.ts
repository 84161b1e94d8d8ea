import { MACEIO } from '../../domain/alagoas/known-places.ts'
import { createMemory } from '../../domain/basics/memoize.ts'
import { districtKeyOf, districtsOfMaceio } from '../../domain/places/place-names.ts'
import { unaccented } from '../../domain/basics/text.ts'
import { titled } from './names.ts'
import words from './place-articles.json' with { type: 'json' }

/** Official names by spelling, remembered: spellings repeat a hundredfold, and folding one costs microseconds. */
const known = createMemory<string, string>()

/** A district as menus write it: `Tabuleiro do Martins` for `TAB.DOS MARTINS` of the capital, elsewhere the station's spelling with its accents. */
export function districtOf({ bairro, codigoIBGE }: { bairro: string; codigoIBGE: number }): string {
  const own =
    codigoIBGE === MACEIO
      ? known(bairro, () => districtsOfMaceio().get(districtKeyOf({ bairro, codigoIBGE }))?.nome ?? '')
      : ''
  return own || accented(bairro)
}

const ACCENTED = new Map(words.accented.flat().map((word) => [unaccented(word).toUpperCase(), word]))

/** `São Luiz II` for `SAO LUIZ II`: words that can have but one accent, which stations leave out. */
export function accented(bairro: string): string {
  return titled(bairro.replace(/[A-Z]+/g, (word) => ACCENTED.get(word)?.toUpperCase() ?? word))
}
