/**
 * `precos` over Streamable HTTP: our handler against the plain pattern (a new McpServer and transport per request) of the SDK
 * of the same era, same tools, same data, 32 connections. Rounds alternate. Exits 1 below a ratio of 5.
 *
 *   npx tsx bench/mcp-speed.ts [legacy|modern] [rounds] [seconds]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'

const CONNECTIONS = 32
const isModern = process.argv[2] === 'modern'
const rounds = Number(process.argv[3] ?? 5)
const seconds = Number(process.argv[4] ?? 3)
const AT_LEAST = 5

const body = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'precos',
    arguments: { combustivel: 'gasolina-comum', bairro: 'maceio' },
    ...(isModern && {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    }),
  },
})
const message = [
  'POST /mcp HTTP/1.1',
  'host: localhost',
  'content-type: application/json',
  'accept: application/json, text/event-stream',
  ...(isModern ? ['mcp-protocol-version: 2026-07-28', 'mcp-method: tools/call', 'mcp-name: precos'] : []),
  `content-length: ${Buffer.byteLength(body)}`,
  '',
  body,
].join('\r\n')

const [ours, plain] = await Promise.all([start('ours'), start(isModern ? 'plain-modern' : 'plain')])
for (const { port } of [ours, plain]) await load(port, 1000)
const rows: { ours: Round; plain: Round }[] = []
for (let n = 0; n < rounds; n++) rows.push({ ours: await round(ours), plain: await round(plain) })
for (const { child } of [ours, plain]) child.kill()

const told = (which: 'ours' | 'plain') =>
  `${median(rows.map((row) => row[which].perSecond))
    .toFixed(0)
    .padStart(7)} respostas/s, ${median(rows.map((row) => row[which].cpu))
    .toFixed(0)
    .padStart(5)} µs de CPU cada`
// Neighbours in time are compared: what else the machine does weighs on both alike.
const ratio = median(rows.map((row) => row.ours.perSecond / row.plain.perSecond))
const cpuRatio = median(rows.map((row) => row.plain.cpu / row.ours.cpu))
console.log(`nosso        ${told('ours')}`)
console.log(`SDK simples  ${told('plain')}`)
console.log(
  `razão        ${ratio.toFixed(1)} em respostas/s, ${cpuRatio.toFixed(1)} em CPU; mediana de ${rounds} (ao menos ${AT_LEAST})`,
)
process.exitCode = ratio >= AT_LEAST ? 0 : 1

interface Server {
  child: ChildProcess
  port: number
}

interface Round {
  perSecond: number
  /** µs of the server's processor time per answer. */
  cpu: number
}

async function round({ child, port }: Server): Promise<Round> {
  const before = await cpuOf(child)
  const answers = await load(port, seconds * 1000)
  return { perSecond: answers.perSecond, cpu: ((await cpuOf(child)) - before) / answers.count }
}

async function cpuOf(child: ChildProcess): Promise<number> {
  child.send('cpu')
  const [{ user, system }] = (await once(child, 'message')) as [NodeJS.CpuUsage]
  return user + system
}

async function start(which: 'ours' | 'plain' | 'plain-modern'): Promise<Server> {
  const args = ['--import', 'tsx', new URL('mcp-speed-server.ts', import.meta.url).pathname, which]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  if (!child.stdout) throw new Error('no output to read the port from')
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, port: Number(line.toString()) }
}

/** Answers per second. Every connection asks again as soon as it is answered. */
async function load(port: number, ms: number): Promise<{ count: number; perSecond: number }> {
  let answers = 0
  const begun = performance.now()
  const until = begun + ms
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let received = ''
      socket.setEncoding('latin1')
      socket.on('data', (chunk: string) => {
        received += chunk
        if (!isWhole(received)) return
        if (!received.startsWith('HTTP/1.1 200') || !received.includes('"precoMinimo"'))
          throw new Error(received.slice(0, 500))
        answers++
        received = ''
        if (performance.now() < until) socket.write(message)
        else socket.end()
      })
      socket.write(message)
      await once(socket, 'close')
    }),
  )
  return { count: answers, perSecond: (answers / (performance.now() - begun)) * 1000 }
}

function isWhole(received: string): boolean {
  const head = received.indexOf('\r\n\r\n')
  if (head < 0) return false
  const length = /content-length: (\d+)/i.exec(received.slice(0, head))?.[1]
  return length === undefined
    ? received.endsWith('\r\n0\r\n\r\n')
    : received.length >= head + 4 + Number(length)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
