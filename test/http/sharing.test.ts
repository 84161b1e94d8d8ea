import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { limits } from '../../src/http/guard/limits.ts'
import { type World, createWorld, startServer } from './fixture.ts'

const PRECOS = '/gasolina/api/precos'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

describe('one connection', () => {
  it('gets its pipelined answers in order', async () => {
    const { port } = await startServer(world)
    const socket = open(port)
    const limites = [3, 1, 2, 5, 4]
    socket.write(
      limites.map((n) => request(`${PRECOS}?limite=${n}`)).join('') + request('/saude', 'connection: close'),
    )
    const text = Buffer.concat(await socket.toArray()).toString()
    expect([...text.matchAll(/"totalPostos":(\d+)/g)].map(([, n]) => Number(n))).toEqual(limites)
  })

  it('with too many pipelined requests is closed', async () => {
    const { port } = await startServer(world)
    const socket = open(port)
    socket.write(request(PRECOS).repeat(1 + limits.pipelined + 1))
    const answers =
      Buffer.concat(await socket.toArray())
        .toString()
        .split('HTTP/1.1 200').length - 1
    expect(answers).toBeLessThan(1 + limits.pipelined + 1)
  })

  it('with garbage behind a request gets the whole answer, then the refusal, then the end', async () => {
    const { port } = await startServer(world)
    const socket = open(port)
    socket.write(`${request(PRECOS)}rubbish\r\n\r\n`)
    const text = Buffer.concat(await socket.toArray()).toString()
    const [, first = '', second = ''] = text.split('HTTP/1.1 ')
    expect([first.slice(0, 3), second.slice(0, 3)]).toEqual(['200', '400'])
    const [head = '', body = ''] = first.split('\r\n\r\n')
    expect(Buffer.byteLength(body)).toBe(Number(/content-length: (\d+)/.exec(head)?.[1]))
  })

  it('is closed after a refusal also when the client does not close its side', async () => {
    const { port } = await startServer(world)
    const mute = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    mute.write('rubbish\r\n\r\n')
    mute.resume()
    await once(mute, 'end')
    // Only a connection that is gone answers with a reset.
    const gone = once(mute, 'error')
    const drip = setInterval(() => mute.write('x'), 50)
    const [error] = (await gone) as [NodeJS.ErrnoException]
    clearInterval(drip)
    expect(['EPIPE', 'ECONNRESET']).toContain(error.code)
  })
})

describe('one address', () => {
  it(`holds at most ${limits.connectionsPerClient} connections: the oldest idle one is closed for the next, which is answered`, async () => {
    const { port } = await startServer(world)
    const mine = await openMany(port, limits.connectionsPerClient)
    expect(await status(open(port))).toBe(200)
    await expect.poll(() => mine.map((socket) => socket.destroyed).indexOf(false)).toBe(1)
    expect(await status(mine[1])).toBe(200)
  })

  it('is still answered beside requests of which only half the body came', async () => {
    const { server, port } = await startServer(world)
    for (let i = 0; i < limits.answersPerClient; i++) {
      const begun = once(server, 'request')
      open(port).write('POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{')
      await begun
    }
    expect(await status(open(port))).toBe(200)
  })

  it.each([
    ['', ''],
    [', with bodies that nobody reads', 'content-length: 1\r\nx: y'],
  ])(
    `is answered ${limits.answersPerClient} questions at a time; to the next it is said to wait%s`,
    async (_, header) => {
      const { server, port } = await startServer({
        ...world,
        http: { ...world.http, listener: (req, res) => void (req.url === '/fim' && res.end('fim')) },
      })
      const begun: Promise<unknown>[] = []
      for (let i = 0; i < limits.answersPerClient; i++) {
        begun.push(once(server, 'request'))
        open(port).write(request('/espera', header || undefined) + (header && 'x'))
        await begun[i]
      }
      const socket = open(port)
      socket.write(request('/fim', 'connection: close'))
      const [head = '', body = ''] = Buffer.concat(await socket.toArray())
        .toString()
        .split('\r\n\r\n')
      expect(head).toMatch(/^HTTP\/1\.1 429 /)
      expect(head).toMatch(/retry-after: 1/)
      expect(JSON.parse(body)).toMatchObject({ status: 429, codigo: 'muitos_pedidos' })
    },
  )
})

describe('when every place is taken', () => {
  // Several loopback addresses stand for several clients; only Linux has them all.
  it.runIf(process.platform === 'linux')('whoever holds the most gives one up for a newcomer', async () => {
    const { port } = await startServer(world)
    const greedy: Socket[] = []
    for (let i = 0; i < 4; i++)
      greedy.push(...(await openMany(port, limits.connections / 4, `127.0.0.${10 + i}`)))
    const newcomers = await openMany(port, 20, '127.0.0.99')
    expect(await Promise.all(newcomers.map((socket) => status(socket)))).toEqual(newcomers.map(() => 200))
    await expect.poll(() => greedy.filter((socket) => !socket.destroyed).length).toBe(limits.connections - 20)
  })

  it.runIf(process.platform === 'linux')(
    'a newcomer gets the oldest idle one where nobody has more than one, six times at most',
    async () => {
      const { port } = await startServer(world)
      const crowd: Socket[] = []
      for (let i = 0; i < limits.connections; i++)
        crowd.push(...(await openMany(port, 1, `127.1.${i >> 8}.${i & 255}`)))
      const newcomers = await openMany(port, limits.connectionsOfBrowser, '127.0.0.99')
      expect(await Promise.all(newcomers.map((socket) => status(socket)))).toEqual(newcomers.map(() => 200))
      await expect.poll(() => crowd.map((socket) => socket.destroyed).indexOf(false)).toBe(newcomers.length)
      await once(open(port, '127.0.0.99').resume(), 'close')
    },
  )

  it.runIf(process.platform === 'linux')(
    'nobody gives one up who would then have fewer than the newcomer',
    async () => {
      const { port } = await startServer(world)
      const others: Socket[] = []
      for (let i = 0; i < 5; i++)
        others.push(...(await openMany(port, limits.connections / 5, `127.0.0.${20 + i}`)))
      // Each gives some up, to 166 or 167 connections a client: one more would only change who has 167.
      const fair = Math.floor(limits.connections / 6)
      const newcomers = await openMany(port, fair, '127.0.0.99')
      const oneMore = open(port, '127.0.0.99')
      await once(oneMore.resume(), 'close')
      expect(await status(newcomers.at(-1))).toBe(200)
      await expect
        .poll(() => others.filter((socket) => !socket.destroyed).length)
        .toBe(limits.connections - fair)
    },
  )
})

describe('behind a proxy', () => {
  it('whose address is known, the address it tells has the share, and the proxy as many places as it needs', async () => {
    const { port } = await startServer(world, { proxies: ['127.0.0.0/8', '::1'] })
    await openMany(port, limits.connectionsPerClient + 10)
    expect(await status(open(port), behind('192.0.2.1'))).toBe(200)
  })

  it.each([
    ['one client in many words of its own', (i: number) => `203.0.113.${i}, 192.0.2.1`, 429],
    ['one household of IPv6', (i: number) => `2001:db8:0:1::${i + 1}`, 429],
    ['many clients', (i: number) => `192.0.2.${i}`, 200],
    ['nobody, when what is told is no address', () => 'unknown', 429],
  ])('%s', async (_, told, expected) => {
    const { server, port } = await startServer(
      {
        ...world,
        http: { ...world.http, listener: (req, res) => void (req.url === '/saude' && res.end('fim')) },
      },
      { proxies: ['127.0.0.1'] },
    )
    for (let i = 0; i < limits.answersPerClient; i++) {
      const seen = once(server, 'request')
      open(port).write(request('/espera', `x-forwarded-for: ${told(i)}`))
      await seen
    }
    expect(await status(open(port), behind(told(limits.answersPerClient)))).toBe(expected)
  })

  it('nobody named, what is told counts for nothing', async () => {
    const { port } = await startServer(world)
    const mine = await openMany(port, limits.connectionsPerClient)
    expect(await status(open(port), behind('192.0.2.1'))).toBe(200)
    await expect.poll(() => mine.map((socket) => socket.destroyed).indexOf(false)).toBe(1)
  })
})

const behind = (told: string) => request('/saude', `x-forwarded-for: ${told}`)

function request(path: string, header = 'x: y'): string {
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${header}\r\n\r\n`
}

function open(port: number, localAddress = '127.0.0.1'): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  return socket
}

/** Connections of which the last has been answered, so that the server is known to hold them all. */
async function openMany(port: number, count: number, localAddress?: string): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(50, count - sockets.length) }, () => open(port, localAddress))
    sockets.push(...some)
    expect(await status(some.at(-1))).toBe(200)
  }
  return sockets
}

async function status(socket: Socket | undefined, bytes = request('/saude')): Promise<number> {
  if (!socket) return Number.NaN
  socket.write(bytes)
  const [chunk] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [Buffer | boolean]
  return Number(/^HTTP\/1\.1 (\d+)/.exec(String(chunk))?.[1])
}
