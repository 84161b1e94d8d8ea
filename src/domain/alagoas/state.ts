import { municipioByCode } from './municipalities.ts'
import { type Ponto, medianPoint } from '../geo/distances.ts'
import { metresBetween } from '../geo/great-circle.ts'

/** The state that the program knows. Another one needs a folder like this one, and the sentences that name the state: see docs/mudar.md. */
export const ESTADO = {
  nome: 'Alagoas',
  sigla: 'AL',
  /** Code of the IBGE; the key of the state among those of municipalities. */
  codigo: '27',
  /** 57000-000 to 57999-999. */
  prefixoDoCep: '57',
} as const

export const SO_HA_DADOS = `só há dados de ${ESTADO.nome}`

/**
 * Neighbouring states and their larger cities near the border, and capitals of others without a namesake of municipalities here: a
 * district that is called after one is not meant.
 */
export const LUGARES_DE_FORA =
  'Sergipe, Pernambuco, Bahia, Propriá, Caruaru, Garanhuns, Petrolina, Paulo Afonso, Aracaju, Recife, Salvador, Fortaleza, João Pessoa, Teresina, São Paulo, Rio de Janeiro, Belo Horizonte, Curitiba, Florianópolis, Porto Alegre, Goiânia, Cuiabá, Manaus, Macapá, Porto Velho, Rio Branco'.split(
    ', ',
  )

/** The state and a little more. The box has a part of the sea, where the distance to the town refuses points. */
const BOX = { south: -10.55, north: -8.75, west: -38.3, east: -35.1 }

/**
 * Greatest distance of a station from its town, in metres. Of 377 declared points of April 2026, true ones reach 22.5 km (Ipioca, the
 * north end of Maceió's coast); from 24.0 on they are in another town, another state or the sea. None lies between.
 */
const FARTHEST = 23_000
/** A median of fewer points can itself be a false one. */
const POINTS_FOR_A_CENTRE = 5

export function isInState({ latitude, longitude }: Ponto): boolean {
  return latitude >= BOX.south && latitude <= BOX.north && longitude >= BOX.west && longitude <= BOX.east
}

/** Null also for a point outside of the state. */
export function pointInState({ latitude, longitude }: { [K in keyof Ponto]: number | null }): Ponto | null {
  if (latitude === null || longitude === null) return null
  const point = { latitude, longitude }
  return isInState(point) ? point : null
}

/** Tests a declared point: inside the state, and near the town or the middle of the points of the municipality's stations (`declared`). */
export function believableTest(codigoIBGE: number, declared: readonly Ponto[]): (ponto: Ponto) => boolean {
  const town = municipioByCode(codigoIBGE)
  const centre = declared.length >= POINTS_FOR_A_CENTRE ? medianPoint(declared) : null
  const anchors = [town, centre].filter((anchor) => anchor !== undefined && anchor !== null)
  return (ponto) =>
    isInState(ponto) &&
    (anchors.length === 0 || anchors.some((anchor) => metresBetween(anchor, ponto) <= FARTHEST))
}
