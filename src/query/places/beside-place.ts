import type { Slug } from '../../domain/facts/fuels.ts'
import { fuelByAlias, mayBeCookingGas } from '../../domain/facts/fuels.ts'
import { unknownFuel } from '../../domain/questions/parameter-problems.ts'
import type { Directory } from './directory.ts'
import { exactTown } from './place-lookup.ts'

/** A fuel that a text begins or ends with. */
interface FuelBeside {
  combustivel: Slug
  /** The other words: most likely a place, or nothing. */
  place: string
  /** What is to be said of the fuel's name. */
  observacoes: readonly string[]
}

/** `etanol maceió`, `penedo gasolina aditivada`, `diesel s10 no farol`: the longest name of a fuel comes first. */
export function fuelsBeside(text: string): FuelBeside[] {
  const words = wordsOf(text)
  const found: FuelBeside[] = []
  for (let length = MOST_FUEL_WORDS; length > 0; length--)
    for (const [named, others] of [
      [words.slice(0, length), words.slice(length)],
      [words.slice(-length), words.slice(0, -length)],
    ] as const) {
      const name = named.join(' ')
      const place = others.join(' ').replace(PREPOSITION, '')
      // A digit is the source's code for a fuel; here it is the number of a district or a station.
      const combustivel = /\p{L}/u.test(name) ? fuelByAlias(name)?.slug : undefined
      if (combustivel) found.push({ combustivel, place, observacoes: [] })
      else if (mayBeCookingGas(name))
        found.push({ combustivel: 'gnv', place, observacoes: [unknownFuel(name).frase] })
    }
  return found
}

/** `Posto Serrano, Maceió`, `serrano em maceió`: the last words name the municipality, the others something there. */
export function townBeside(directory: Directory, text: string): { name: string; town: number } | undefined {
  const words = wordsOf(text)
  for (let at = 1; at < words.length; at++) {
    const town = exactTown(directory, words.slice(at).join(' ').replace(PREPOSITION, ''))
    if (town !== undefined) return { name: words.slice(0, at).join(' '), town }
  }
  return undefined
}

const MOST_FUEL_WORDS = 3
const PREPOSITION = /^(?:em|n[oa]s?|d[eoa]s?)\s+/i

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '')
}
