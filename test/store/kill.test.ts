import { expect, it } from 'vitest'
import { temporaryFolder } from './folders.ts'
import { killOnce } from './killed.ts'

it('kill -9 of a real process leaves every acknowledged commit, whole', async () => {
  const folder = temporaryFolder()
  let before = 0
  for (const atOperation of [3, 77, 140, 199, 260, 347]) {
    const { acknowledged, found, torn, lost } = await killOnce({ folder, stations: 4, atOperation })
    expect({ atOperation, torn, lost }).toEqual({ atOperation, torn: false, lost: false })
    expect(found).toBeGreaterThanOrEqual(Math.max(before, acknowledged))
    before = found
  }
  expect(before).toBeGreaterThan(3)
})
