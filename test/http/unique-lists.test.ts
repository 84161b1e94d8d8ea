import { Gzip } from 'node:zlib'
import type { Transform } from 'node:stream'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createWorld, startServer } from './fixture.ts'
import { rawRequest } from './raw.ts'

it('a list that cannot be compressed ends its own connection; its memory serves the next one', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
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
  vi.spyOn(Gzip.prototype as Transform, '_transform').mockImplementationOnce((_, __, done) =>
    done(new Error('Cannot allocate memory')),
  )
  expect((await ask(-9.66)).status).toBeNaN()
  expect(world.logged).toEqual([['erro', { causa: expect.stringContaining('Cannot allocate memory') }]])
  expect((await ask(-9.67)).headers['content-encoding']).toBe('gzip')
  expect([before > 0, large()]).toEqual([true, before])
})
