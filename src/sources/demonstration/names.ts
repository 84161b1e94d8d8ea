import { chance, chanceInteger, choose } from './chance.ts'
import words from './words.json' with { type: 'json' }

const { firstNames, secondNames, streets } = words

/** A fictional name by its own words, unique for indexes below 720. */
export function tradeName(index: number): string {
  const second = Math.floor(index / firstNames.length) + index
  return `POSTO FICTICIO ${firstNames[index % firstNames.length]} ${secondNames[second % secondNames.length]}`
}

/** The company's name, one in seven written as carelessly as in the source. */
export function companyName(index: number, seed: number): string {
  const name = `${tradeName(index)} COMBUSTIVEIS LTDA`
  if (chance(seed, index, 11) > 0.15) return name
  return name.replace('POSTO', 'Posto ').replace('COMBUSTIVEIS', '  Comb. e Deriv.')
}

export function streetAddress(seed: number): { nomeLogradouro: string; numeroImovel: string } {
  const number = chance(seed, 0, 12)
  return {
    nomeLogradouro: choose(streets, seed, 0, 13),
    numeroImovel:
      number < 0.2
        ? choose(['S/N', 'SN', '00000'], seed, 0, 14)
        : String(chanceInteger(1, 3999, seed, 0, 15)),
  }
}

/** No telephone of Brazil begins with 0. */
export function telephone(seed: number): string {
  return `(82) 0${String(chanceInteger(0, 9_999_999, seed, 0, 16)).padStart(7, '0')}`
}

/** 14 characters whose check digits are both wrong, on purpose: the real register cannot contain such a company. */
export function wrongCnpj(seed: number, withLetters: boolean): string {
  const digits = String(chanceInteger(0, 69_999_999, seed, 0, 17)).padStart(8, '0')
  const root = `${withLetters ? `FIC${digits.slice(3)}` : digits}0001`
  const right = checkDigit(root)
  const first = (right + chanceInteger(1, 9, seed, 0, 18)) % 10
  // Wrong after the right first digit and after the false one.
  const avoided = new Set([checkDigit(root + right), checkDigit(root + first)])
  const seconds = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => !avoided.has(digit))
  return `${root}${first}${choose(seconds, seed, 0, 19)}`
}

/** The register's own sum, modulo 11; letters count by their character code, as since July 2026. */
function checkDigit(text: string): number {
  const sum = [...text].reduceRight(
    (total, letter, index) => total + (letter.charCodeAt(0) - 48) * (2 + ((text.length - 1 - index) % 8)),
    0,
  )
  return sum % 11 < 2 ? 0 : 11 - (sum % 11)
}
