import { MACEIO, bairrosDeMaceio } from '../../domain/alagoas/known-places.ts'
import { type Municipio, municipios } from '../../domain/alagoas/municipalities.ts'
import { ESTADO } from '../../domain/alagoas/state.ts'
import type { Estabelecimento } from '../../domain/facts/sale-record.ts'
import { unaccented } from '../../domain/basics/text.ts'
import { chance, chanceInteger, choose, draw } from './chance.ts'
import figures from './figures.json' with { type: 'json' }
import words from './invented-names.json' with { type: 'json' }

/** A fictional station; `estabelecimento` is raw, in the source's form, shared by all of its records. */
export interface InventedStation {
  seed: number
  codigoIBGE: number
  allNight: boolean
  estabelecimento: RawStation
}

export type RawStation = Omit<Estabelecimento, Unknown> & Partial<Pick<Estabelecimento, Unknown>>
/** Members that the source omits where it does not know them. */
type Unknown = 'nomeFantasia' | 'telefone'

/** Stations with each flaw, as counted among the real ones in April 2026, and points in Bahia and Paraná. Those of a `contradictedPoint` differ in street. */
const { flaws, otherStates } = figures

/** Stations, as many per municipality as in reality, always the same ones. */
export function buildStations(): InventedStation[] {
  const stations = municipios.flatMap((m) => Array.from({ length: m.postos }, () => m)).map(build)
  const [unknown, known] = split(stations, draw(stations, flaws.withoutPoint, 31))
  for (const station of unknown) move(station, { latitude: 0, longitude: 0 })
  const [astray, inPlace] = split(known, draw(known, flaws.otherState, 32))
  for (const station of astray) move(station, choose(otherStates, station.seed, 33))
  const pairs = draw(neighbours(inPlace), flaws.sharedPoint / 2, 34)
  const ofTwoStreets = new Set(draw(pairs, flaws.contradictedPoint / 2, 38))
  for (const pair of pairs) {
    const { bairro, nomeLogradouro, latitude, longitude } = pair.first.estabelecimento.endereco
    const street = ofTwoStreets.has(pair) ? {} : { nomeLogradouro }
    Object.assign(pair.second.estabelecimento.endereco, { bairro, latitude, longitude, ...street })
  }
  for (const station of draw(stations, flaws.withoutTradeName, 36))
    delete station.estabelecimento.nomeFantasia
  for (const station of draw(stations, flaws.withoutTelephone, 37)) delete station.estabelecimento.telefone
  for (const { seed, estabelecimento } of draw(stations, flaws.withLetters, 35))
    estabelecimento.cnpj = wrongCnpj(seed, true)
  return stations
}

function build(municipio: Municipio, index: number): InventedStation {
  const { codigoIBGE, nomeNaFonte } = municipio
  const seed = Math.floor(chance(codigoIBGE, index, 1) * 0x7fff_ffff)
  const { bairro, latitude, longitude, spread } = placeOf(municipio, seed)
  return {
    seed,
    codigoIBGE,
    allNight: chance(seed, 0, 2) < 0.3,
    estabelecimento: {
      cnpj: wrongCnpj(seed, false),
      razaoSocial: companyName(index, seed),
      nomeFantasia: tradeName(index),
      telefone: telephone(seed),
      endereco: {
        ...streetAddress(seed),
        bairro,
        cep: `${ESTADO.prefixoDoCep}${String(chanceInteger(0, 999, seed, 5)).padStart(3, '0')}000`,
        codigoIBGE,
        municipio: nomeNaFonte,
        latitude: round6(latitude + (chance(seed, 0, 6) - 0.5) * 2 * spread),
        longitude: round6(longitude + (chance(seed, 0, 7) - 0.5) * 2 * spread),
      },
    },
  }
}

/** Ways to write a district on an invoice, for those with several. */
const spellings: Partial<Record<string, readonly string[]>> = words.spellings

/** A place of the municipality. `spread`: the greatest distance of a station from it, in degrees; smaller along the coast. */
function placeOf({ codigoIBGE, latitude, longitude }: Municipio, seed: number) {
  if (codigoIBGE !== MACEIO)
    return { bairro: choose(words.districts, seed, 21), latitude, longitude, spread: 0.012 }
  const { nome, ...point } = choose(bairrosDeMaceio, seed, 22)
  const name = nome.toUpperCase()
  const written = spellings[name] ?? [name, name, unaccented(name)]
  return { bairro: choose(written, seed, 23), ...point, spread: 0.004 }
}

function neighbours(stations: readonly InventedStation[]) {
  return stations.flatMap((first, i) => {
    const second = stations[i + 1]
    return i % 2 === 0 && second?.codigoIBGE === first.codigoIBGE ? [{ first, second, seed: first.seed }] : []
  })
}

function split(stations: readonly InventedStation[], drawn: readonly InventedStation[]) {
  const chosen = new Set(drawn)
  return [stations.filter((s) => chosen.has(s)), stations.filter((s) => !chosen.has(s))] as const
}

function move({ estabelecimento }: InventedStation, point: (typeof otherStates)[number]): void {
  Object.assign(estabelecimento.endereco, point)
}

function round6(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}

const { firstNames, secondNames, streets } = words

/** A fictional name by its own words, unique for indexes below 720. */
export function tradeName(index: number): string {
  const second = Math.floor(index / firstNames.length) + index
  return `POSTO FICTICIO ${firstNames[index % firstNames.length]} ${secondNames[second % secondNames.length]}`
}

/** The company's name, one in seven written as carelessly as in the source. */
function companyName(index: number, seed: number): string {
  const name = `${tradeName(index)} COMBUSTIVEIS LTDA`
  if (chance(seed, index, 11) > 0.15) return name
  return name.replace('POSTO', 'Posto ').replace('COMBUSTIVEIS', '  Comb. e Deriv.')
}

export function streetAddress(seed: number): { nomeLogradouro: string; numeroImovel: string } {
  const hasNumber = chance(seed, 0, 12) >= 0.2
  const number = String(chanceInteger(1, 3999, seed, 15))
  return {
    nomeLogradouro: choose(streets, seed, 13),
    numeroImovel: hasNumber ? number : choose(['S/N', 'SN', '00000'], seed, 14),
  }
}

/** No telephone of Brazil begins with 0. */
export function telephone(seed: number): string {
  return `(82) 0${String(chanceInteger(0, 9_999_999, seed, 16)).padStart(7, '0')}`
}

/** 14 characters whose check digits are both wrong, on purpose: the real register cannot contain such a company. */
function wrongCnpj(seed: number, withLetters: boolean): string {
  const digits = String(chanceInteger(0, 69_999_999, seed, 17)).padStart(8, '0')
  const root = `${withLetters ? `FIC${digits.slice(3)}` : digits}0001`
  const right = checkDigit(root)
  const first = (right + chanceInteger(1, 9, seed, 18)) % 10
  // Wrong after the right first digit and after the false one.
  const avoided = new Set([checkDigit(root + right), checkDigit(root + first)])
  const seconds = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => !avoided.has(digit))
  return `${root}${first}${choose(seconds, seed, 19)}`
}

/** The register's own sum, modulo 11; letters count by their character code, as since July 2026. */
function checkDigit(text: string): number {
  const sum = [...text].reduceRight(
    (total, letter, index) => total + (letter.charCodeAt(0) - 48) * (2 + ((text.length - 1 - index) % 8)),
    0,
  )
  return sum % 11 < 2 ? 0 : 11 - (sum % 11)
}
