import type { ZlibOptions } from 'node:zlib'
import { expect, it, vi } from 'vitest'
import { createWorld, startServer } from './fixture.ts'
import { rawRequest } from './raw.ts'

const zlib = vi.hoisted(() => ({ fails: false }))
vi.mock(import('node:zlib'), async (original) => {
  const actual = await original()
  type Done = (error: Error | null, bytes: Buffer) => void
  const gzip = (bytes: Uint8Array, options: ZlibOptions, done: Done) =>
    zlib.fails
      ? setImmediate(done, new Error('Cannot allocate memory'), Buffer.alloc(0))
      : actual.gzip(bytes, options, done)
  return { ...actual, gzip: gzip as typeof actual.gzip }
})

it('a list that cannot be compressed ends its own connection; its memory serves the next one', async () => {
  const world = await createWorld()
  const { port } = await startServer(world)
  const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow')
  const ask = (lat: number) =>
    rawRequest(port, {
      path: `/gasolina/api/precos?suspeitos=incluir&lat=${lat}&lon=-36.1&raio=500`,
      headers: { 'accept-encoding': 'gzip' },
    })
  const large = () => allocate.mock.calls.filter(([bytes]) => bytes > 128 * 1024).length
  await ask(-9.65)
  const before = large()
  zlib.fails = true
  expect((await ask(-9.66)).status).toBeNaN()
  expect(world.logged).toEqual([['erro', { causa: expect.stringContaining('Cannot allocate memory') }]])
  zlib.fails = false
  expect((await ask(-9.67)).headers['content-encoding']).toBe('gzip')
  expect([before > 0, large()]).toEqual([true, before])
})
