import { expect, it } from 'vitest'
import { createReusedMemory } from '../../src/http/reply/reused-memory.ts'

const MB = 1024 * 1024

it('gives a buffer again to a list of about the same length', () => {
  const { take, giveBack } = createReusedMemory()
  const buffer = take(1.5 * MB)
  expect(buffer.length).toBeGreaterThanOrEqual(1.5 * MB)
  expect(take(1.5 * MB)).not.toBe(buffer)
  giveBack(buffer)
  expect(take(1.1 * MB)).toBe(buffer)
  giveBack(buffer)
  expect(take(3 * MB)).not.toBe(buffer)
})

it('keeps some megabytes, and lets go of those unused for longest', () => {
  const { take, giveBack } = createReusedMemory()
  const large = [take(8 * MB), take(8 * MB), take(8 * MB)]
  const short = take(1000)
  for (const buffer of [...large, short]) giveBack(buffer)
  expect(take(1000)).toBe(short)
  expect(large).toContain(take(8 * MB))
  expect(large).not.toContain(take(8 * MB))
  // One that is longer than all that is kept is let go at once.
  giveBack(short)
  giveBack(take(40 * MB))
  expect(take(1000)).toBe(short)
})
