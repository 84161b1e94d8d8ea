import { expect, it } from 'vitest'
import type { Commit } from '../../src/domain/state/commit-state.ts'
import { slugs } from '../../src/domain/facts/fuels.ts'
import { createSnapshot } from '../../src/query/lists/snapshot.ts'
import type { LastAttempt } from '../../src/store/notes/note-files.ts'
import { createStore } from '../../src/store/store.ts'
import { ARAPIRACA, cnpjOf, collectionOf, commitOf, crowd, queryOver } from '../fixtures.ts'
import { memory } from '../memory.ts'

const snapshotOf = (...commit: Parameters<typeof commitOf>) => createSnapshot(commitOf(...commit), store)
const store = createStore(memory(), 'demonstracao')

it('one commit has one snapshot', () => {
  const commit = commitOf([])
  expect(createSnapshot(commit, store)).toBe(createSnapshot(commit, store))
  expect(snapshotOf([])).not.toBe(createSnapshot(commit, store))
})

it('shares the stations of the commit before while neither they nor the registry change', () => {
  const commit = commitOf(crowd(9, 6))
  const before = createSnapshot(commit, store)
  const { estado } = commit
  const after = (change: Partial<Commit>) => createSnapshot({ ...commit, ...change }, store, before)
  const same = after({ estado: { ...estado, postos: estado.postos.map((posto) => ({ ...posto })) } })
  expect(same.stations()).toBe(before.stations())
  expect(same.words()).toBe(before.words())
  expect(same.list('gasolina-comum')).not.toBe(before.list('gasolina-comum'))
  const [, ...others] = estado.postos
  const renamed = estado.postos.map((posto) => ({
    ...posto,
    estabelecimento: { ...posto.estabelecimento, nomeFantasia: 'POSTO NOVO' },
  }))
  const changed = after({ estado: { ...estado, postos: renamed } })
  expect(new Set(changed.stations().map(({ posto }) => posto.nomeFantasia))).toEqual(new Set(['POSTO NOVO']))
  expect(after({ estado: { ...estado, postos: others } }).stations()).toHaveLength(others.length)
  const cadastro = { origem: 'cadastro.csv', em: commit.cabecalho.publicadoEm, recusadas: 0, postos: [] }
  expect(after({ cadastro }).stations()[0]?.posto).toHaveProperty('bandeira', null)
})

it('is another one once the collector tells other hours, where another process collects', async () => {
  let noted: LastAttempt | null = null
  const attempts = { known: () => noted, latest: async () => noted, registry: () => null }
  const { dataset } = await queryOver(crowd(9, 6), {}, { coleta: false, attempts })
  const before = dataset.snapshot()
  noted = { coleta: collectionOf(), proxima: null, intervalo: 30 }
  const after = dataset.snapshot()
  expect(after).not.toBe(before)
  expect(after.list('gasolina-comum').entries).toBe(before.list('gasolina-comum').entries)
  expect(dataset.snapshot()).toBe(after)
})

it('is the same whether prepared in steps or asked at once, even midway', async () => {
  const pumps = [...crowd(20, 6), { posto: 1, preco: 5.8, cidade: ARAPIRACA }]
  const asked = snapshotOf(pumps)
  const prepared = snapshotOf(pumps)
  let pauses = 0
  let midway: unknown
  await prepared.prepare(async () => {
    if (pauses++ === 1) midway = prepared.posto(cnpjOf(1))
  })
  expect(midway).toEqual(asked.posto(cnpjOf(1)))
  expect(pauses).toBeGreaterThan(slugs.length)
  expect(prepared.stations()).toEqual(asked.stations())
  for (const slug of slugs) expect(prepared.list(slug).entries).toEqual(asked.list(slug).entries)
})

it('knows the newest product of a station, and nothing of a stranger', () => {
  const snapshot = snapshotOf([
    { posto: 1, preco: 7, codigo: '10', vendidoEm: '2026-04-16T08:00:00-03:00' },
    { posto: 1, preco: 8, codigo: '11', vendidoEm: '2026-04-16T09:00:00-03:00' },
  ])
  const { entries, positionOf } = snapshot.list('gasolina-comum')
  expect(entries.map(({ produto }) => produto.codigo)).toEqual(['11'])
  expect(positionOf(cnpjOf(2))).toBeUndefined()
  expect(snapshot.posto(cnpjOf(2))).toBeUndefined()
})
