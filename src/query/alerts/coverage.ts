import { oncePer } from '../../domain/basics/memoize.ts'
import type { Instante } from '../../domain/basics/time.ts'
import type { Snapshot } from '../lists/snapshot.ts'

/** How far a commit reaches. Servers ask every few seconds, so it is counted once per commit. */
export interface Extent {
  towns: number
  stations: number
  newestSale: Instante | null
  /** Stations whose declared coordinates are not believed. */
  misplaced: number
}

export const extentOf = oncePer(measure)

function measure(snapshot: Snapshot): Extent {
  const { postos } = snapshot.commit.estado
  let newestSale: Instante | null = null
  let misplaced = 0
  for (const { estabelecimento, ultimaVenda } of postos) {
    if (!newestSale || ultimaVenda > newestSale) newestSale = ultimaVenda
    const { cnpj, endereco } = estabelecimento
    if (endereco.latitude !== null && snapshot.posto(cnpj)?.endereco.latitude === null) misplaced++
  }
  return {
    towns: new Set(snapshot.stations().map(({ codigoIBGE }) => codigoIBGE)).size,
    stations: postos.length,
    newestSale,
    misplaced,
  }
}
