import { expect, it } from 'vitest'
import { sortInSteps } from '../../src/collect/sort.ts'

const compare = (a: [number, number], b: [number, number]) => a[0] - b[0]

it.each([0, 1, 1_999, 2_000, 2_001, 6_000, 9_999])(
  '%i items stand as after toSorted, equals in their order',
  async (n) => {
    const items = Array.from({ length: n }, (_, at): [number, number] => [(at * 7919) % 613, at])
    expect(await sortInSteps(items, compare)).toEqual(items.toSorted(compare))
  },
)

it('lets others have a turn between its steps', async () => {
  const items = Array.from({ length: 10_000 }, (_, at): [number, number] => [-at, at])
  let turns = 0
  const takeTurns = (): unknown => setImmediate(() => ++turns && takeTurns()).unref()
  takeTurns()
  await sortInSteps(items, compare)
  expect(turns).toBeGreaterThanOrEqual(4)
})
