import { municipioByCode, municipios } from '../alagoas/municipalities.ts'
import { ESTADO } from '../alagoas/state.ts'
import { type Problem, problem, refusal } from './parameter-problems.ts'
import type { Pedido, Values } from './parameters.ts'
import { asMunicipalityCode, isState, municipalityKeys, placeKey } from '../places/place-names.ts'
import { nearest, quote } from '../basics/text.ts'

const FEWEST = 2
const MOST = 20

/** Kind of places that `estatisticas` compares; undefined when it compares none. */
export function groupingOf({ por, municipios, raio, perto }: Partial<Pedido<'estatisticas'>>) {
  // All of them ask for municipalities, without saying so again.
  return por ?? ((municipios ?? raio ?? perto) === undefined ? undefined : 'municipio')
}

/** Codes of the municipalities in a list by comma, in its order, each once; null for a list in which `groupProblems` finds a problem. */
export function readMunicipalities(text: string): number[] | null {
  const { codes, unknown } = resolve(text)
  return unknown.length > 0 || codes.length < FEWEST || codes.length > MOST ? null : codes
}

/** Contradictions in a question for places side by side. */
export function groupProblems(values: Values): Problem[] {
  const { por, bairro, municipio, municipios, perto, raio, ordem, desde, horas } = values as Partial<
    Pedido<'estatisticas'>
  >
  const problems: Problem[] = []
  const refuse = (row: Parameters<typeof refusal>[0]): void =>
    void problems.push(refusal(row, { ...values, por: por ?? 'bairro' }))
  if (ordem === 'desc' && groupingOf({ por, municipios, perto, raio }) === undefined) refuse('orderOfNothing')
  if (desde !== undefined && horas !== undefined) refuse('hoursOfPast')
  const isTown = municipio !== undefined && !isState(municipio)
  const isOther = por === 'bairro' || por === 'bandeira'
  if (isOther && municipios !== undefined) refuse('townsByOther')
  // The names of districts may give the municipality where stations are known.
  else if (por === 'bairro' && !isTown && bairro === undefined) problems.push(refusal('whichTown'))
  if (raio !== undefined && (isOther || (!isTown && perto === undefined))) refuse('radiusOfGroups')
  else if (perto !== undefined && (isOther || municipios !== undefined)) refuse('pointOfGroups')
  if (municipios !== undefined && municipio !== undefined) refuse('townAndTowns')
  if (municipios !== undefined) problems.push(...comparedTownsProblems(municipios))
  return problems
}

function comparedTownsProblems(text: string): Problem[] {
  const { codes, unknown } = resolve(text)
  if (unknown.length > 0) return unknown.slice(0, 5).map(unknownMunicipality)
  if (codes.length >= FEWEST && codes.length <= MOST) return []
  const count = codes.length === 1 ? 'um município só' : `${codes.length} municípios`
  return [refusal('numberOfTowns', { municipios: quote(text), count, fewest: FEWEST, most: MOST })]
}

function unknownMunicipality(name: string): Problem {
  const names = municipios.map(({ nome }) => nome)
  const near = nearest(name, names)
  const meant = near.length > 0 ? ` Talvez ${near.join(' ou ')}?` : ''
  const frase = `'${quote(name)}' não é um município de ${ESTADO.nome}: use nomes ou códigos do IBGE dos ${municipios.length}, separados por vírgula.${meant}`
  const aceitos = near.length > 0 ? near : [`um dos ${municipios.length} municípios de ${ESTADO.nome}`]
  return problem(frase, { parametro: 'municipios', valor: name, aceitos, sugestao: near[0] })
}

function resolve(text: string): { codes: number[]; unknown: string[] } {
  const known = municipalityKeys()
  const codes = new Set<number>()
  const unknown: string[] = []
  for (const name of text.split(',').filter((part) => part.trim() !== '')) {
    const code = asMunicipalityCode(name) ?? known.get(placeKey(name))
    if (code !== undefined && municipioByCode(code)) codes.add(code)
    else unknown.push(name.trim())
  }
  return { codes: [...codes], unknown }
}
