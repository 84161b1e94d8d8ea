import { slugs } from '../facts/fuels.ts'
import { groupProblems } from './comparison-rules.ts'
import { journeyProblems } from './journey-rules.ts'
import type { Problem } from './parameter-problems.ts'
import {
  invalidParameters,
  periodBackwards,
  repeated,
  unknownParameter,
  wrongValue,
} from './parameter-problems.ts'
import type { NomeDeConsulta, NomeDeParametro, Pedido, Valor, Values } from './parameters.ts'
import { consultas, parametroDe, parametros } from './parameters.ts'

interface ReadOptions {
  /** The names to take, where a face takes others than `consultas` says: a tool that finds a station by name. */
  accepted?: readonly NomeDeParametro[]
  /** The order of a list nobody ordered, where a person or a model reads it: `ORDEM_DE_LEITURA`. */
  ordenar?: Valor<'ordenar'>
}

/**
 * Checks the parameters of a question as they arrive, as texts. An empty one counts as absent.
 * @throws {GasolinaError} `parametro_invalido` with one entry per wrong parameter.
 */
export function readQuery<C extends NomeDeConsulta>(
  consulta: C,
  given: Iterable<readonly [string, string]>,
  options: ReadOptions = {},
): Pedido<C> {
  const accepted: readonly NomeDeParametro[] = options.accepted ?? consultas[consulta].parametros
  const values = defaultsOf(consulta)
  const seen: string[] = []
  const problems: Problem[] = []
  for (const [name, text] of given) {
    if (!isAccepted(name, accepted)) problems.push(unknownParameter(name, accepted))
    else if (seen.includes(name)) problems.push(repeated(name))
    else if (text !== '') {
      const value = parametroDe(consulta, name).parse(text)
      if (value === undefined) problems.push(wrongValue(consulta, name, text))
      else values[name] = value
    }
    seen.push(name)
    if (problems.length >= 10) break
  }
  if (problems.length === 0)
    problems.push(
      ...crossRules(consulta, values),
      ...placeRules(consulta, values),
      ...feedRules(consulta, values),
    )
  if (problems.length > 0) throw invalidParameters(...problems)
  if (options.ordenar && accepted.includes('ordenar')) values.ordenar ??= options.ordenar
  return values as Pedido<C>
}

/** Set one by one: what is added to a copy made by spreading gives every object a hidden class of its own. */
function defaultsOf(consulta: NomeDeConsulta): Values {
  const values: Values = {}
  for (const [name, value] of defaults[consulta]) values[name] = value
  return values
}

const defaults = Object.fromEntries(
  Object.entries(consultas).map(([consulta, { padroes }]) => [consulta, Object.entries(padroes)]),
) as Record<NomeDeConsulta, [NomeDeParametro, unknown][]>

/** Rules between parameters: `abaixo` with `combustivel`, `lat` with `lon`, what needs a point only with both, `desde` not after `ate`. */
function crossRules(consulta: NomeDeConsulta, values: Values): Problem[] {
  if (consulta === 'estatisticas') return groupProblems(values)
  const { lat, lon, raio, rota, desde, ate, abaixo, combustivel } = values
  const problems = journeyProblems(values)
  if (abaixo !== undefined && combustivel === undefined)
    problems.push({
      frase: `abaixo só vale junto com combustivel: cada combustível tem o seu preço. Use um de: ${slugs.join(', ')}.`,
      erro: { parametro: 'combustivel', aceitos: [...slugs] },
    })
  if (rota !== undefined) return problems
  if ((lat === undefined) !== (lon === undefined)) {
    const missing = lon === undefined ? 'lon' : 'lat'
    problems.push({
      frase: `Falta ${missing}: lat e lon vão juntos, em graus decimais (ex.: lat=-9.66&lon=-35.70).`,
      erro: { parametro: missing, aceitos: [parametros[missing].aceita] },
    })
  } else if (raio !== undefined && lat === undefined)
    problems.push({
      frase: 'raio só vale junto com lat e lon, que dizem o centro da busca.',
      erro: { parametro: 'raio', valor: String(raio), aceitos: ['raio junto com lat e lon'] },
    })
  if (typeof desde === 'string' && typeof ate === 'string' && desde > ate)
    problems.push(periodBackwards(desde, ate))
  return problems
}

/** A place has days; changes of price are a station's. */
function placeRules(consulta: NomeDeConsulta, { granularidade }: Values): Problem[] {
  if (consulta !== 'historicoDoLugar' || granularidade !== 'mudancas') return []
  return [
    {
      frase:
        'granularidade=mudancas é de um posto: para um lugar use dia, semana ou mes, ou diga o CNPJ de um posto.',
      erro: { parametro: 'granularidade', valor: 'mudancas', aceitos: ['dia', 'semana', 'mes'] },
    },
  ]
}

/** Documents of the archive are counted from a cursor. */
function feedRules(consulta: NomeDeConsulta, { desde, pagina }: Values): Problem[] {
  if (consulta !== 'mudancasAtom' || pagina === undefined || desde !== undefined) return []
  return [
    {
      frase: 'pagina só vale junto com desde, o cursor em que o documento do arquivo começa.',
      erro: { parametro: 'pagina', valor: String(pagina), aceitos: ['pagina junto com desde'] },
    },
  ]
}

function isAccepted(name: string, accepted: readonly string[]): name is NomeDeParametro {
  return accepted.includes(name)
}
