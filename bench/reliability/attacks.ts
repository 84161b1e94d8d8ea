/**
 * What one determined stranger can do, against the real program: `npx tsx bench/reliability/attacks.ts [ataques…]`.
 *
 * Each attack has a server of its own, on a demonstration store; attackers and victims come from different loopback addresses
 * (Linux). Told are the figures and whether they are as expected; it ends with 1 when one is not, or a process died.
 * GASOLINA_BENCH_PROGRAMA names another build's bin/run.js, to see what a change did.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { type Socket, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Running, hasData, memoryMB, path, runCli, startServing, waitFor } from '../processes.ts'
import { askAgainAndAgain, question } from './asking.ts'

/** What was measured, whether it is as it should be, and what should be. */
type Finding = readonly [what: string, found: string | number, isGood: boolean, expected: string]
type Attack = (server: Running) => Promise<Finding[]>

/** Every station, from a point nobody asked from before: nothing of it is ready. */
const dearest = () => `/gasolina/api/precos?lat=${(-9 - Math.random()).toFixed(7)}&lon=-36.1&raio=500`

const WORDS =
  'shell |br |posto |glp gas |maceio x |de maceio a arapiraca |praia da |perto de |centro, |aeroporto |zxqk |a|e |farol ou |exceto farol |10 reais |57035-180 '
/** Addresses that end with words, and how many characters of these they take. */
const WORDY: [path: string, longest: number][] = [
  ['/gasolina/api/precos?perto=', 100],
  ['/gasolina/api/precos?rota=maceio;', 1490],
  ['/gasolina/api/precos?rota=maceio;', 100],
  ['/gasolina/api/precos?bairro=', 500],
  ['/gasolina/api/precos?municipio=', 100],
  ['/gasolina/api/estatisticas?municipios=maceio,', 990],
  ['/gasolina/api/postos?nome=', 100],
  ['/gasolina/busca/?q=', 100],
]

const attacks: Record<string, Attack> = {
  async host(server) {
    await send(server, 'GET /a/../b HTTP/1.1\r\nhost: 1.2.3.4.5\r\nconnection: close\r\n\r\n')
    return []
  },

  async corpo(server) {
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`
    const head =
      'POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'
    for (let i = 0; i < 50; i++) await send(server, head + chunk.repeat(5), 200)
    return []
  },

  /** 168 kB of questions on one connection, none of the answers read. */
  async fila(server) {
    const before = memoryMB(server)
    const socket = open(server, '127.0.0.2').pause()
    socket.write(Array.from({ length: 2000 }, () => question(dearest())).join(''))
    const most = await highest(() => memoryMB(server), 5)
    socket.destroy()
    return [['memória a mais, MB', most - before, most - before < 100, '< 100']]
  },

  /** 990 connections with 30 questions each, from as many addresses as one likes. */
  async multidao(server) {
    const sockets: Socket[] = []
    for (let i = 0; i < 990; i++) {
      const socket = open(server, `127.0.0.${2 + (i % 200)}`).pause()
      socket.write(Array.from({ length: 30 }, () => question(dearest())).join(''))
      sockets.push(socket)
    }
    const most = await highest(() => memoryMB(server), 10)
    for (const socket of sockets) socket.destroy()
    await setTimeout(10_000)
    const after = memoryMB(server)
    return [
      ['memória, MB', most, most < 300, '< 300'],
      ['dez segundos depois', after, after < 300, '< 300'],
    ]
  },

  /** Some 1 GB of answers asked for and left lying, on 400 connections, again and again. */
  async naolidas(server) {
    let most = 0
    for (let round = 0; round < 8; round++) {
      const sockets = Array.from({ length: 400 }, (_, i) => open(server, `127.0.0.${2 + (i % 100)}`).pause())
      for (const socket of sockets) socket.write(question(dearest()))
      most = Math.max(most, await highest(() => memoryMB(server), 2))
      for (const socket of sockets) socket.destroy()
    }
    return [['memória, MB', most, most < 300, '< 300']]
  },

  /** One client that keeps a thousand connections, and asks 250 times a second. */
  async lugares(server) {
    const greedy = Array.from({ length: 1000 }, () => open(server, '127.0.0.2').resume())
    const asking = setInterval(() => {
      for (let i = 0; i < 25; i++) greedy[Math.floor(Math.random() * 1000)]?.write(question('/saude'))
    }, 100)
    await setTimeout(2000)
    const findings = await askOthers(server)
    clearInterval(asking)
    for (const socket of greedy) socket.destroy()
    return findings
  },

  /** A thousand addresses with one connection each that says nothing, opened again when it is closed. */
  async enderecos(server) {
    let isOver = false
    const crowd = new Map<number, Socket>()
    const fill = (i: number): void => {
      const socket = open(server, `127.1.${i >> 8}.${i & 255}`)
      crowd.set(i, socket)
      socket.resume().once('close', () => isOver || fill(i))
    }
    for (let i = 0; i < 1000; i++) fill(i)
    await setTimeout(2000)
    const findings = await askOthers(server)
    isOver = true
    for (const socket of crowd.values()) socket.destroy()
    return findings
  },

  /** A neighbour behind the same address: 256 connections that say nothing, and 64 requests of which half the body came. */
  async vizinho(server) {
    const mute = Array.from({ length: 256 }, () => open(server, '127.0.1.1').resume())
    const half = Array.from({ length: 64 }, () => open(server, '127.0.1.2').resume())
    for (const socket of half) socket.write('POST /mcp HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{')
    await setTimeout(500)
    const findings = await askOthers(server)
    for (const socket of [...mute, ...half]) socket.destroy()
    return findings
  },

  /** The words whose meaning takes longest to look up, as long as each parameter takes them. */
  async palavras(server) {
    const worst = { ms: 0, target: '' }
    // The first question of a kind loads its modules.
    for (const [path] of WORDY) await fetch(`${server.url}${path}farol`)
    for (const word of WORDS.split('|'))
      for (const [path, longest] of WORDY) {
        const target = `${path}${encodeURIComponent(word.repeat(longest).slice(0, longest))}`
        const begun = performance.now()
        await fetch(server.url + target).then((answer) => answer.arrayBuffer())
        const ms = Math.round(performance.now() - begun)
        if (ms > worst.ms) Object.assign(worst, { ms, target })
      }
    return [[`a mais demorada, ms (${worst.target.slice(0, 60)})`, worst.ms, worst.ms < 50, '< 50']]
  },

  /** One client, a process of its own, that asks the dearest question on all connections as fast as it is answered. */
  async guloso(server) {
    const greedy = spawn(process.execPath, ['--import', 'tsx', path('reliability/greedy.ts'), server.url], {
      stdio: 'inherit',
    })
    await setTimeout(3000)
    const findings = await askOthers(server)
    greedy.kill()
    return findings
  },

  /** 200 clients that say half a request and never close their side. */
  async mudos(server) {
    const mute = Array.from({ length: 200 }, () => open(server, '127.0.0.2', { allowHalfOpen: true }))
    for (const socket of mute) socket.write('GET / HTTP/1.1\r\nhost: a\r\nx: ')
    const begun = performance.now()
    await waitFor(async () => (await placesOf(server)) === 0, 60)
    const seconds = Math.round((performance.now() - begun) / 1000)
    for (const socket of mute) socket.destroy()
    return [['segundos até o último lugar livre', seconds, seconds <= 10, '≤ 10']]
  },

  /** Six minutes of everything that is asked, without growth. */
  async seisminutos(server) {
    const sockets = Array.from({ length: 64 }, (_, i) => open(server, `127.0.0.${2 + i}`))
    for (const [i, socket] of sockets.entries())
      askAgainAndAgain(socket, () =>
        i % 2
          ? `/gasolina/api/precos?lat=${(-9 - Math.random()).toFixed(5)}&lon=-35.7&raio=20`
          : '/gasolina/api/precos?limite=10',
      )
    await setTimeout(60_000)
    const first = await highest(() => memoryMB(server), 60)
    await setTimeout(180_000)
    const last = await highest(() => memoryMB(server), 60)
    for (const socket of sockets) socket.destroy()
    return [['memória no 2º e no 6º minuto, MB', `${first}, ${last}`, last <= first * 1.1, 'não cresce']]
  },
}

const asked = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'gasolina-ataques-'))
const env = { GASOLINA_STORAGE: folder, GASOLINA_FONTE: 'demonstracao', GASOLINA_INTERVALO: '1440' }
await runCli(['atualizar'], env)
let failures = 0
for (const [name, attack] of Object.entries(attacks)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const server = await startServing(env)
  await waitFor(() => hasData(server), 30)
  const findings = await attack(server).catch((error: unknown): Finding[] => [
    ['o ataque', String(error), false, 'chega ao fim'],
  ])
  const lives = server.child.exitCode === null && (await hasData(server).catch(() => false))
  findings.push(['o processo', lives ? 'vive e responde' : 'morreu', lives, 'vive e responde'])
  for (const [what, found, isGood, expected] of findings) {
    console.log(
      `${isGood ? 'ok  ' : 'FALHA'} ${name}: ${what}: ${found}${isGood ? '' : ` (esperado: ${expected})`}`,
    )
    if (!isGood) failures++
  }
  await server.stop()
}
await rm(folder, { recursive: true, force: true })
process.exitCode = failures === 0 ? 0 : 1

/** 143 others, from as many addresses, one after the other. */
async function askOthers(server: Running): Promise<Finding[]> {
  const waits = await Promise.all(
    Array.from({ length: 143 }, async (_, i) => {
      await setTimeout(i * 20)
      return waitOf(server, `127.0.1.${1 + i}`)
    }),
  )
  const answered = waits.filter(Number.isFinite).toSorted((a, b) => a - b)
  const p95 = Math.round(answered[Math.floor(answered.length * 0.95)] ?? Infinity)
  return [
    ['outros atendidos, de 143', answered.length, answered.length === 143, '143'],
    ['espera deles, p95, ms', p95, p95 < 100, '< 100'],
  ]
}

function open({ url }: Running, localAddress: string, options: { allowHalfOpen?: boolean } = {}): Socket {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress, ...options })
  socket.on('error', () => {})
  return socket
}

/** Sends the bytes and waits for the end, at most so long. */
async function send(server: Running, bytes: string, ms = 2000): Promise<void> {
  const socket = open(server, '127.0.0.1')
  socket.resume().write(bytes)
  await Promise.race([new Promise((resolve) => socket.once('close', resolve)), setTimeout(ms)])
  socket.destroy()
}

/** Milliseconds until the first byte of an answer with 200; Infinity when none comes within five seconds. */
async function waitOf(server: Running, from: string): Promise<number> {
  const socket = open(server, from)
  const begun = performance.now()
  socket.write(question('/gasolina/api/precos?limite=10'))
  const came = new Promise<boolean>((resolve) => {
    socket.once('data', (chunk) => resolve(chunk.toString('latin1', 0, 12) === 'HTTP/1.1 200'))
    socket.once('close', () => resolve(false))
  })
  const good = await Promise.race([came, setTimeout(5000, false)])
  socket.destroy()
  return good ? performance.now() - begun : Infinity
}

/** Connections that the server's side holds open. */
async function placesOf({ url }: Running): Promise<number> {
  const port = new URL(url).port
  const open = execFileSync('ss', [
    '-Htn',
    'state',
    'established',
    'state',
    'close-wait',
    'state',
    'fin-wait-2',
    `sport = :${port}`,
  ])
  return open
    .toString()
    .split('\n')
    .filter((line) => line.includes('127.0.0.2')).length
}

async function highest(measure: () => number, seconds: number): Promise<number> {
  let most = 0
  for (const until = performance.now() + seconds * 1000; performance.now() < until; await setTimeout(50))
    most = Math.max(most, measure())
  return most
}
