import { expect, it } from 'vitest'
import { createYield } from '../../src/domain/basics/event-loop.ts'

it('computations that yield in one turn of the event loop go on in turns of their own', async () => {
  let turn = 0
  let counting = setImmediate(count)
  function count(): void {
    turn++
    counting = setImmediate(count)
  }
  const wentOn: number[] = []
  const compute = async () => {
    const pause = createYield()
    const begun = performance.now()
    while (performance.now() - begun < 20);
    await pause()
    wentOn.push(turn)
  }
  await Promise.all([compute(), compute(), compute()])
  clearImmediate(counting)
  expect(new Set(wentOn).size).toBe(3)
})
