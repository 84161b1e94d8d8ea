import { slugs } from '../../domain/facts/fuels.ts'
import { oncePer } from '../../domain/basics/memoize.ts'
import type { Station } from '../../domain/state/stations.ts'
import type { PostoServido } from '../../domain/answers/common.ts'
import { GasolinaError } from '../../errors.ts'
import type { Snapshot } from './snapshot.ts'

/** @throws {GasolinaError} `posto_nao_encontrado`. */
export function knownStation(snapshot: Snapshot, cnpj: string): PostoServido {
  const posto = snapshot.posto(cnpj)
  if (posto) return posto
  throw new GasolinaError(
    'posto_nao_encontrado',
    `Nenhum posto conhecido tem o CNPJ ${cnpj}: confira-o ou procure o posto pelo nome.`,
  )
}

/** Stations with a believed price of any fuel. */
export const pricedStations = oncePer((snapshot: Snapshot): Station[] => {
  const priced = new Set<string>()
  for (const slug of slugs) {
    const { believed, entries } = snapshot.list(slug)
    for (const at of believed) priced.add(entries[at]?.estabelecimento.cnpj ?? '')
  }
  return snapshot.stations().filter(({ posto }) => priced.has(posto.cnpj))
})
