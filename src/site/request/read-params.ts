import type { Slug } from '../../domain/facts/fuels.ts'
import { fuelByAlias } from '../../domain/facts/fuels.ts'
import type { Municipio } from '../../domain/alagoas/municipalities.ts'
import { invalidParameters, refusedValue, unknownFuel } from '../../domain/questions/parameter-problems.ts'
import { parametros } from '../../domain/questions/parameters.ts'
import { nearest, quote } from '../../domain/basics/text.ts'
import { GasolinaError } from '../../errors.ts'
import { byName, municipalityFor } from './addresses.ts'

/** Highest price of ethanol for one's own car, as a part of gasolina's. @throws {GasolinaError} `parametro_invalido`. */
export function readRatio(text: string | undefined): number {
  const razao = text ? parametros.razao.parse(text) : parametros.razao.padrao
  if (razao !== undefined) return razao
  throw wrong('razao', text ?? '', 'um número de 0,5 a 1, como 0,7')
}

/** @throws {GasolinaError} `parametro_invalido` for no fuel of ours. */
export function readFuelName(text: string | undefined): Slug {
  const slug = text ? fuelByAlias(text)?.slug : 'gasolina-comum'
  if (slug) return slug
  throw new GasolinaError('parametro_invalido', unknownFuel(text ?? '').frase)
}

/** @throws {GasolinaError} `parametro_invalido` for no town of Alagoas. */
export function readTownName(text: string): Municipio {
  const municipio = municipalityFor(text)
  if (municipio) return municipio
  const near = nearest(
    text,
    byName.map(({ nome }) => nome),
    1,
  )
  throw new GasolinaError(
    'parametro_invalido',
    `Não há município '${quote(text)}' em Alagoas${near.length > 0 ? ` (talvez ${near.join()}?)` : ''}: use o nome ou o código do IBGE de um dos ${byName.length}, como maceio,arapiraca.`,
  )
}

/** @throws {GasolinaError} `parametro_invalido`. */
export function readCnpj(text: string): string {
  const cnpj = parametros.cnpj.parse(text)
  if (cnpj !== undefined) return cnpj
  throw wrong('CNPJ', text, parametros.cnpj.aceita)
}

/** @throws {GasolinaError} `parametro_invalido`. */
export function readDistrict(given: string | undefined): string | undefined {
  const text = given?.trim() || undefined
  if (text === undefined || parametros.bairro.parse(text) !== undefined) return text
  throw wrong('bairro', text, parametros.bairro.aceita)
}

/** Words of a search, or empty. @throws {GasolinaError} `parametro_invalido`. */
export function readWords(given = ''): string {
  const text = given.trim()
  if (text === '' || parametros.nome.parse(text) !== undefined) return text
  throw wrong('A busca', text, parametros.nome.aceita)
}

/** The parameter `pagina`, undefined without one. @throws {GasolinaError} `parametro_invalido`. */
export function readGivenPage(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  const pagina = readPageNumber(text)
  if (pagina !== undefined) return pagina
  throw wrong('pagina', text, parametros.pagina.aceita)
}

/** The number of a page in a path, 1 without one; undefined when it is no number. */
export function readPageNumber(text: string | undefined): number | undefined {
  if (text === undefined) return 1
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined
}

/** One of `options`, by default the first. @throws {GasolinaError} `parametro_invalido`. */
export function oneOf<const O extends readonly [string, ...string[]]>(
  name: string,
  text: string | undefined,
  options: O,
): O[number] {
  if (text === undefined || text === '') return options[0]
  const found = options.find((option) => option === text)
  if (found !== undefined) return found
  throw invalidParameters(refusedValue(name, text, options))
}

/** Several values by comma. */
export function listIn(text = ''): string[] {
  return text.split(',').filter((value) => value.trim() !== '')
}

function wrong(what: string, text: string, accepted: string): GasolinaError {
  return new GasolinaError('parametro_invalido', refusedValue(what, text, accepted).frase)
}
