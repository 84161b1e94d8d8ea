import type { Ponto } from '../geo/distances.ts'
import landmarks from './landmarks.json' with { type: 'json' }
import places from './known-places.json' with { type: 'json' }

/** The capital, by IBGE code. */
export const MACEIO = 2_704_302

/** The capital's fifty districts, as people write them. `curto`: a part of the name that means no other; `postos`: stations that sold in April 2026. */
export const bairrosDeMaceio: readonly Readonly<Ponto & { nome: string; curto?: string; postos: number }>[] =
  places.bairrosDeMaceio

/** Beaches, villages, estates, landmarks and avenues, by names or nicknames that no station declares: a declared name means its district. */
export interface Localidade {
  readonly nome: string
  readonly codigoIBGE: number
  /** Districts of the place, more than one of an avenue; absent where the data knows only the municipality. */
  readonly bairros?: readonly string[]
  /** Name of an avenue as addresses write it. */
  readonly rua?: string
}

/** Towns of Bahia, Sergipe and Pernambuco just beyond the border: seats as in kelvins/municipios-brasileiros, to three decimals. */
export const cidadesVizinhas: readonly Ponto[] = places.cidadesVizinhas

/** Lines along the middle of the two large lagoons, between the places on their shores: a way that crosses one goes over water. */
export const eixosDasLagoas: readonly (readonly Ponto[])[] = places.lagoas.map(({ eixo }) => eixo)

export const localidades: readonly Localidade[] = places.localidades

/** A place by which people tell where they are. docs/marcos.md has the two sources of each point. */
export type Marco = Readonly<(typeof landmarks)[number]>

export const marcos: readonly Marco[] = landmarks
