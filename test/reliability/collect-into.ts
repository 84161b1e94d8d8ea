import { collect } from '../../src/collect/collect.ts'
import { readConfig } from '../../src/config.ts'
import type { Commit } from '../../src/domain/state/commit-state.ts'
import { createSource } from '../../src/app/collect-once.ts'
import { openStore } from '../open-store.ts'
import type { SourceServer } from '../source-server.ts'

/** Collects into a folder as the program does, but asks only of the towns that have stations: 24 questions, not 612. */
export async function collectInto(folder: string, source: SourceServer): Promise<Commit | null> {
  const [clock, store] = [Date.now, await openStore({ folder, fonte: 'sefaz' })]
  const whole = createSource(readConfig({ SEFAZ_APP_TOKEN: source.token, SEFAZ_URL: source.url }), clock)
  const towns = new Set(source.stations.map(({ endereco }) => endereco.codigoIBGE))
  const fatias = whole.fatias.filter(({ codigoIBGE }) => towns.has(codigoIBGE))
  return (await collect({ source: { ...whole, fatias }, store, clock })).commit
}
