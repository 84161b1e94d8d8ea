import { unaccented } from '../basics/text.ts'
import table from './municipalities.json' with { type: 'json' }

/** A municipality of Alagoas. `nomeNaFonte` is what the source writes; `postos` how many stations sold in April 2026. */
export interface Municipio {
  readonly codigoIBGE: number
  readonly nome: string
  readonly nomeNaFonte: string
  /** Coordinates of the town, to three decimals. */
  readonly latitude: number
  readonly longitude: number
  readonly postos: number
}

type Row = [codigoIBGE: number, nome: string, latitude: number, longitude: number, postos: number]

/** All of them, by code. */
export const municipios: readonly Municipio[] = (table as Row[]).map(
  ([codigoIBGE, nome, latitude, longitude, postos]) => ({
    codigoIBGE,
    nome,
    nomeNaFonte: unaccented(nome).toUpperCase(),
    latitude,
    longitude,
    postos,
  }),
)

const byCode = new Map(municipios.map((m) => [m.codigoIBGE, m]))

export function municipioByCode(codigoIBGE: number): Municipio | undefined {
  return byCode.get(codigoIBGE)
}
