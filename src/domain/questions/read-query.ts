import { GasolinaError, expected } from '../../errors.ts'
import { slugs } from '../facts/fuels.ts'
import { readable } from '../basics/text.ts'
import { groupProblems } from './comparison-rules.ts'
import { type Given, isSurelyAnswered, mended, severalTowns } from './mended-question.ts'
import {
  type Problem,
  invalidParameters,
  refusal,
  unknownParameter,
  wrongValue,
} from './parameter-problems.ts'
import {
  type NomeDeConsulta,
  type NomeDeParametro,
  type Pedido,
  type Valor,
  type Values,
  consultas,
  parametroDe,
  parametros,
} from './parameters.ts'

interface ReadOptions {
  /** The names to take, where a face takes others than `consultas` says: a tool that finds a station by name. */
  accepted?: readonly NomeDeParametro[]
  /** Default order for a person or a model: `ORDEM_DE_LEITURA`. */
  ordenar?: Valor<'ordenar'>
  /** The names that a refusal offers, where some that are taken are not to be written: in an address's path, or not in a tool's schema. */
  offered?: () => readonly string[]
}

/** Checks a question's parameters, as texts; an empty one is absent. @throws {GasolinaError} `parametro_invalido`, an entry for each wrong one. */
export function readQuery<C extends NomeDeConsulta>(
  consulta: C,
  given: Given,
  options: ReadOptions = {},
): Pedido<C> {
  const accepted: readonly NomeDeParametro[] = options.accepted ?? consultas[consulta].parametros
  // Not spread: members added to a spread copy would give every object its own hidden class.
  const values: Values = Object.assign({}, consultas[consulta].padroes)
  const seen: string[] = []
  const problems: Problem[] = []
  const offered = () => options.offered?.() ?? accepted
  for (const [name, text] of given) {
    const typed = readable(text)
    if (!isAccepted(name, accepted)) problems.push(unknownParameter(consulta, name, text, offered()))
    else if (seen.includes(name)) problems.push(refusal('repeated', { name, [name]: text }))
    else if (typed === undefined) problems.push(refusal('unreadable', { name, [name]: text }))
    else if (text !== '') {
      const value = parametroDe(consulta, name).parse(typed)
      if (value === undefined) problems.push(wrongValue(consulta, name, text))
      else values[name] = value
    }
    seen.push(name)
    if (problems.length >= 10) break
  }
  if (problems.length === 0) problems.push(...crossProblems(consulta, values))
  if (problems.length > 0) throw refused(consulta, given, problems, accepted)
  // Of suspects alone the declared prices are what was asked for.
  if (options.ordenar && accepted.includes('ordenar'))
    values.ordenar ??= values.suspeitos === 'so' ? 'preco' : options.ordenar
  return values as Pedido<C>
}

/** Refusal with the question most likely meant, if that would be answered. */
function refused(
  consulta: NomeDeConsulta,
  given: Given,
  problems: readonly Problem[],
  accepted: readonly NomeDeParametro[],
): GasolinaError {
  const without = invalidParameters(...problems)
  const meant = mended(given, accepted, problems)
  try {
    if (!meant || !isSurelyAnswered(readQuery(consulta, meant, { accepted }))) return without
  } catch (error) {
    expected(error)
    return without
  }
  const { codigo, message, erros = [] } = without
  return new GasolinaError(codigo, message, { erros, tente: { consulta, parametros: meant } })
}

function isAccepted(name: string, accepted: readonly string[]): name is NomeDeParametro {
  return accepted.includes(name)
}

/** Contradictions between parameters, each valid alone. */
function crossProblems(consulta: NomeDeConsulta, values: Values): Problem[] {
  const towns = townProblems(consulta, values)
  if (consulta === 'estatisticas') return [...towns, ...groupProblems(values)]
  return [...towns, ...listProblems(values), ...pageProblems(consulta, values)]
}

function townProblems(consulta: NomeDeConsulta, { municipio }: Values): Problem[] {
  if (municipio === undefined) return []
  const towns = severalTowns(String(municipio)).join(', ')
  if (towns === '') return []
  const accepted: readonly string[] = consultas[consulta].parametros
  return [refusal(accepted.includes('bairro') ? 'severalTowns' : 'oneTownEach', { municipio, towns })]
}

/** `abaixo` with `combustivel`, a point of the question, `desde` not after `ate`. */
function listProblems(values: Values): Problem[] {
  const { desde, ate, acima, abaixo, combustivel } = values
  const problems = [...journeyProblems(values), ...pointProblems(values)]
  if (abaixo !== undefined && combustivel === undefined)
    problems.push(refusal('belowWithoutFuel', { slugs: slugs.join(', ') }, slugs))
  if (typeof acima === 'number' && typeof abaixo === 'number' && acima >= abaixo)
    problems.push(refusal('nothingBetween', { acima, abaixo }))
  if (typeof desde === 'string' && typeof ate === 'string' && desde > ate)
    problems.push(refusal('periodBackwards', { desde, ate }))
  return problems
}

/** One point: `perto`, or `lat` with `lon`; `raio` with either. */
function pointProblems({ perto, lat, lon, raio, rota }: Values): Problem[] {
  if (perto !== undefined && (lat ?? lon ?? rota) !== undefined) return [refusal('twoPoints', { perto })]
  if (perto !== undefined || rota !== undefined) return []
  if ((lat === undefined) !== (lon === undefined)) {
    const missing = lon === undefined ? 'lon' : 'lat'
    return [refusal('halfAPoint', { missing, accepted: parametros[missing].aceita })]
  }
  return raio === undefined || lat !== undefined ? [] : [refusal('radiusWithoutPoint', { raio })]
}

/** Pages of a place are of its changes only; documents of the feed's archive are counted from a cursor. */
function pageProblems(consulta: NomeDeConsulta, values: Values): Problem[] {
  const { granularidade, desde, pagina, registrosPorPagina } = values
  if (consulta === 'historicoDoLugar' && granularidade !== 'mudancas')
    return ofEach('pageWithoutChanges', { pagina, registrosPorPagina })
  return consulta === 'mudancasAtom' && desde === undefined ? ofEach('pageWithoutCursor', { pagina }) : []
}

/** A drive: `rota` instead of a point, and costs only with one of the two. */
function journeyProblems(values: Values): Problem[] {
  const { perto, lat, lon, raio, rota, desvio, litros, consumo, ordenar } = values
  if (rota !== undefined) return ofEach('besideRoute', { lat, lon, raio })
  const detour = ofEach('detourWithoutRoute', { desvio })
  if ((perto ?? lat ?? lon) !== undefined) return detour
  const needy = ordenar === 'custo' || ordenar === 'distancia' ? ordenar : undefined
  return [...detour, ...ofEach('driveFromNowhere', { litros, consumo, ordenar: needy })]
}

/** A problem for each of the parameters that has a value. */
function ofEach(row: Parameters<typeof refusal>[0], values: Values): Problem[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const asked = name === 'ordenar' ? `ordenar ${value}` : name
    return value === undefined ? [] : refusal(row, { name, asked, [name]: value })
  })
}
