import type { Lugar } from '../../domain/answers/shared-schemas.ts'
import { ESTADO } from '../../domain/alagoas/state.ts'
import { ascending } from '../../domain/basics/numbers.ts'
import { ofPlace, titled } from '../../format/words/names.ts'
import { NAMES_TOLD, decimal, joined, listed } from '../../format/words/formatting.ts'
import type { Where } from '../lists/radius-and-route.ts'
import type { Directory } from './directory.ts'
import { type Area, townName, townsOf } from './areas.ts'

const STATE: Lugar = Object.freeze({ ambito: 'estado', nome: ESTADO.nome, bairros: [], municipios: [] })

/** The place of an answer, with its name. `asked` is for a place that was not understood. */
export function lugarOf(
  directory: Directory,
  areas: readonly Area[] | null,
  asked: string,
  ambito: 'bairro' | 'municipio',
): Lugar {
  if (!areas) return STATE
  if (areas.length === 0) return { ambito, nome: titled(asked), bairros: [], municipios: [] }
  const keys = unique(areas.flatMap(({ district }) => district ?? []))
  const districts = keys.map((key) => directory.districts.get(key)?.nome ?? key)
  const towns = ascending(new Set(areas.flatMap((area) => townsOf(directory, area))))
  const names = towns.map((town) => townName(directory, town))
  const ofTowns = areas.filter(({ district }) => district === undefined)
  const whole = unique(ofTowns.flatMap(({ town }) => (town === undefined ? [] : townName(directory, town))))
  const where = names.length > NAMES_TOLD ? `em ${names.length} municípios` : told(names)
  return {
    ambito: whole.length > 0 ? 'municipio' : 'bairro',
    nome: whole.length > 0 ? told(unique([...whole, ...districts])) : `${told(districts)}, ${where}`,
    bairros: districts,
    municipios: towns.map((codigoIBGE, i) => ({ nome: names[i] ?? '', codigoIBGE })),
  }
}

/** The same around a point or along a route. */
export function placeSeen(lugar: Lugar, { around, route }: Where): Lugar {
  if (around) {
    const { raio, centro } = around
    const centre = centro && centro.tipo !== 'ponto' ? ofPlace(centro.nome) : 'do ponto'
    return within(lugar, 'ponto', `a até ${decimal(raio)} km ${centre}`)
  }
  if (!route) return lugar
  const named = route.nome === undefined ? '' : ` de ${route.nome}`
  return within(lugar, 'rota', `a até ${decimal(route.desvio)} km da rota${named}`)
}

function within(lugar: Lugar, ambito: 'ponto' | 'rota', reach: string): Lugar {
  const { bairros, municipios } = lugar
  return { ambito, nome: lugar.ambito === 'estado' ? reach : `${lugar.nome}, ${reach}`, bairros, municipios }
}

function told(names: readonly string[]): string {
  return names.length > NAMES_TOLD ? listed(names) : joined(names)
}

function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)]
}
