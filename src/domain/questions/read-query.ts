import { GasolinaError, expected } from '../../errors.ts'
import { crossProblems } from './cross-rules.ts'
import { type Given, isSurelyAnswered, mended } from './mended-question.ts'
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
} from './parameters.ts'

interface ReadOptions {
  /** The names to take, where a face takes others than `consultas` says: a tool that finds a station by name. */
  accepted?: readonly NomeDeParametro[]
  /** Default order for a person or a model: `ORDEM_DE_LEITURA`. */
  ordenar?: Valor<'ordenar'>
  /** Names in an address's path, which a refusal does not offer. */
  inPath?: readonly string[]
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
  const offered = () => accepted.filter((name) => !options.inPath?.includes(name))
  for (const [name, text] of given) {
    if (!isAccepted(name, accepted)) problems.push(unknownParameter(consulta, name, text, offered()))
    else if (seen.includes(name)) problems.push(refusal('repeated', { name, [name]: text }))
    else if (text !== '') {
      const value = parametroDe(consulta, name).parse(text)
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

/** With the question most likely meant, if that would be answered. */
function refused(
  consulta: NomeDeConsulta,
  given: Given,
  problems: readonly Problem[],
  accepted: readonly NomeDeParametro[],
): GasolinaError {
  const without = invalidParameters(...problems)
  const parametros = mended(given, accepted, problems)
  try {
    if (!parametros || !isSurelyAnswered(readQuery(consulta, parametros, { accepted }))) return without
  } catch (error) {
    expected(error)
    return without
  }
  const { codigo, message, erros = [] } = without
  return new GasolinaError(codigo, message, { erros, tente: { consulta, parametros } })
}

function isAccepted(name: string, accepted: readonly string[]): name is NomeDeParametro {
  return accepted.includes(name)
}
