import { expect, it } from 'vitest'
import { createCompressor } from '../../src/http/reply/compression.ts'
import { type Resource, createResource } from '../../src/http/reply/resource.ts'

/** One that is asked for often enough for a smaller form. */
function wanted(): Resource {
  const body = { tipo: 'text/plain', pieces: [Buffer.alloc(20_000, 'preço ')] }
  return { ...createResource(body, 0), asked: 5 }
}

it('a failed background compression is reported, and the next ones are made', async () => {
  const bugs: unknown[] = []
  const { suggest } = createCompressor((error) => void bugs.push(error))
  const noMemory = new Error('Cannot allocate memory')
  const failing = {
    ...wanted(),
    get pieces(): never {
      throw noMemory
    },
  }
  suggest(failing)
  await expect.poll(() => bugs).toEqual([noMemory])
  const next = wanted()
  suggest(next)
  await expect.poll(() => next.compressed.has('br')).toBe(true)
  // It may be asked for again.
  suggest(failing)
  await expect.poll(() => bugs).toHaveLength(2)
})
