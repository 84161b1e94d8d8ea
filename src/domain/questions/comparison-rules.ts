import { municipios } from '../alagoas/municipalities.ts'
import { ESTADO } from '../alagoas/state.ts'
import type { Problem } from './parameter-problems.ts'
import type { Pedido, Values } from './parameters.ts'
import { asMunicipalityCode, isState, municipalityKeys, placeKey } from '../places/place-names.ts'
import { nearest, quote } from '../basics/text.ts'

/** In km: around the point of `perto`, where `estatisticas` is told no other. */
export const RAIO_DA_COMPARACAO = 40

const FEWEST = 2
const MOST = 20

/** Kind of places that `estatisticas` compares; undefined when it compares none. */
export function groupingOf({
  por,
  municipios,
  raio,
  perto,
}: Pick<Pedido<'estatisticas'>, 'por' | 'municipios' | 'raio' | 'perto'>):
  | Pedido<'estatisticas'>['por']
  | undefined {
  // All of them ask for municipalities, without saying so again.
  return por ?? ((municipios ?? raio ?? perto) === undefined ? undefined : 'municipio')
}

/**
 * Codes of the municipalities in a list by comma, in its order, each once.
 * Null when they are too few, too many, or one is unknown: `groupProblems` says which.
 */
export function readMunicipalities(text: string): number[] | null {
  const { codes, unknown } = resolve(text)
  return unknown.length > 0 || codes.length < FEWEST || codes.length > MOST ? null : codes
}

/** Districts are compared within one municipality, which the names of districts may give where stations are known. */
export const whichTown: Problem = {
  frase: 'por=bairro compara os bairros de um município: diga qual em municipio (ex.: municipio=maceio).',
  erro: { parametro: 'municipio', aceitos: ['por=bairro com municipio'] },
}

/** Contradictions in a question for places side by side. */
export function groupProblems(values: Values): Problem[] {
  const { por, bairro, municipio, municipios, perto, raio, ordem, desde, horas } = values as Partial<
    Pedido<'estatisticas'>
  >
  const problems: Problem[] = []
  const refuse = (parametro: string, frase: string, aceito: string, valor?: unknown): void => {
    const told = valor === undefined ? {} : { valor: quote(String(valor)) }
    problems.push({ frase, erro: { parametro, ...told, aceitos: [aceito] } })
  }
  if (ordem === 'desc' && ((por ?? municipios) === undefined || (perto ?? raio) !== undefined))
    refuse(
      'ordem',
      'ordem só vale entre lugares comparados pela mediana: use-a com por ou municipios, sem perto nem raio.',
      'ordem com por ou municipios',
      ordem,
    )
  if (desde !== undefined && horas !== undefined)
    refuse(
      'desde',
      'desde compara os preços que valiam no fim do dia, de qualquer hora: use-o sem horas.',
      'desde sem horas',
      desde,
    )
  const isTown = municipio !== undefined && !isState(municipio)
  const isOther = por === 'bairro' || por === 'bandeira'
  if (isOther && municipios !== undefined)
    refuse(
      'municipios',
      'municipios compara municípios: use-o sem por, ou com por=municipio.',
      'por=municipio',
      municipios,
    )
  else if (por === 'bairro' && !isTown && bairro === undefined) problems.push(whichTown)
  if (raio !== undefined && (isOther || (!isTown && perto === undefined)))
    refuse(
      'raio',
      `raio aqui parte de um ponto ou do centro de um município: use-o com perto ou com municipio, sem por=${por ?? 'bairro'}.`,
      'raio com perto ou municipio',
      raio,
    )
  else if (perto !== undefined && (isOther || municipios !== undefined))
    refuse(
      'perto',
      `perto compara os municípios em volta de um ponto: use-o sem municipios e sem por=${por ?? 'bairro'}.`,
      `perto sem municipios nem por=${por ?? 'bairro'}`,
      perto,
    )
  if (municipios !== undefined && municipio !== undefined)
    refuse(
      'municipio',
      'municipio e municipios não vão juntos: para comparar, ponha todos em municipios.',
      'só um dos dois',
      municipio,
    )
  if (municipios !== undefined) problems.push(...listProblems(municipios))
  return problems
}

function listProblems(text: string): Problem[] {
  const { codes, unknown } = resolve(text)
  if (unknown.length > 0) return unknown.slice(0, 5).map(unknownMunicipality)
  if (codes.length >= FEWEST && codes.length <= MOST) return []
  const aceito = `de ${FEWEST} a ${MOST} municípios diferentes, separados por vírgula`
  return [
    {
      frase: `municipios '${quote(text)}' tem ${codes.length === 1 ? 'um município só' : `${codes.length} municípios`}: use ${aceito} (ex.: maceio,arapiraca).`,
      erro: { parametro: 'municipios', valor: quote(text), aceitos: [aceito] },
    },
  ]
}

function unknownMunicipality(name: string): Problem {
  const near = nearest(
    name,
    municipios.map(({ nome }) => nome),
  )
  const meant = near.length > 0 ? ` Talvez ${near.join(' ou ')}?` : ''
  const [sugestao] = near
  return {
    frase: `'${quote(name)}' não é um município de ${ESTADO.nome}: use nomes ou códigos do IBGE dos ${municipios.length}, separados por vírgula.${meant}`,
    erro: {
      parametro: 'municipios',
      valor: quote(name),
      aceitos: near.length > 0 ? near : [`um dos ${municipios.length} municípios de ${ESTADO.nome}`],
      ...(sugestao !== undefined && { sugestao }),
    },
  }
}

function resolve(text: string): { codes: number[]; unknown: string[] } {
  const known = municipalityKeys()
  const codes = new Set<number>()
  const unknown: string[] = []
  for (const name of text.split(',').filter((part) => part.trim() !== '')) {
    const code = asMunicipalityCode(name) ?? known.get(placeKey(name))
    if (code !== undefined && municipios.some(({ codigoIBGE }) => codigoIBGE === code)) codes.add(code)
    else unknown.push(name.trim())
  }
  return { codes: [...codes], unknown }
}
