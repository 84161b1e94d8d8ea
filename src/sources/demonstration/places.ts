import { MACEIO, bairrosDeMaceio } from '../../domain/alagoas/maceio.ts'
import type { Municipio } from '../../domain/alagoas/municipalities.ts'
import { choose } from './chance.ts'

export interface Place {
  bairro: string
  latitude: number
  longitude: number
  /** How far from the point a station may lie, in degrees; smaller along the coast. */
  spread: number
}

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
  const district = choose(bairrosDeMaceio, seed, 0, 22)
  const name = district.nome.toUpperCase()
  const spellings = SPELLINGS[name] ?? [name, name, name.normalize('NFD').replace(/\p{M}/gu, '')]
  return {
    bairro: choose(spellings, seed, 0, 23),
    latitude: district.latitude,
    longitude: district.longitude,
    spread: 0.004,
  }
}
