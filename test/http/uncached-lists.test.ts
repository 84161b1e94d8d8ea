import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { Gzip, brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Transform } from 'node:stream'
import { expect, it, onTestFinished, vi } from 'vitest'
import { whole } from '../../src/format/json/list-text.ts'
import { crowd, queryOver } from '../fixtures.ts'
import { createWorld, startServer } from './fixture.ts'
import { rawRequest } from './raw.ts'

/** All stations, from one of many points. */
const around = (i: number) => `/gasolina/api/precos?lat=-9.${60 + i}&lon=-35.7&raio=500`

it('a list that cannot be compressed ends its own connection; the next one is answered', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  const world = await createWorld()
  const { port } = await startServer(world)
  const ask = (lat: number) =>
    rawRequest(port, {
      path: `/gasolina/api/precos?suspeitos=incluir&lat=${lat}&lon=-36.1&raio=500`,
      headers: { 'accept-encoding': 'gzip' },
    })
  vi.spyOn(Gzip.prototype as Transform, '_transform').mockImplementationOnce((_, __, done) =>
    done(new Error('Cannot allocate memory')),
  )
  expect((await ask(-9.66)).status).toBeNaN()
  expect(world.logged).toEqual([['erro', { causa: expect.stringContaining('Cannot allocate memory') }]])
  expect((await ask(-9.67)).headers['content-encoding']).toBe('gzip')
})

it.each([
  ['identity', (body: Buffer) => body],
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
])('a list of megabytes from a point as %s, written in turns, is whole', async (encoding, decode) => {
  const { query } = await queryOver(crowd(2500, 6))
  const world = await createWorld({ spoil: (own) => ({ ...own, precosText: query.precosText }) })
  const { port } = await startServer(world)
  const path = '/gasolina/api/precos?lat=-9.66&lon=-35.7&raio=500'
  const { body } = await rawRequest(port, { path, headers: { 'accept-encoding': encoding } })
  const asked = {
    combustivel: 'gasolina-comum',
    suspeitos: 'omitir',
    lat: -9.66,
    lon: -35.7,
    raio: 500,
  } as const
  const text = decode(body).toString()
  expect(text.length).toBeGreaterThan(1 << 20)
  expect(text).toBe(JSON.stringify(await query.precos(asked)))
})

it('four long lists are written at a time, and none of a client that has left', async () => {
  const { query } = await queryOver(crowd(2500, 6))
  let [made, begun, open] = [0, 0, () => {}]
  const gate = new Promise<void>((resolve) => (open = resolve))
  const precosText: typeof query.precosText = (pedido) => {
    const text = query.precosText(pedido)
    made++
    return async () => {
      begun++
      await gate
      return whole(text)
    }
  }
  const world = await createWorld({ spoil: (own) => ({ ...own, precosText }) })
  const { port, server } = await startServer(world)
  const asking = Array.from({ length: 12 }, (_, i) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${around(i)} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    return socket
  })
  await expect.poll(() => made).toBe(12)
  await expect.poll(() => begun).toBe(4)
  const last = rawRequest(port, { path: around(20) })
  for (const socket of asking) socket.destroy()
  await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(1)
  expect(begun).toBe(4)
  open()
  expect((await last).body.length).toBeGreaterThan(1 << 20)
  expect(begun).toBe(5)
})

it('lists asked for at once on many connections, read late, keep their own bytes', async () => {
  const world = await createWorld()
  const { port } = await startServer(world)
  const paths = Array.from(
    { length: 40 },
    (_, i) => `/gasolina/api/precos?lat=-9.${60 + i}&lon=-35.72&raio=60`,
  )
  const sockets = paths.map((path) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
    return socket.pause()
  })
  const bodies = await Promise.all(
    sockets.map(async (socket) => {
      await once(socket, 'readable')
      return (await text(socket)).split('\r\n\r\n')[1] ?? ''
    }),
  )
  for (const [i, path] of paths.entries())
    expect(bodies[i]).toBe(await (await world.http.router.request(path)).text())
})
