import { unaccented } from '../basics/text.ts'
import table from './municipalities.json' with { type: 'json' }

type Row = [codigoIBGE: number, nome: string, latitude: number, longitude: number, postos: number]

/** A municipality of Alagoas. `nomeNaFonte`: as the source writes it; `postos`: how many stations sold in April 2026. */
export type Municipio = Readonly<ReturnType<typeof toMunicipio>>

function toMunicipio([codigoIBGE, nome, latitude, longitude, postos]: Row) {
  const nomeNaFonte = unaccented(nome).toUpperCase()
  return { codigoIBGE, nome, nomeNaFonte, latitude, longitude, postos }
}

/** All of them, by code. Coordinates of the towns, to three decimals. */
export const municipios: readonly Municipio[] = (table as Row[]).map(toMunicipio)

const byCode = new Map(municipios.map((m) => [m.codigoIBGE, m]))

export function municipioByCode(codigoIBGE: number): Municipio | undefined {
  return byCode.get(codigoIBGE)
}
