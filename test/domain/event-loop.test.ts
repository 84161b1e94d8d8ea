import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { mapInTurns, pause } from '../../src/domain/basics/event-loop.ts'
import { createQuery } from '../../src/query/query.ts'
import { queryOver } from '../fixtures.ts'

const ADDRESSES = { urlBase: 'http://localhost', site: undefined }
const ASK = { combustivel: 'gasolina-comum', suspeitos: 'omitir' } as const

it('long computations that yield each go on in a turn of the event loop of their own', async () => {
  const turns = countTurns()
  const worked: number[] = []
  const compute = async () => {
    for (let round = 0; round < 2; round++) {
      await pause()
      worked.push(turns.now())
      work()
    }
  }
  await Promise.all([compute(), compute(), compute()])
  turns.stop()
  // The first work of each began before that of another took long.
  expect(new Set(worked.slice(3)).size).toBe(3)
})

it('several turns of the event loop pass between two of them, as connections are accepted one a turn', async () => {
  const turns = countTurns()
  const compute = async () => {
    await pause()
    work()
    return turns.now()
  }
  const [, second = 0, third = 0] = await Promise.all([compute(), compute(), compute()])
  turns.stop()
  expect(third - second).toBeGreaterThan(4)
})

it('what has one part waits for no other computation', async () => {
  const turns = countTurns()
  await pause()
  work()
  const before = turns.now()
  await mapInTurns(['all'], (text) => text)
  expect(turns.now()).toBe(before)
  turns.stop()
})

it('questions asked late in a turn of the event loop are answered in later ones, each in its own', async () => {
  const { query } = await queryOver([{ posto: 1, preco: 6 }])
  await query.municipios()
  const turns = countTurns()
  await pause()
  work()
  const asked = turns.now()
  const answered = await Promise.all([1, 2].map(() => query.municipios().then(() => turns.now())))
  turns.stop()
  const [first = 0, second = 0] = answered
  expect(first).toBeGreaterThan(asked)
  expect(second).toBeGreaterThan(first)
})

it('long questions asked at once are answered each in a turn of the event loop of its own', async () => {
  const { query, dataset } = await queryOver([{ posto: 1, preco: 6 }])
  const quick = dataset.snapshot()
  const list: typeof quick.list = (slug) => {
    work()
    return quick.list(slug)
  }
  const slow = createQuery({ dataset: { ...dataset, snapshot: () => ({ ...quick, list }) }, ...ADDRESSES })
  await query.municipios()
  // The work before is that of other turns.
  for (let turn = 0; turn < 2; turn++) await nextTurn()
  const turns = countTurns()
  const answered = await Promise.all([1, 2].map(() => slow.precos(ASK).then(() => turns.now())))
  turns.stop()
  expect(new Set(answered).size).toBe(2)
})

function countTurns() {
  let turn = 0
  let counting = setImmediate(count)
  function count(): void {
    turn++
    counting = setImmediate(count)
  }
  return { now: () => turn, stop: () => clearImmediate(counting) }
}

function work(): void {
  const begun = performance.now()
  while (performance.now() - begun < 20);
}
