import { expect, it } from 'vitest'
import type { StorageAddress } from '../../src/storage-address.ts'
import { killOnce } from './killed.ts'

/** What holds over every driver. `scene` gives a new store; `operations` are those before which a real process is killed. */
export function killContract(
  name: string,
  scene: () => Promise<StorageAddress>,
  operations: readonly number[],
): void {
  it(`kill -9 of a real process over ${name} leaves every acknowledged commit, whole`, async () => {
    const address = await scene()
    let before = 0
    for (const atOperation of operations) {
      const { acknowledged, found, torn, lost } = await killOnce({ address, stations: 4, atOperation })
      expect({ atOperation, torn, lost }).toEqual({ atOperation, torn: false, lost: false })
      expect(found).toBeGreaterThanOrEqual(Math.max(before, acknowledged))
      before = found
    }
    expect(before).toBeGreaterThan(operations.length / 2)
  })
}
