import { slugs } from '../facts/fuels.ts'
import { groupProblems } from './comparison-rules.ts'
import { severalTowns } from './mended-question.ts'
import { type Problem, refusal } from './parameter-problems.ts'
import { type NomeDeConsulta, type Values, consultas, parametros } from './parameters.ts'

/** Contradictions between parameters, each valid alone. */
export function crossProblems(consulta: NomeDeConsulta, values: Values): Problem[] {
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

/** Of a place only its changes come in pages; documents of the feed's archive are counted from a cursor. */
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
