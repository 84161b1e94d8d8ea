import { connect } from 'node:net'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { limits } from '../../src/http/guard/limits.ts'
import type { LocalQuery } from '../../src/query/query.ts'
import { createWorld, startServer } from './fixture.ts'

/** A server whose searches for stations wait at a gate. */
async function startGated() {
  let [open] = [() => {}]
  const gate = new Promise<void>((resolve) => (open = resolve))
  const begun: unknown[] = []
  const spoil = (query: LocalQuery): LocalQuery => ({
    ...query,
    async postos(pedido) {
      begun.push(pedido.limite)
      await gate
      return query.postos(pedido)
    },
  })
  const { server, port } = await startServer(await createWorld({ spoil }))
  /** One question on a connection of its own. */
  function ask(path: string, localAddress = '127.0.0.1') {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
    const status = socket.toArray().then((chunks) => Number(Buffer.concat(chunks).toString().slice(9, 12)))
    status.catch(() => {})
    return { socket, status }
  }
  const connections = promisify(server.getConnections.bind(server))
  return { begun, open, ask, connections }
}

const postos = (limite: number) => `/gasolina/api/postos?limite=${limite}`
const some = Array.from({ length: limits.madePerClient + 1 }, (_, i) => i + 1)
const first = some.slice(0, -1)

it(`of one address ${limits.madePerClient} answers are made at a time; the health check and other addresses wait for none`, async () => {
  const { begun, open, ask } = await startGated()
  const asked = some.map((limite) => ask(postos(limite)))
  await expect.poll(() => begun).toEqual(first)
  expect(await ask('/saude').status).toBe(200)
  const other = ask(postos(100), '127.0.0.2')
  await expect.poll(() => begun).toEqual([...first, 100])
  open()
  for (const { status } of [...asked, other]) expect(await status).toBe(200)
  expect(begun).toEqual([...first, 100, some.length])
})

it('answers count until they are made, though their connections are closed; those not begun are not made', async () => {
  const { begun, open, ask, connections } = await startGated()
  const asked = some.map((limite) => ask(postos(limite)))
  await expect.poll(() => begun).toEqual(first)
  for (const { socket } of asked) socket.destroy()
  await expect.poll(connections).toBe(0)
  const last = ask(postos(100))
  await expect.poll(connections).toBe(1)
  expect(await ask('/saude').status).toBe(200)
  expect(begun).toEqual(first)
  open()
  expect(await last.status).toBe(200)
  expect(begun).toEqual([...first, 100])
})
