import { describe, expect, it, onTestFinished } from 'vitest'
import { collect } from '../../src/collect/collect.ts'
import { HOUR } from '../../src/domain/basics/time.ts'
import { createSefaz } from '../../src/sources/sefaz/sefaz-source.ts'
import { memory } from '../memory.ts'
import { createStore } from '../../src/store/store.ts'
import { startSourceServer } from '../source-server.ts'

const KEY = 'sefaz:rejeitados:gasolina-comum.json'

/** A source whose gasoline jumps by a fifth, hour after hour, after a first collection without. */
async function jumping(now?: string) {
  const server = await startSourceServer(now === undefined ? {} : { now: Date.parse(now) })
  onTestFinished(() => server.close())
  const driver = memory()
  const store = createStore(driver, 'sefaz', () => server.now)
  const { url, token } = server
  const whole = createSefaz({ url, token, userAgent: 'Teste', delay: async () => {} })
  const towns = new Set(server.stations.map(({ endereco }) => endereco.codigoIBGE))
  const source = { ...whole, fatias: whole.fatias.filter((f) => towns.has(f.codigoIBGE)) }
  await collect({ source, store, clock: () => server.now })
  server.fault = { tipo: 'fator', valor: 1.2, tipos: [1] }
  return {
    driver,
    store,
    calm: () => (server.fault = null),
    fail: () => (server.fault = { tipo: 'erro500' }),
    /** How often the jump was proposed so far; undefined once it is none. */
    async proposedAnHourLater(hours = 1) {
      server.now += hours * HOUR
      const { coleta } = await collect({ source, store, clock: () => server.now })
      return coleta.retidos[0]?.vezes
    },
    bytes: () => driver.getInstance().get(KEY)?.bytes,
  }
}

it('days on which sales were held back have the median of those sales once they are accepted', async () => {
  const { store, proposedAnHourLater } = await jumping('2026-04-17T01:00:00Z')
  const medians = async () => (await store.commits.load())?.commit.estado.medianas['gasolina-comum']
  const [before] = (await medians()) ?? []
  expect([await proposedAnHourLater(), await proposedAnHourLater(48)]).toEqual([1, 2])
  expect((await medians())?.[0]).toEqual(before)
  expect(await proposedAnHourLater()).toBeUndefined()
  const days = (await medians()) ?? []
  // The day between, which nobody collected, has none.
  expect(days.map(({ dia }) => dia)).toEqual(['2026-04-16', '2026-04-18', '2026-04-19'])
  const [held, ...others] = days
  expect(others.map(({ mediana }) => mediana)).toEqual([held?.mediana, held?.mediana])
  expect(held?.mediana).toBeCloseTo((before?.mediana ?? 0) * 1.2, 2)
})

it('a collection that fails tells what is held back still', async () => {
  const { store, fail, proposedAnHourLater } = await jumping()
  expect(await proposedAnHourLater()).toBe(1)
  fail()
  expect(await proposedAnHourLater()).toBe(1)
  expect((await store.notes.readLastAttempt())?.coleta).toMatchObject({
    resultado: 'falhou',
    retidos: [{ vezes: 1 }],
  })
})

describe('the note of what is held back', () => {
  it('written by an earlier program, without a checksum, goes on being counted', async () => {
    const { driver, proposedAnHourLater, bytes } = await jumping()
    expect(await proposedAnHourLater()).toBe(1)
    await driver.setItemRaw(KEY, bytes()?.subarray(65))
    expect(await proposedAnHourLater()).toBe(2)
    await driver.setItemRaw(KEY, bytes()?.subarray(65))
    expect(await proposedAnHourLater()).toBeUndefined()
  })

  it.each([Buffer.from('{}'), Buffer.from('x'), Buffer.alloc(0)])(
    'that says nothing (%s) is told, starts the count anew and blocks nothing',
    async (nothing) => {
      const { driver, store, proposedAnHourLater } = await jumping()
      expect([await proposedAnHourLater(), await proposedAnHourLater()]).toEqual([1, 2])
      await driver.setItemRaw(KEY, nothing)
      await store.inspect(Infinity)
      expect(store.damaged()).toEqual(['rejeitados:gasolina-comum.json'])
      expect([await proposedAnHourLater(), await proposedAnHourLater()]).toEqual([1, 2])
      await store.inspect(Infinity)
      expect(store.damaged()).toEqual([])
      expect(await proposedAnHourLater()).toBeUndefined()
    },
  )

  it('that says nothing is gone with the next commit where nothing is held', async () => {
    const { driver, store, calm, proposedAnHourLater, bytes } = await jumping()
    calm()
    await driver.setItemRaw(KEY, Buffer.from('x'))
    expect(await proposedAnHourLater()).toBeUndefined()
    expect([bytes(), store.damaged()]).toEqual([undefined, []])
  })
})
