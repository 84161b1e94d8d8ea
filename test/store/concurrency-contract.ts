import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { sampleDraft, sampleEstado, sampleVenda } from './samples.ts'

const ROUNDS = 8
const MANY_TRIES = 500

/**
 * What holds over every driver however many collect and read at once. `scene` gives what opens one and the same new store;
 * `rounds` is how often each publishes where others read, and twice as often as where collectors meet at each publication.
 */
export function concurrencyContract(name: string, scene: () => Promise<() => Store>, rounds = ROUNDS): void {
  describe(`over ${name}`, () => {
    it.each([2, 3])('%i collectors at once make one commit per number and lose no sale', async (count) => {
      const open = await scene()
      const collectors = Array.from({ length: count }, (_, n) => n + 1)
      let met = 0
      const times = rounds / 2
      const published = await Promise.all(
        collectors.map((collector) => collectTimes(open(), collector, times, () => met++)),
      )
      expect(met).toBeGreaterThan(0)
      const numbers = published.flat().toSorted((a, b) => a - b)
      expect(numbers).toEqual(Array.from({ length: count * times }, (_, n) => n + 1))
      const store = open()
      expect(await store.commits.list()).toEqual(numbers)
      for (const collector of collectors) {
        const { cnpj } = sampleVenda(collector, 0)
        expect(await store.sales.ofStation(cnpj, '2026-04-01', '2026-04-30')).toHaveLength(times)
      }
    })

    it('a reader among publications never sees a torn or mixed state', async () => {
      const open = await scene()
      const state = { writing: true }
      let reads = 0
      const seen = new Set<number>()
      const reader = async () => {
        const store = open()
        while (state.writing) {
          await setImmediate()
          const loaded = await store.commits.load()
          reads++
          if (!loaded) continue
          const { cabecalho, estado } = loaded.commit
          expect(loaded.damaged).toEqual([])
          expect(estado).toEqual(sampleEstado(4, cabecalho.coleta.vendasNovas))
          seen.add(cabecalho.seq)
        }
      }
      const writers = Promise.all([collectTimes(open(), 1, rounds), collectTimes(open(), 2, rounds)]).finally(
        () => {
          state.writing = false
        },
      )
      await Promise.all([writers, reader()])
      expect(reads).toBeGreaterThan(rounds)
      expect(seen.size).toBeGreaterThan(rounds / 2)
    })
  })
}

/** Collects as `collect/` does: log, publish, and when another was faster, load and publish again. */
async function collectTimes(
  store: Store,
  collector: number,
  rounds: number,
  onMeeting?: () => void,
): Promise<number[]> {
  const mine: number[] = []
  let prev: number | null = null
  for (let round = 0; round < rounds; round++) {
    await setImmediate()
    await store.sales.append('2026-04', [sampleVenda(collector, round)])
    for (let tries = 0; ; tries++) {
      if (tries > MANY_TRIES) throw new Error('publishing comes to no end')
      const outcome = await store.commits.publish(sampleDraft(prev, collector * 100 + round, 4))
      if (outcome !== 'superseded') {
        mine.push((prev = outcome.cabecalho.seq))
        break
      }
      onMeeting?.()
      prev = (await store.commits.load())?.commit.cabecalho.seq ?? null
    }
  }
  return mine
}
