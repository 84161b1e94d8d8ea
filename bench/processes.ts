import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../test/free-port.ts'

/** A server of its own process. */
export interface Running {
  url: string
  child: ChildProcess
  stop(): Promise<void>
}

export interface Inside {
  /** How late the event loop came to its timers, whatever held it up. */
  delay: Delays
  /** The same in processor time of the loop's own thread; null where the system does not tell. */
  held: Delays | null
  rss: number
  maxRss: number
}

/** In milliseconds. */
export interface Delays {
  p50: number
  p99: number
  p999: number
  max: number
  counts: { upTo: number | null; count: number }[]
}

export interface Answer {
  status: number
  /** Names and values, without what node adds to every answer by itself. */
  headers: string[]
  body: Buffer
  /** Level at which a limit compresses it for each request. */
  gzip?: number
}

/** Another build of the program, to see what a change did. */
const RUN = process.env['GASOLINA_BENCH_PROGRAMA'] ?? path('../bin/run.js')
/** Options of node in `npm start` of that build. */
const AS_STARTED = startOptions(join(dirname(RUN), '../package.json'))
const NODE_ADDS = new Set(['date', 'connection', 'keep-alive'])

/** A server that prints its port in its first line. */
export async function startPeer(args: readonly string[]): Promise<Running> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await Promise.race([once(child.stdout, 'data'), died(child)])) as [Buffer]
  return running(child, `http://127.0.0.1:${Number(line.toString())}`)
}

/** The server as `npm start` starts it, on a free port, once it listens; `inside` tells of its event loop and memory. */
export async function startServing(env: NodeJS.ProcessEnv): Promise<Running> {
  const port = await freePort()
  const child = spawn(process.execPath, [...AS_STARTED, '--import', path('inside.js'), RUN, 'servir'], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, ...env, HOST: '127.0.0.1', PORT: String(port) },
  })
  child.stderr?.resume()
  const server = running(child, `http://127.0.0.1:${port}`)
  await waitFor(() => isListening(server), 120)
  return server
}

function startOptions(packageFile: string): string[] {
  const { scripts } = JSON.parse(readFileSync(packageFile, 'utf8')) as { scripts: { start: string } }
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}

/** Runs one command of the CLI to its end. */
export async function runCli(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [RUN, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`gasolina ${args.join(' ')} terminou com ${code}`)
}

export async function ask({ url }: Pick<Running, 'url'>, address: string, headers = {}): Promise<Answer> {
  const req = request(url + address, { headers, agent: false, timeout: 60_000 }).end()
  const [res] = await once(req, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of res) chunks.push(chunk)
  const raw: string[] = res.rawHeaders
  const pairs = raw.flatMap((name, i) =>
    i % 2 === 0 && !NODE_ADDS.has(name.toLowerCase()) ? [name, raw[i + 1] ?? ''] : [],
  )
  return { status: res.statusCode, headers: pairs, body: Buffer.concat(chunks) }
}

export async function askJson<T>(server: Pick<Running, 'url'>, address: string): Promise<T> {
  return JSON.parse((await ask(server, address)).body.toString()) as T
}

/** What the server's process tells of itself since the last `reset`. */
export async function inside({ child }: Running): Promise<Inside> {
  child.send('tell')
  const [told] = await once(child, 'message')
  return told as Inside
}

/** Resident memory of the process. */
export function memoryMB({ child }: Running): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

/** Processor time of all its threads; NaN where the system does not tell. */
export function cpuSeconds({ child }: Running): number {
  try {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? []
    // In hundredths of a second: fields 14 and 15, of which the first two stand before the name's end.
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return NaN
  }
}

export async function hasData(server: Running): Promise<boolean> {
  return (await ask(server, '/saude')).status === 200
}

export function reset({ child }: Running): void {
  child.send('reset')
}

export async function waitFor(isTrue: () => Promise<boolean>, seconds: number): Promise<void> {
  for (const until = performance.now() + seconds * 1000; performance.now() < until; await setTimeout(20))
    if (await isTrue()) return
  throw new Error(`nada aconteceu em ${seconds} s`)
}

export function path(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url))
}

function running(child: ChildProcess, url: string): Running {
  return {
    url,
    child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
  }
}

async function isListening(server: Running): Promise<boolean> {
  if (server.child.exitCode !== null) throw new Error('o servidor terminou antes de escutar')
  return ask(server, '/saude').then(
    () => true,
    () => false,
  )
}

async function died(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`o processo terminou com ${code} antes de dizer a porta`)
}
