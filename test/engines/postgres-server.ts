import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { PostgresAddress } from '../../src/storage-address.ts'
import { freePort } from '../free-port.ts'

const DEBIAN = '/usr/lib/postgresql'
/** `nobody`: the server refuses to run as root. */
const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Where Debian puts the newest server; null where there is none. */
export function findPostgres(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : []
  const folders = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN, version, 'bin'))
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null
}

/** A real server of its own, in a folder that goes with it. */
export interface PostgresServer {
  address: PostgresAddress
  folder: string
  connect(): Promise<Client>
  run(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** A schema of its own, for one test. */
  freshAddress(): Promise<PostgresAddress>
  start(): Promise<void>
  /** Ends it, at once or as `signal` has it; its data stays. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Its process, whose children answer. */
  process(): ChildProcess | undefined
  /** Ends it and takes its data away. */
  close(): Promise<void>
}

export interface PostgresOptions {
  /** As in postgresql.conf. */
  settings?: Record<string, string>
  /** Fills the data folder instead of `initdb`. */
  fill?(data: string, run: (command: string, args: string[]) => void): void
}

const USER = 'gasolina'
const PASSWORD = 'senha-que:ninguém/deve ver'

export async function startPostgres({ settings = {}, fill }: PostgresOptions = {}): Promise<PostgresServer> {
  const bin = findPostgres()
  if (bin === null) throw new Error('no PostgreSQL server on this machine')
  const folder = mkdtempSync(join(tmpdir(), 'gasolina-postgres-'))
  const [data, secret] = [join(folder, 'dados'), join(folder, 'senha')]
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(secret, `${PASSWORD}\n`)
  for (const path of [folder, data, secret])
    if (UNPRIVILEGED.uid !== undefined) chownSync(path, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
  const run = (command: string, args: string[]): void =>
    void execFileSync(join(bin, command), args, { ...UNPRIVILEGED, cwd: folder, stdio: 'pipe' })
  if (fill) fill(data, run)
  else
    run(
      'initdb',
      `-D ${data} -U ${USER} -A scram-sha-256 --pwfile ${secret} --no-sync -E UTF8 --locale C.UTF-8`.split(
        ' ',
      ),
    )
  const address: PostgresAddress = {
    kind: 'postgres',
    host: '127.0.0.1',
    port: await freePort(),
    database: 'postgres',
    user: USER,
    password: PASSWORD,
    tls: 'no',
    schema: undefined,
  }
  let child: ChildProcess | undefined
  let schemas = 0
  const control: PostgresServer = {
    address,
    folder,
    start,
    stop,
    process: () => child,
    connect,
    async run(text, values) {
      const client = await connect()
      try {
        return (await client.query<Record<string, unknown>>(text, values)).rows
      } finally {
        await client.end()
      }
    },
    async freshAddress() {
      const schema = `teste_${++schemas}`
      await control.run(`CREATE SCHEMA ${schema}`)
      return { ...address, schema }
    },
    async close() {
      await stop('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await start()
  return control

  async function connect(): Promise<Client> {
    const { host, port, database, user, password } = address
    const client = new Client({ host, port, database, user, password })
    await client.connect()
    return client
  }

  async function start(): Promise<void> {
    const all = {
      listen_addresses: '127.0.0.1',
      port: String(address.port),
      unix_socket_directories: folder,
      // Of kills the system's own cache knows; tests pull no plug.
      fsync: 'off',
      max_connections: '300',
      shared_buffers: '16MB',
      // Killed servers would leave theirs behind in /dev/shm.
      dynamic_shared_memory_type: 'mmap',
      ...settings,
    }
    const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    child = spawn(join(bin ?? '', 'postgres'), ['-D', data, ...flags], {
      ...UNPRIVILEGED,
      cwd: folder,
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const closed = once(child, 'close')
    let told = ''
    child.stderr?.on('data', (chunk: Buffer) => (told += chunk.toString()))
    while (!/ready to accept (read-only )?connections/.test(told)) {
      if (child.exitCode !== null || !child.stderr) throw new Error(`PostgreSQL did not start: ${told}`)
      await Promise.race([once(child.stderr, 'data'), closed])
    }
  }

  async function stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const closed = once(child, 'close')
    child.kill(signal)
    await closed
  }
}
