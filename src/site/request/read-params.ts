import { type Slug, fuelByAlias } from '../../domain/facts/fuels.ts'
import type { Municipio } from '../../domain/alagoas/municipalities.ts'
import { invalidParameters, refusedValue, unknownFuel } from '../../domain/questions/parameter-problems.ts'
import { parametros } from '../../domain/questions/parameters.ts'
import { USUAL_FUEL, USUAL_RATIO } from '../../domain/facts/rules.ts'
import { nearest, quote } from '../../domain/basics/text.ts'
import { GasolinaError } from '../../errors.ts'
import { byName, municipalityFor } from './addresses.ts'

/** Readers of pages' parameters: they throw `parametro_invalido` with the accepted values, all but `readRatio` and `toNumber`. */

/** Highest price of ethanol for one's own car, as a part of gasolina's. */
export interface Ratio {
  razao: number
  /** A text that is no ratio, as typed: `razao` is then the usual one. */
  refused?: string
}

/** Ratio of the parameter `razao`, or of the car's kilometres a litre of each fuel. A refused one is returned, so the page stays. */
export function readRatio(search: ReadonlyMap<string, string>): Ratio {
  const typed = ['alcool', 'gasolina'].map((name) => search.get(name)?.trim() ?? '')
  const km = typed.filter((text) => text !== '')
  const wrong = km.find((text) => !(toNumber(text) > 0)) ?? (km.length === 1 ? km[0] : undefined)
  if (wrong !== undefined) return { razao: USUAL_RATIO, refused: wrong }
  const [alcool = 0, gasolina = 0] = km.map(toNumber)
  const text = km.length > 0 ? writtenRatio(alcool / gasolina) : (search.get('razao') ?? '')
  // Percents are meant: 73 is 0,73.
  const given = toNumber(text) > 1 && toNumber(text) <= 100 ? String(toNumber(text) / 100) : text
  const razao = given === '' ? USUAL_RATIO : parametros.razao.parse(given)
  return razao === undefined ? { razao: USUAL_RATIO, refused: text } : { razao }
}

/** `0,7304`, as the form has it: with fewer decimals stations near the limit would be counted wrong. */
export function writtenRatio(razao: number): string {
  return String(Math.round(razao * 10_000) / 10_000).replace('.', ',')
}

/** Number of a text such as `4,69` or `R$ 4,69`: NaN for any other text, 0 for an empty one. */
export function toNumber(text = ''): number {
  return Number(text.replace(/^\s*R\$/i, '').replace(',', '.'))
}

export function readFuelName(text: string | undefined): Slug {
  const slug = text ? fuelByAlias(text)?.slug : USUAL_FUEL
  if (slug) return slug
  throw invalid(unknownFuel(text ?? '').frase)
}

export function readTownName(text: string): Municipio {
  const municipio = municipalityFor(text)
  if (municipio) return municipio
  const names = byName.map(({ nome }) => nome)
  const [near] = nearest(text, names, 1)
  throw invalid(
    `Não há município '${quote(text)}' em Alagoas${near === undefined ? '' : ` (talvez ${near}?)`}: use o nome ou o código do IBGE de um dos ${names.length}, como maceio,arapiraca.`,
  )
}

export function readCnpjParam(text: string): string {
  return accepted(parametros.cnpj.parse(text), 'CNPJ', text, parametros.cnpj.aceita)
}

export function readText(name: 'bairro' | 'bandeira' | 'nome', given = '', label: string = name) {
  const text = given.trim()
  if (text === '') return undefined
  accepted(parametros[name].parse(text), label, text, parametros[name].aceita)
  return text
}

/** The parameter `pagina`, undefined without one. */
export function readGivenPage(text = ''): number | undefined {
  if (text === '') return undefined
  return accepted(readPageNumber(text), 'pagina', text, parametros.pagina.aceita)
}

/** The number of a page in a path, 1 without one; undefined when it is no number. */
export function readPageNumber(text: string | undefined): number | undefined {
  if (text === undefined) return 1
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined
}

/** Kilometres to choose from. */
export const RADII = [1, 2, 3, 5, 10, 20]
export const USUAL_KM = 10

export function readRadius(text: string | undefined): number {
  return Number(readOneOf('raio', text, RADII.map(String), String(USUAL_KM)))
}

/** One of `options`, by default the first. */
export function readOneOf<const O extends string>(
  name: string,
  text: string | undefined,
  options: readonly O[],
  usual = options[0],
): O {
  const found = text ? options.find((option) => option === text) : usual
  if (found !== undefined) return found
  throw invalidParameters(refusedValue(name, text ?? '', options))
}

export function listIn(text = ''): string[] {
  return text.split(',').filter((value) => value.trim() !== '')
}

function accepted<T>(value: T | undefined, label: string, text: string, aceita: string): T {
  if (value !== undefined) return value
  throw invalid(refusedValue(label, text, aceita).frase)
}

export function invalid(message: string): GasolinaError {
  return new GasolinaError('parametro_invalido', message)
}
