/**
 * Hostile requests, drawn by lot, against a server of its own: `npx tsx bench/hostile.ts [quantos] [semente]`.
 *
 * 100,000 of them unless told otherwise: methods, targets, hosts, headers, framing and bodies put together at random from what
 * breaks servers. Each answer must be whole HTTP: below 500 unless the method is not implemented, its body the one error
 * shape when it is an error. The process must live, and others be served meanwhile. Ends with 1 when not. The seed is told.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ask, hasData, memoryMB, runCli, startServing, waitFor } from './processes.ts'
import { BODIES, HEADERS, HOSTS, METHODS, NAMES, PATHS, VALUES, VERSIONS } from './hostile-words.ts'

const [count = 100_000, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number)
const AT_ONCE = 24
const random = mulberry(seed)

const folder = await mkdtemp(join(tmpdir(), 'gasolina-hostil-'))
const env = { GASOLINA_STORAGE: folder, GASOLINA_FONTE: 'demonstracao', GASOLINA_INTERVALO: '1440' }
await runCli(['atualizar'], env)
const server = await startServing(env)
await waitFor(() => hasData(server), 30)
console.log(`${count} pedidos, semente ${seed}`)

const statuses = new Map<string, number>()
const faults: string[] = []
const before = memoryMB(server)
const begun = performance.now()
let [sent, slowest] = [0, 0]
const others = watchOthers()
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (sent < count && faults.length < 20) {
      sent++
      const bytes = hostileRequest()
      note(bytes, await exchange(bytes))
    }
  }),
)
const served = await others.stop()
console.log(
  `  ${Math.round((performance.now() - begun) / 1000)} s; respostas: ${[...statuses]
    .toSorted()
    .map(([status, n]) => `${status} ${n}`)
    .join(', ')}`,
)
console.log(
  `  os outros: ${served.asked} pedidos, ${served.failed} sem resposta 200, o mais lento ${Math.round(slowest)} ms; memória ${before} → ${memoryMB(server)} MB`,
)
for (const fault of faults) console.log(`  FALHA ${fault}`)
const lives = server.child.exitCode === null
if (!lives) console.log('  FALHA o processo morreu')
await server.stop()
await rm(folder, { recursive: true, force: true })
process.exitCode = lives && faults.length === 0 && served.failed === 0 ? 0 : 1

function note(bytes: Buffer, answer: Buffer): void {
  const text = answer.toString('latin1')
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1] ?? (text === '' ? 'fechada' : 'outra coisa')
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  // An answer to HEAD has no body to judge.
  const fault = bytes.toString('latin1', 0, 5) === 'HEAD ' ? undefined : faultOf(status, text)
  if (fault) faults.push(`${fault}: ${JSON.stringify(bytes.toString('latin1').slice(0, 300))}`)
}

function faultOf(status: string, text: string): string | undefined {
  if (status === 'outra coisa') return 'não é HTTP'
  if (status.startsWith('5')) return status
  const end = text.indexOf('\r\n\r\n')
  const head = text.slice(0, end)
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1])
  const body = text.slice(end + 4, end + 4 + length)
  if (Number(status) < 400 || body === '') return undefined
  // The site tells people in a page.
  if (/^content-type: text\/html/im.test(head))
    return /^<!doctype html>/i.test(body) ? undefined : 'página pela metade'
  try {
    const parsed = JSON.parse(Buffer.from(body, 'latin1').toString())
    return parsed.status === Number(status) || parsed.jsonrpc === '2.0' ? undefined : 'outra forma de erro'
  } catch {
    return 'erro que não é JSON'
  }
}

/** Sends the bytes and reads until the server closes, or half a second has passed in silence. */
async function exchange(bytes: Buffer): Promise<Buffer> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => {})
  socket.setTimeout(500, () => socket.destroy())
  socket.end(bytes)
  await new Promise((resolve) => socket.once('close', resolve))
  return Buffer.concat(chunks)
}

/** Somebody else, from another address, who asks all the while. */
function watchOthers() {
  const result = { asked: 0, failed: 0, over: false }
  const loop = (async () => {
    while (!result.over) {
      const start = performance.now()
      const ok = await ask(server, '/gasolina/api/precos?limite=1').then(
        ({ status }) => status === 200,
        () => false,
      )
      slowest = Math.max(slowest, performance.now() - start)
      result.asked++
      if (!ok) result.failed++
    }
  })()
  return {
    async stop() {
      result.over = true
      await loop
      return result
    },
  }
}

function hostileRequest(): Buffer {
  const method = mostly('GET', METHODS)
  const headers = Array.from({ length: below(4) }, () => pick(HEADERS))
  if (random() < 0.95) headers.unshift(`host: ${mostly('localhost', HOSTS)}`)
  const body = method === 'POST' || random() < 0.1 ? hostileBody(headers) : ''
  const end = random() < 0.97 ? '\r\n' : pick(['\n', '\r'])
  const lines = [`${method} ${target()} ${mostly('HTTP/1.1', VERSIONS, 0.95)}`, ...headers, '']
  const request = Buffer.from(lines.map((line) => line + end).join('') + body, 'latin1')
  if (random() < 0.05) return request.subarray(0, below(request.length))
  return random() < 0.1 ? Buffer.concat([request, request, request.subarray(below(40))]) : request
}

function target(): string {
  const path = pick(PATHS)
  const query = Array.from(
    { length: below(4) },
    () => `${pick(NAMES)}${pick(['=', '=', '', '=='])}${pick(VALUES)}`,
  )
  return `${path}${query.length > 0 ? '?' : ''}${query.join(pick(['&', '&', ';', '&&', '#']))}`
}

function hostileBody(headers: string[]): string {
  const text = pick(BODIES)
  const framing = pick(['length', 'chunks', 'both', 'wrong', 'none'])
  if (random() < 0.7) headers.push('content-type: application/json')
  if (framing === 'length' || framing === 'both')
    headers.push(`content-length: ${Buffer.byteLength(text, 'latin1')}`)
  if (framing === 'wrong')
    headers.push(`content-length: ${pick(['-1', '1e3', '99999999999999999999', '0x10', '5'])}`)
  if (framing !== 'chunks' && framing !== 'both') return text
  headers.push('transfer-encoding: chunked')
  return `${text.length.toString(16)}\r\n${text}\r\n${pick(['0\r\n\r\n', '', 'zz\r\n', '0\r\na: b\r\n\r\n'])}`
}

function mostly<T>(usual: T, others: readonly T[], share = 0.6): T {
  return random() < share ? usual : pick(others)
}

function pick<T>(list: readonly T[]): T {
  return list[below(list.length)] as T
}

function below(n: number): number {
  return Math.floor(random() * n)
}

/** Small, and the same on every machine. */
function mulberry(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
