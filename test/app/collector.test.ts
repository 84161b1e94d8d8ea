import { EventEmitter, once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import type { CollectionEnd } from '../../src/app/collection-process.ts'
import { type Collector, createCollector } from '../../src/app/collector.ts'
import { AGORA, type World, createWorld } from '../http/fixture.ts'

/** A collector over an empty store, whose first collection has come to its end. */
async function afterEnd(kind: CollectionEnd['kind']): Promise<Collector & Pick<World, 'store'>> {
  const { store, follower } = await createWorld({ collected: false })
  const log = new EventEmitter()
  const collector = createCollector({
    store,
    follower,
    config: { intervaloMinutos: 60 },
    clock: () => AGORA,
    log: () => {},
    writeLine: (line) => void log.emit('line', line),
    onError(error) {
      throw error
    },
    run: async () => ({ kind, avisos: [] }),
  })
  onTestFinished(() => collector.stop())
  const told = once(log, 'line')
  collector.start()
  await told
  return { ...collector, store }
}

it('while another collector is at it a commit may come any moment', async () => {
  const { next, nextPublication } = await afterEnd('busy')
  expect(next()).not.toBeNull()
  expect(nextPublication()).toBeNull()
})

it.each(['done', 'failed'] as const)(
  'after one that is %s the next commit is that of the next one, and the store holds when and how often',
  async (kind) => {
    const { next, nextPublication, store } = await afterEnd(kind)
    expect(nextPublication()).toBe(next())
    await expect.poll(() => store.notes.readLastAttempt()).toMatchObject({ proxima: next(), intervalo: 60 })
  },
)
