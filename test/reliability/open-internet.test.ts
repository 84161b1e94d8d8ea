import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type Socket, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { limits } from '../../src/http/guard/limits.ts'
import { openStore } from '../open-store.ts'
import { draftAt } from '../store/samples.ts'
import { temporaryFolder } from '../store/folders.ts'
import { fillFolderNow } from '../demonstration.ts'
import { type RawAnswer, exchange } from '../http/raw.ts'
import { type Program, startProgram } from './program.ts'

const PRECOS = '/gasolina/api/precos'
/** Every station of the state, from a point: nothing of it is ready before it is asked. */
const DEAREST = `${PRECOS}?lat=-9.66&lon=-36.1&raio=500`

let folder: string
let program: Program
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gasolina-aberta-'))
  await fillFolderNow(folder)
  program = await startProgram({ GASOLINA_STORAGE: folder })
})
afterAll(() => {
  program.child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** The process lives, and others are served. */
async function expectServing({ lives, port } = program): Promise<void> {
  expect(lives()).toBe(true)
  expect((await ask(port, '/saude')).status).toBe(200)
}

/** A program of its own over a small store, which logs each request, and spoils itself at a signal. */
async function startSmall(): Promise<Program> {
  const small = temporaryFolder()
  const { commits } = await openStore({ folder: small, fonte: 'demonstracao' })
  await commits.publish(draftAt(Date.now()))
  const spoil = `process.on('SIGUSR2', () => { throw new Error('nobody caught this') })`
  const started = await startProgram({
    GASOLINA_STORAGE: small,
    GASOLINA_LOG: 'pedidos',
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(spoil)}`,
  })
  onTestFinished(() => void started.child.kill('SIGKILL'))
  return started
}

const ask = (port: number, target: string, head = 'host: localhost\r\n') =>
  exchange(port, Buffer.from(`GET ${target} HTTP/1.1\r\n${head}connection: close\r\n\r\n`, 'latin1'))

describe('any Host and any target', () => {
  it('gets an answer or a refusal in the one shape, and the process lives', async () => {
    const statuses = new Set<number>()
    const wrong: string[] = []
    for (const host of HOSTS) {
      const head = host === undefined ? '' : `host: ${host}\r\n`
      const answers = await Promise.all(TARGETS.map((target) => ask(program.port, target, head)))
      for (const [i, answer] of answers.entries()) {
        statuses.add(answer.status)
        if (!isInShape(answer)) wrong.push(`${TARGETS[i]} of ${host}: ${answer.status}`)
      }
      await expectServing()
    }
    expect(wrong).toEqual([])
    expect([...statuses].toSorted()).toEqual([200, 302, 400, 404, 414])
    expect(program.stderr()).not.toContain('"evento":"erro"')
  })

  it.each(['1.2.3.4.5', 'x:99999', 'a b', '', 'a/b', 'a@b', '[::1', 'a\tb', '%'])(
    'Host %j is refused',
    async (host) => {
      const { status, body } = await ask(program.port, '/a/../b', `host: ${host}\r\n`)
      expect([status, JSON.parse(body.toString())]).toMatchObject([400, { codigo: 'pedido_malformado' }])
      await expectServing()
    },
  )
})

describe('a request node itself would refuse with nothing', () => {
  it('an unknown expectation is passed over, no Host or two are refused, CONNECT is closed without an answer', async () => {
    const { port } = program
    expect((await ask(port, '/saude', 'host: a\r\nexpect: coffee\r\n')).status).toBe(200)
    const without = await exchange(port, 'GET /saude HTTP/1.1\r\nconnection: close\r\n\r\n')
    expect(JSON.parse(without.body.toString())).toMatchObject({ status: 400, codigo: 'pedido_malformado' })
    expect((await ask(port, '/saude', 'host: a\r\nhost: a\r\n')).status).toBe(400)
    expect((await exchange(port, 'GET /saude HTTP/1.0\r\n\r\n')).status).toBe(200)
    expect((await exchange(port, 'CONNECT a:443 HTTP/1.1\r\nhost: a\r\n\r\n')).status).toBe(Number.NaN)
    await expectServing()
  })

  it('a body that grows past its limit in chunks is 413, and its client may leave at any moment', async () => {
    const { port } = program
    const head = `POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`
    const whole = await exchange(
      port,
      `${head.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n')}${chunk.repeat(5)}0\r\n\r\n`,
    )
    expect([whole.status, JSON.parse(whole.body.toString())]).toMatchObject([
      413,
      { error: { data: { codigo: 'corpo_grande' } } },
    ])
    for (const leave of ['destroy', 'end'] as const)
      for (let sent = 3; sent <= 5; sent++) {
        const socket = connect(port, '127.0.0.1')
        socket.on('error', () => {})
        socket.write(head + chunk.repeat(sent), () => socket[leave]())
        socket.resume()
        await once(socket, 'close')
      }
    await expectServing()
  })
})

// Several loopback addresses stand for several clients; only Linux has them all.
describe.runIf(process.platform === 'linux')('clients who take more than their share', () => {
  it('answers asked for and never read stay few, on one connection or on a thousand', async () => {
    const { port } = program
    const before = program.memory()
    const question = `GET ${DEAREST} HTTP/1.1\r\nhost: localhost\r\n\r\n`
    const one = open(port, '127.0.0.1')
    one.pause()
    one.write(question.repeat(2000))
    await expectServing()
    const crowd: Socket[] = []
    for (let i = 0; i < 400; i++) {
      const socket = open(port, `127.0.0.${2 + (i % 5)}`)
      socket.pause()
      socket.write(question.repeat(8))
      crowd.push(socket)
      if (i % 100 === 0) await expectServing()
    }
    await expectServing()
    const during = program.memory()
    for (const socket of [one, ...crowd]) socket.destroy()
    expect(during).toBeLessThan(300)
    expect(during - before).toBeLessThan(160)
    await expectServing()
  })

  it('one address holds a quarter of the places and 64 answers; others are served all the same', async () => {
    const { port } = program
    const greedy = Array.from({ length: 1000 }, () => open(port, '127.0.0.9'))
    for (const socket of greedy) askAgainAndAgain(socket, DEAREST)
    const others = await Promise.all(
      Array.from({ length: 143 }, async (_, i) => {
        const socket = open(port, `127.0.1.${1 + i}`)
        const status = await firstStatus(socket, PRECOS)
        socket.destroy()
        return status
      }),
    )
    expect(others.filter((status) => status === 200)).toHaveLength(143)
    await expect
      .poll(() => greedy.filter((socket) => !socket.destroyed).length)
      .toBeLessThanOrEqual(limits.connectionsPerClient)
    for (const socket of greedy) socket.destroy()
    await expectServing()
  })
})

describe('a log nobody reads', () => {
  it('is not kept in memory: what is lost is counted once it is read again', async () => {
    const stalled = await startSmall()
    const before = stalled.stderr().length
    stalled.child.stderr?.pause()
    const socket = open(stalled.port, '127.0.0.1')
    const long = `/saude?utm_source=${'a'.repeat(3000)}`
    for (let i = 0; i < 1000; i++) {
      socket.write(`GET ${long} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
      await once(socket, 'data')
    }
    stalled.child.stderr?.resume()
    // The pipe is empty again once the line that counts them came through.
    await expect
      .poll(async () => {
        await expectServing(stalled)
        return stalled.stderr()
      })
      .toMatch(/"linhasPerdidas":\d{3}/)
    expect(stalled.stderr().length - before).toBeLessThan(2_000_000)
  })
})

describe('an error nobody caught', () => {
  it('is logged, what is under way is answered, and the process ends with 1', async () => {
    const spoilt = await startSmall()
    const body = '{"jsonrpc":"2.0","id":7,"method":"ping"}'
    const socket = open(spoilt.port, '127.0.0.1')
    socket.write(`GET /saude HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    await once(socket, 'data')
    socket.write(
      `POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n{`,
    )
    // The server has seen the half of it, too, once it has answered what came after.
    await expectServing(spoilt)
    spoilt.child.kill('SIGUSR2')
    await expect.poll(spoilt.stderr).toContain('nobody caught this')
    const answer: Promise<Buffer[]> = socket.toArray()
    socket.write(body.slice(1))
    expect(Buffer.concat(await answer).toString()).toMatch(/^HTTP\/1\.1 200 [\s\S]*"id":7/)
    expect(await spoilt.exit).toBe(1)
  })
})

/** Says nothing of the Host, and an error in the one shape. */
function isInShape({ status, headers, body }: RawAnswer): boolean {
  if (JSON.stringify(headers).includes('evil')) return false
  return status < 400 || (JSON.parse(body.toString()) as { status: number }).status === status
}

function open(port: number, localAddress: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  return socket
}

/** On one connection, until it is closed. */
function askAgainAndAgain(socket: Socket, target: string): void {
  const question = `GET ${target} HTTP/1.1\r\nhost: localhost\r\n\r\n`
  socket.on('data', () => socket.writable && socket.write(question))
  socket.write(question)
}

async function firstStatus(socket: Socket, target: string): Promise<number> {
  socket.write(`GET ${target} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  const [chunk] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [Buffer | boolean]
  return Number(/^HTTP\/1\.1 (\d+)/.exec(String(chunk))?.[1])
}

const HOSTS: (string | undefined)[] = [
  undefined,
  '',
  ' ',
  'localhost',
  'localhost:3000',
  '127.0.0.1',
  '[::1]',
  '[::1]:80',
  'evil.example',
  'EVIL.example:443',
  '1.2.3.4.5',
  '1.2.3',
  '999.1.1.1',
  '0x7f.1',
  'x:99999',
  'x:',
  'x:-1',
  'x:1e3',
  'xn--',
  'xn--a',
  'xn--evil-0000',
  'a..b',
  '.',
  '..',
  '-',
  '_',
  'a_b',
  'a b',
  'a\tb',
  'a/b',
  'a\\b',
  'a?b',
  'a#b',
  'a@b',
  'user:pw@evil',
  '[::g]',
  '[::1',
  '%00',
  '%ff',
  '\xff\xfe',
  'a'.repeat(300),
]
const TARGETS = [
  '/',
  '/a/../b',
  '/a/./b',
  '/..',
  '/%2e%2e/',
  '/a<b',
  '/a>b',
  '/a\\b',
  '/a#b',
  '/a"b',
  '/a{b}',
  '/a`b',
  '/\xff',
  '/%',
  '/%zz',
  '//evil.example/',
  '/\\evil.example',
  `${PRECOS}?limite=1`,
  `${PRECOS}?limite=1#x`,
  `${PRECOS}?bairro=<b>`,
  `http://evil.example${PRECOS}?limite=1`,
  'http://1.2.3.4.5/',
  'evil.example:443',
  '*',
  `/${'a'.repeat(5000)}`,
]
