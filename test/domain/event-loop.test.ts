import { expect, it } from 'vitest'
import { pause } from '../../src/domain/basics/event-loop.ts'
import { queryOver } from '../fixtures.ts'

it('computations that yield in one turn of the event loop go on in turns of their own', async () => {
  const turns = countTurns()
  const wentOn: number[] = []
  const compute = async () => {
    await pause()
    work()
    await pause()
    wentOn.push(turns.now())
  }
  await Promise.all([compute(), compute(), compute()])
  turns.stop()
  expect(new Set(wentOn).size).toBe(3)
})

it('a question asked late in a turn of the event loop is answered in another, each of several in its own', async () => {
  const { query } = await queryOver([{ posto: 1, preco: 6 }])
  await query.municipios()
  const turns = countTurns()
  await pause()
  work()
  const asked = turns.now()
  const answered = await Promise.all([1, 2].map(() => query.municipios().then(() => turns.now())))
  turns.stop()
  expect(answered).toEqual([asked + 1, asked + 2])
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
