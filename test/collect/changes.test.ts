import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPublisher } from '../../src/collect/publishing/publish.ts'
import { createSweepResult } from '../../src/collect/asking/sweep-result.ts'
import type { Mudanca } from '../../src/domain/answers/mudancas.ts'
import { type Cursor, cursorOf } from '../../src/domain/facts/published-changes.ts'
import { slugs } from '../../src/domain/facts/fuels.ts'
import { fuelReference, judge, newestPerStation } from '../../src/domain/trust/judging.ts'
import type { Registro } from '../../src/domain/facts/sale-record.ts'
import type { Commit } from '../../src/domain/state/commit-state.ts'
import { DAY, HOUR, MINUTE, instante, toMs } from '../../src/domain/basics/time.ts'
import { memory } from '../memory.ts'
import { createStore } from '../../src/store/store.ts'
import { AGORA, sale } from './records.ts'
import { type Prices, apply } from '../following.ts'

/** Eight stations sell at R$ 6: by their median others are judged. */
const CROWD = [11, 12, 13, 14, 15, 16, 17, 18]

interface Shown {
  posto: number
  codigo: string
  preco: number
}

/** What happens to a store, one after the other. */
type Event =
  | { kind: 'collection' | 'two collectors'; shown: Shown[]; other: Shown[]; hours: number; tidies: boolean }
  | { kind: 'newest damaged' }

/** A store, and collectors that work on it at times of their own. */
function world() {
  const driver = memory()
  const open = () => createStore(driver, 'sefaz', () => now)
  const store = open()
  let now = toMs(AGORA)
  const published: Commit[] = []

  async function publisher() {
    const newest = (await store.commits.load().catch(() => null))?.commit ?? null
    const [inicio, asOf] = [instante(now), now]
    const made = createPublisher({ store, newest, inicio, now: () => instante(asOf) })
    return async (shown: readonly Shown[]) => {
      const result = { ...createSweepResult(), registros: recordsOf(shown, asOf) }
      const commit = await made.publish(result)
      published.push(commit)
      return commit
    }
  }

  return {
    driver,
    open,
    published,
    newest: async () =>
      (
        await open()
          .commits.load()
          .catch(() => null)
      )?.commit,
    async happen(event: Event) {
      if (event.kind === 'newest damaged') {
        const seq = (await store.commits.list()).at(-1)
        const key = `sefaz:commits:${String(seq).padStart(12, '0')}.json`
        await driver.setItemRaw(key, Buffer.from('x'))
        return
      }
      now += event.hours * HOUR
      const [publish, publishToo] = [await publisher(), await publisher()]
      let commit = await publish(event.shown)
      if (event.kind === 'two collectors') commit = await publishToo(event.other)
      if (!event.tidies) return
      await store.changes.file(commit)
      await store.commits.cleanUp()
    },
  }
}

function recordsOf(shown: readonly Shown[], now: number): Registro[] {
  const minutosAntes = (toMs(AGORA) - now) / MINUTE + 1
  const crowd = CROWD.map((posto) => ({ posto, codigo: '1', preco: 6 }))
  return [...crowd, ...shown].map((one) => sale({ ...one, minutosAntes }))
}

function pricesOf({ estado }: Commit): Prices {
  const prices: Prices = {}
  for (const slug of slugs) {
    const reference = fuelReference(newestPerStation(estado.atuais[slug]), estado.medianas[slug])
    for (const atual of estado.atuais[slug]) {
      const { suspeito } = judge(atual, reference)
      prices[`${slug} ${atual.cnpj} ${atual.produto.codigo}`] = [
        atual.produto.venda.valorDeclarado,
        suspeito !== undefined,
      ]
    }
  }
  return prices
}

/** Every state that one can go on from to `newest`, with all that changed since. */
async function ways({ changes }: ReturnType<ReturnType<typeof world>['open']>, newest: Commit) {
  const since = new Map<Cursor, Mudanca[]>([[nameOf(newest), []]])
  const steps = await changes.steps(newest)
  const rows = await Promise.all(steps.map((step) => changes.rows(step)))
  expect(rows.map((some) => some?.length)).toEqual(steps.map(({ count }) => count))
  for (const [at, step] of steps.entries())
    since.set(
      step.since,
      rows.slice(at).flatMap((some) => some ?? []),
    )
  return since
}

function nameOf({ cabecalho, sha256 }: Commit): Cursor {
  return cursorOf(cabecalho.seq, sha256)
}

const shown = fc.array(
  fc.record({
    posto: fc.integer({ min: 1, max: 3 }),
    codigo: fc.constantFrom('1', '2'),
    // Of these 4.6 waits for sales that back it, and 9.5 is never believed.
    preco: fc.constantFrom(4.6, 5.9, 6.1, 9.5),
  }),
  { maxLength: 5 },
)
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('collection' as const, 'two collectors' as const),
      shown,
      other: shown,
      hours: fc.constantFrom(1, 4, 30, 250),
      tidies: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'newest damaged' as const }) },
)

describe('what changed since any state that was published', () => {
  it('leads to the newest prices and flags after any events, or is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 2, maxLength: 9 }), async (events) => {
        const { happen, published, newest: load, open } = world()
        for (const one of events) await happen(one)
        const newest = await load()
        if (!newest) return
        const found = await ways(open(), newest)
        const onTheWay = wayOf(newest, published)
        // Told, when and only when the newest state came to be upon it, in the last thirty days.
        expect(published.filter((commit) => found.has(nameOf(commit)))).toEqual(
          published.filter((commit) => onTheWay.includes(commit)),
        )
        expect(onTheWay.map((commit) => apply(pricesOf(commit), found.get(nameOf(commit)) ?? []))).toEqual(
          onTheWay.map(() => pricesOf(newest)),
        )
      }),
      { numRuns: 25 },
    )
  })

  it('is the same from a server that saw all of it as from one that starts now', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 3, maxLength: 7 }), async (events) => {
        const { happen, newest: load, open } = world()
        const long = open()
        for (const one of events) {
          await happen(one)
          const newest = await load()
          const told = newest && [await ways(long, newest), await ways(open(), newest)]
          expect(told?.[0]).toEqual(told?.[1])
        }
      }),
      { numRuns: 12 },
    )
    expect.hasAssertions()
  })

  it('outlives the commits: after sixty of them the first is gone, and the way from it is not', async () => {
    const { happen, published, newest: load, open } = world()
    for (let n = 0; n < 60; n++)
      await happen({
        kind: 'collection',
        shown: [{ posto: 1, codigo: '1', preco: 6 + n / 1000 }],
        other: [],
        hours: 1,
        tidies: true,
      })
    const [newest, first] = [await load(), published[0]]
    expect(await open().commits.list()).toHaveLength(48)
    const found = newest && (await ways(open(), newest))
    expect(found?.size).toBe(60)
    expect(found?.get(first ? nameOf(first) : '')).toHaveLength(59)
  })

  it('goes on where a file of a day stood, once it is put back', async () => {
    const { happen, newest: load, open, driver } = world()
    const collect = (n: number) =>
      happen({
        kind: 'collection',
        shown: [{ posto: 1, codigo: '1', preco: 6 + n / 1000 }],
        other: [],
        hours: 1,
        tidies: true,
      })
    for (let n = 0; n < 100; n++) await collect(n)
    const store = open()
    const stepsNow = async () => {
      const newest = await load()
      return newest ? (await store.changes.steps(newest)).length : 0
    }
    const files = driver.getInstance()
    const [oldest = ''] = [...files.keys()].filter((key) => key.includes(':mudancas:')).toSorted()
    const moved = files.get(oldest)
    files.delete(oldest)
    expect(await stepsNow()).toBeLessThan(99)
    if (moved) files.set(oldest, moved)
    expect(await stepsNow()).toBe(99)
  })

  it('is filed without reading again the changes of commits filed before', async () => {
    const { happen, newest: load, driver } = world()
    const day = { kind: 'collection' as const, other: [], hours: 1 }
    for (let n = 0; n < 6; n++)
      await happen({ ...day, shown: [{ posto: 1, codigo: '1', preco: 6 + n / 1000 }], tidies: n < 5 })
    const read: string[] = []
    const getItemRaw = (key: string) => (read.push(key), driver.getItemRaw(key))
    const store = createStore({ ...driver, getItemRaw }, 'sefaz', () => toMs(AGORA))
    const newest = await load()
    if (!newest) throw new Error('no commit')
    await store.changes.file(newest)
    expect(await createStore(driver, 'sefaz').changes.steps(newest)).toHaveLength(5)
    expect(read.filter((key) => key.includes(':partes:'))).toEqual([])
  })

  it('ends thirty days back, and its files go', async () => {
    const { happen, newest: load, open } = world()
    for (let day = 0; day < 40; day++)
      await happen({
        kind: 'collection',
        shown: [{ posto: 1, codigo: '1', preco: 6 + day / 100 }],
        other: [],
        hours: 24,
        tidies: true,
      })
    const newest = await load()
    const steps = newest ? await open().changes.steps(newest) : []
    expect(steps).toHaveLength(31)
    expect(toMs(newest?.cabecalho.publicadoEm ?? '') - toMs(steps[0]?.publicadoEm ?? '')).toBe(30 * DAY)
  })
})

/** The commits that led to `newest`, by what each says of the one before; no farther than thirty days back. */
function wayOf(newest: Commit, published: readonly Commit[]): Commit[] {
  const byName = new Map(published.map((commit) => [nameOf(commit), commit]))
  const way = [newest]
  const oldest = toMs(newest.cabecalho.publicadoEm) - 30 * DAY
  for (let at: Commit | undefined = newest; at;) {
    const { prev, prevSha256 = '', publicadoEm }: Commit['cabecalho'] = at.cabecalho
    at = prev === null || toMs(publicadoEm) < oldest ? undefined : byName.get(cursorOf(prev, prevSha256))
    if (at) way.push(at)
  }
  return way.map((commit) => byName.get(nameOf(commit)) ?? commit)
}
