import { combustiveis } from '../domain/facts/fuels.ts'
import { municipios } from '../domain/alagoas/municipalities.ts'
import type { Fatia } from './source.ts'

/** All municipalities × fuels, the municipalities with most stations first. */
export function slicesBySize(): Fatia[] {
  return municipios
    .toSorted((a, b) => b.postos - a.postos || a.codigoIBGE - b.codigoIBGE)
    .flatMap(({ codigoIBGE, nomeNaFonte }) =>
      combustiveis.map(({ slug }) => ({ codigoIBGE, municipio: nomeNaFonte, combustivel: slug })),
    )
}
