import { type ErroDeParametro, GasolinaError } from '../../errors.ts'
import {
  type Combustivel,
  combustiveis,
  fuelByAlias,
  fuelsOfKind,
  mayBeCookingGas,
  slugs,
} from '../facts/fuels.ts'
import { fuelLike } from '../places/similar-names.ts'
import { type NomeDeConsulta, type NomeDeParametro, parametroDe, parametros } from './parameters.ts'
import { readCnpj } from '../facts/sale-record.ts'
import { fold, nearest, quote, unaccented } from '../basics/text.ts'
import otherNames from './other-names.json' with { type: 'json' }
import refusals from './refusals.json' with { type: 'json' }
import { LONGEST_NAME } from './parameter-kinds.ts'

export interface Problem {
  frase: string
  erro: ErroDeParametro
}

export function invalidParameters(...problems: readonly Problem[]): GasolinaError {
  return new GasolinaError('parametro_invalido', problems.map((p) => p.frase).join(' '), {
    erros: problems.map(({ erro }) => erro),
  })
}

interface Refused {
  parametro: string
  /** Value as received, where anything was. */
  valor: unknown
  aceitos: readonly string[]
  sugestao?: string | undefined
}

export function problem(frase: string, { parametro, valor, aceitos, sugestao }: Refused): Problem {
  const received = valor === undefined ? {} : { valor: quote(String(valor)) }
  return { frase, erro: { parametro, ...received, aceitos: [...aceitos], ...(sugestao && { sugestao }) } }
}

export function unknownParameter(
  consulta: NomeDeConsulta,
  name: string,
  text: string,
  accepted: readonly string[],
): Problem {
  if (consulta === 'historicoDoLugar' && name === 'cnpj')
    return refusal('stationElsewhere', { cnpj: text, own: readCnpj(text) ?? '{cnpj}' })
  const meantBy = [otherName(name), name].find(
    (each) => each !== undefined && Object.hasOwn(parametros, each),
  )
  const [sugestao] = meantBy ? accepted.filter((each) => each === meantBy) : nearest(name, accepted, 1)
  const meant = sugestao ? ` Talvez ${sugestao}?` : ''
  const frase = `O parâmetro '${quote(name)}' não existe aqui.${meant} Use: ${accepted.join(', ')}.`
  return problem(frase, { parametro: quote(name), valor: text, aceitos: accepted, sugestao })
}

/** Names in other services and everyday words, for parameters, values and commands, too different for a spelling suggestion. */
function otherName(text: string): string | undefined {
  return ALSO_CALLED.get(unaccented(text).toLowerCase())
}

const ALSO_CALLED: ReadonlyMap<string, string> = new Map(Object.entries(otherNames))

/** The problem in a row of `refusals.json`, with its `{names}` filled in from `values`. A value of the parameter itself is told as received. */
export function refusal(
  row: keyof typeof refusals,
  values: Readonly<Record<string, unknown>> = {},
  accepted: readonly string[] = refusals[row].aceitos,
): Problem {
  const filled = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
  const parametro = filled(refusals[row].parametro)
  const aceitos = accepted.map(filled)
  return problem(filled(refusals[row].frase), { parametro, valor: values[parametro], aceitos })
}

export function wrongValue(consulta: NomeDeConsulta, name: NomeDeParametro, text: string): Problem {
  if (name === 'combustivel') return unknownFuel(text)
  const { aceita, valores } = parametroDe(consulta, name)
  return refusedValue(name, text, valores ?? aceita)
}

/** The one of `known` that is meant: by another name of it, else the nearest in spelling. */
export function meantOf(text: string, known: readonly string[]): string | undefined {
  const other = otherName(text)
  return known.find((each) => each === other) ?? nearest(text, known, 1)[0]
}

/** `accepted` is a list of values, or in words what is accepted. A value near one of the list is suggested. */
export function refusedValue(name: string, text: string, accepted: string | readonly string[]): Problem {
  const isList = typeof accepted !== 'string'
  const sugestao = isList ? meantOf(text, accepted) : undefined
  const frase = `${name} '${quote(text)}' não vale: use ${isList ? `um de: ${accepted.join(', ')}` : accepted}.`
  return problem(frase, { parametro: name, valor: text, aceitos: isList ? accepted : [accepted], sugestao })
}

/** Suggests a fuel for an unknown name; `gas` alone has two meanings. */
export function unknownFuel(text: string): Problem {
  const erro = { parametro: 'combustivel', valor: text, aceitos: slugs }
  if (mayBeCookingGas(text)) {
    const is =
      fold(text) === 'GAS' ? 'pode ser o gás natural dos carros ou o gás de cozinha' : 'é o gás de cozinha'
    const frase = `'${quote(text)}' ${is}: para o dos carros use gnv; o de cozinha não está aqui.`
    return problem(frase, { ...erro, sugestao: 'gnv' })
  }
  const sugestao = nearestFuel(text)?.slug
  const meant = sugestao ? ` Talvez ${sugestao}?` : ''
  const frase = `Combustível '${quote(text)}' não existe. Use um de: ${slugs.join(', ')}.${meant}`
  return problem(frase, { ...erro, sugestao })
}

/** Of the fuels that the words leave, the one of the nearest name. Brands' names are like none: the first is theirs. */
function nearestFuel(text: string): Combustivel | undefined {
  const words = fold(text.slice(0, LONGEST_NAME)).split(' ')
  const kind = fuelsOfKind(words.map((word) => fuelLike(word) ?? word).join(' '))
  if (kind?.length === 1) return kind[0]
  const among: readonly Combustivel[] = kind ?? combustiveis
  const names = among.flatMap(({ slug, nome, apelidos }) => [slug, nome].concat(apelidos))
  const [near] = nearest(text, names, 1)
  if (near === undefined) return kind?.[0]
  return fuelByAlias(near) ?? combustiveis.find(({ nome }) => nome === near)
}
