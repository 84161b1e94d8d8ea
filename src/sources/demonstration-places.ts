import type { Municipio } from '../domain/municipalities.ts'
import { choose } from './demonstration-chance.ts'

export interface Place {
  bairro: string
  latitude: number
  longitude: number
  /** How far from the point a station may lie, in degrees; smaller along the coast. */
  spread: number
}

export const MACEIO = 2_704_302

/** The districts of Maceió, each with a point. */
const DISTRICTS = [
  ['ANTARES', -9.576, -35.737],
  ['BARRO DURO', -9.617, -35.72],
  ['BEBEDOURO', -9.62, -35.76],
  ['BENEDITO BENTES', -9.56, -35.715],
  ['BOM PARTO', -9.651, -35.744],
  ['CANAÃ', -9.605, -35.738],
  ['CENTRO', -9.665, -35.737],
  ['CHÃ DA JAQUEIRA', -9.617, -35.748],
  ['CHÃ DE BEBEDOURO', -9.619, -35.757],
  ['CIDADE UNIVERSITÁRIA', -9.542, -35.769],
  ['CLIMA BOM', -9.575, -35.787],
  ['CRUZ DAS ALMAS', -9.631, -35.702],
  ['FAROL', -9.651, -35.735],
  ['FEITOSA', -9.633, -35.723],
  ['FERNÃO VELHO', -9.59, -35.785],
  ['GARÇA TORTA', -9.579, -35.671],
  ['GRUTA DE LOURDES', -9.619, -35.735],
  ['GUAXUMA', -9.587, -35.68],
  ['IPIOCA', -9.507, -35.593],
  ['JACARECICA', -9.599, -35.696],
  ['JACINTINHO', -9.642, -35.719],
  ['JARAGUÁ', -9.674, -35.723],
  ['JARDIM PETRÓPOLIS', -9.596, -35.742],
  ['JATIÚCA', -9.65, -35.707],
  ['LEVADA', -9.659, -35.745],
  ['MANGABEIRAS', -9.647, -35.714],
  ['MUTANGE', -9.639, -35.747],
  ['OURO PRETO', -9.605, -35.731],
  ['PAJUÇARA', -9.668, -35.715],
  ['PESCARIA', -9.541, -35.628],
  ['PETRÓPOLIS', -9.605, -35.757],
  ['PINHEIRO', -9.632, -35.742],
  ['PITANGUINHA', -9.636, -35.733],
  ['POÇO', -9.661, -35.721],
  ['PONTA DA TERRA', -9.664, -35.715],
  ['PONTA GROSSA', -9.661, -35.757],
  ['PONTA VERDE', -9.66, -35.703],
  ['PONTAL DA BARRA', -9.692, -35.774],
  ['PRADO', -9.67, -35.75],
  ['RIACHO DOCE', -9.562, -35.656],
  ['RIO NOVO', -9.579, -35.806],
  ['SANTA AMÉLIA', -9.596, -35.775],
  ['SANTA LÚCIA', -9.583, -35.752],
  ['SANTO AMARO', -9.609, -35.742],
  ['SANTOS DUMONT', -9.556, -35.795],
  ['SÃO JORGE', -9.617, -35.704],
  ['SERRARIA', -9.601, -35.719],
  ['TABULEIRO DO MARTINS', -9.573, -35.763],
  ['TRAPICHE DA BARRA', -9.672, -35.76],
  ['VERGEL DO LAGO', -9.655, -35.759],
] as const

/** Other ways people write a district on an invoice. */
const SPELLINGS: Record<string, readonly string[]> = {
  'TABULEIRO DO MARTINS': ['TABULEIRO DO MARTINS', 'TAB.DOS MARTINS', 'TABULEIRO DOS MARTINS', 'TABULEIRO'],
  'CIDADE UNIVERSITÁRIA': ['CIDADE UNIVERSITARIA', 'CID. UNIVERSITARIA'],
  'GRUTA DE LOURDES': ['GRUTA DE LOURDES', 'GRUTA'],
  'TRAPICHE DA BARRA': ['TRAPICHE DA BARRA', 'TRAPICHE'],
  'VERGEL DO LAGO': ['VERGEL DO LAGO', 'VERGEL'],
}
const ELSEWHERE = [
  'CENTRO',
  'CENTRO',
  'CENTRO',
  'Centro',
  'ZONA RURAL',
  'CIDADE NOVA',
  'SÃO JOSÉ',
  'SAO JOSE',
  'NOVO HORIZONTE',
]

/** Where a station of the municipality stands, its district spelt in one of the ways people use. */
export function placeOf({ codigoIBGE, latitude, longitude }: Municipio, seed: number): Place {
  if (codigoIBGE !== MACEIO)
    return { bairro: choose(ELSEWHERE, seed, 0, 21), latitude, longitude, spread: 0.012 }
  const [name, ...point] = choose(DISTRICTS, seed, 0, 22)
  const spellings = SPELLINGS[name] ?? [name, name, name.normalize('NFD').replace(/\p{M}/gu, '')]
  return { bairro: choose(spellings, seed, 0, 23), latitude: point[0], longitude: point[1], spread: 0.004 }
}
