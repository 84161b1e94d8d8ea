import { once } from 'node:events'
import { IncomingMessage, type RequestListener, createServer } from 'node:http'
import { Socket, connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createClientAddresses } from '../../src/http/guard/client-address.ts'
import { type Clients, createClients } from '../../src/http/guard/clients.ts'
import { shareFairly } from '../../src/http/guard/fair-sharing.ts'
import { listenInTest } from '../listening-in-test.ts'

/** A server that takes this machine for a proxy; gives a connection to it, and who is known to it. */
async function startBehindProxy(listener: RequestListener): Promise<{ clients: Clients; proxy: Socket }> {
  const clients = createClients(createClientAddresses(['127.0.0.1']))
  const server = createServer()
  shareFairly(server, {
    clients,
    listener,
    silence: Infinity,
    refuse: (_, res) => void res.writeHead(429).end(),
  })
  const proxy = connect((await listenInTest(server)).port, '127.0.0.1')
  onTestFinished(() => void proxy.destroy())
  return { clients, proxy }
}

const asks = (client: string, path = '/') =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${client}\r\n\r\n`

/** Takes all that a turn of the event loop has for questions. */
function work(): void {
  const end = performance.now() + 1
  while (performance.now() < end);
}

it('a client behind a proxy is removed once answered', async () => {
  const { clients, proxy } = await startBehindProxy((_, res) => res.end('fim'))
  for (let i = 0; i < 5; i++) {
    proxy.write(asks(`192.0.2.${i}`))
    await once(proxy, 'data')
  }
  expect([...clients.all()]).toEqual([])
})

it('a client behind a proxy is removed when it leaves before its turn', async () => {
  const { clients, proxy } = await startBehindProxy((req, res) => {
    work()
    res.end('fim')
    req.socket.destroy()
  })
  proxy.on('error', () => {})
  proxy.write(asks('192.0.2.1') + asks('192.0.2.2'))
  await once(proxy.resume(), 'close')
  await expect.poll(() => [...clients.all()]).toEqual([])
})

it('a client that waits for a turn is known', async () => {
  const known: (readonly [string, number])[] = []
  const { clients, proxy } = await startBehindProxy((_, res) => {
    work()
    // The second question is in line by then.
    queueMicrotask(() =>
      known.push(...[...clients.all()].map(({ address, waiting }) => [address, waiting] as const)),
    )
    res.end('fim')
  })
  proxy.write(asks('192.0.2.1') + asks('192.0.2.2'))
  await expect.poll(() => proxy.bytesRead).toBeGreaterThan(0)
  expect(known[0]).toEqual(['192.0.2.2', 1])
})

it('a waiting client is not removed, and releasing a removed one removes no newer one', () => {
  const clients = createClients({ ofSocket: () => null, ofRequest: () => '192.0.2.1' })
  const ask = () => clients.ofRequest(new IncomingMessage(new Socket()))
  const first = ask()
  first.waiting++
  clients.release(first)
  expect(ask()).toBe(first)
  first.waiting--
  clients.release(first)
  const next = ask()
  expect(next).not.toBe(first)
  next.answering++
  clients.release(first)
  expect(ask()).toBe(next)
})
