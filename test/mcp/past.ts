import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Venda } from '../../src/domain/facts/sale-record.ts'
import { createDataset } from '../../src/query/current/dataset.ts'
import { createQuery } from '../../src/query/query.ts'
import { createStore } from '../../src/store/store.ts'
import { memory } from '../memory.ts'
import { still } from '../still.ts'
import { type Situation, afterSales } from '../query/past-fixture.ts'
import { AGORA } from '../demonstration.ts'
import { SITE, URL_BASE, connect, depsOf } from './world.ts'

/** A client of the tools over the state that a collector makes of these sales. */
export async function connectAfter(seen: readonly Venda[]): Promise<Client> {
  return connect(depsOf((await worldAfter(seen)).query))
}

/** The data behind it, which other faces may ask, too. */
export async function worldAfter(seen: readonly Venda[], situation: Situation = {}) {
  const { snapshot, sales } = await afterSales(seen, situation)
  const dataset = createDataset({
    store: { ...createStore(memory(), 'demonstracao'), sales },
    follow: still({ commit: snapshot.commit, damaged: [] }),
    clock: () => AGORA,
    intervaloMinutos: 60,
  })
  return { dataset, query: createQuery({ dataset, urlBase: URL_BASE, site: SITE }) }
}
