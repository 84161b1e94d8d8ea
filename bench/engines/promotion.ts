/**
 * A primary and its synchronous standby, both real: publishes without end, kills the primary with kill -9 again and again at
 * moments of chance, promotes the standby, gives the new primary a standby of its own, and looks whether every acknowledged
 * commit is there. Then stops the standby with SIGSTOP, and looks at who waits and who goes on.
 *
 *   npx tsx bench/engines/promotion.ts [publications] [publications between kills]
 */
import { execFileSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import type { PostgresAddress } from '../../src/storage-address.ts'
import { type Store, connectStore } from '../../src/store/store.ts'
import { type PostgresServer, startPostgres } from '../../test/engines/postgres-server.ts'
import { type Proxy, startProxy } from '../../test/engines/proxy.ts'
import { sampleDraft } from '../../test/store/samples.ts'

const STATIONS = 4
const publications = Number(process.argv[2] ?? 1000)
const between = Number(process.argv[3] ?? 100)
const settings = { fsync: 'on', wal_keep_size: '512MB' }

let primary = await startPostgres({ settings })
let standby = await addStandby(primary)
/** Where the program finds the primary, whichever it is: a name or a proxy that follows it, as an operator would have. */
const target = { host: '127.0.0.1', port: primary.address.port }
const proxy: Proxy = await startProxy(target)
const address: PostgresAddress = { ...primary.address, port: proxy.port }
const acknowledged = new Map<number, string>()
const sum = { kills: 0, failed: 0, lost: 0, found: 0, unacknowledged: 0 }
const began = performance.now()

try {
  let store = await connectStore(address, 'sefaz')
  let version = 0
  while (acknowledged.size < publications) {
    const kill =
      acknowledged.size > 0 && acknowledged.size % between === 0 && sum.kills < acknowledged.size / between
    const failover = kill ? setTimeout(Math.random() * 60).then(failOver) : undefined
    const prev = await newest(store)
    const outcome = await store.commits
      .publish({ ...sampleDraft(prev?.seq ?? null, ++version, STATIONS), prevSha256: prev?.sha256 })
      .catch(() => 'failed' as const)
    if (outcome === 'failed') sum.failed++
    else if (outcome !== 'superseded') acknowledged.set(outcome.cabecalho.seq, outcome.sha256)
    if (failover) {
      await failover
      await lookForAll()
      store = await connectStore(address, 'sefaz')
    }
  }
  await lookForAll()
  console.log(`publications acknowledged: ${acknowledged.size}; failed and told: ${sum.failed}`)
  console.log(`kill -9 of the primary, each with a promotion: ${sum.kills}`)
  console.log(
    `acknowledged commits lost: ${sum.lost}; present though never acknowledged: ${sum.unacknowledged}`,
  )
  console.log(`${((performance.now() - began) / 1000).toFixed(0)} s`)
  await stopStandby(store)
} finally {
  await proxy.close()
  await primary.close()
  await standby.close()
}
if (sum.lost > 0) process.exitCode = 1

/** The head, asked for until somebody answers. */
async function newest(store: Store) {
  for (;;) {
    const found = await store.commits.head().catch(() => undefined)
    if (found !== undefined) return found && { seq: found.seq, sha256: found.sha256 ?? undefined }
  }
}

async function failOver(): Promise<void> {
  sum.kills++
  await primary.stop('SIGKILL')
  await standby.run('SELECT pg_promote()')
  const dead = primary
  primary = standby
  target.port = primary.address.port
  standby = await addStandby(primary)
  await dead.close()
}

/** A copy of the primary that follows it, and without which the primary acknowledges nothing. */
async function addStandby(of: PostgresServer): Promise<PostgresServer> {
  await of.run("ALTER SYSTEM SET synchronous_standby_names = ''")
  await of.run('SELECT pg_reload_conf()')
  const { user, password = '', port } = of.address
  const source = `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
  const made = await startPostgres({
    settings,
    fill: (data, run) =>
      run('pg_basebackup', ['-D', data, '-d', source, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']),
  })
  await of.run("ALTER SYSTEM SET synchronous_standby_names = '*'")
  await of.run('SELECT pg_reload_conf()')
  while ((await of.run("SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")).length === 0)
    await setTimeout(20)
  return made
}

/** Every acknowledged number is there, with the bytes that were acknowledged. */
async function lookForAll(): Promise<void> {
  const rows = await primary.run(
    "SELECT substr(chave, 15, 12)::int AS seq, convert_from(substr(bytes, 1, 64), 'UTF8') AS sha256 FROM itens WHERE chave LIKE 'sefaz:commits:%'",
  )
  const present = new Map(rows.map(({ seq, sha256 }) => [Number(seq), String(sha256)]))
  const lost = [...acknowledged].filter(([seq, sha256]) => present.get(seq) !== sha256)
  sum.lost += lost.length
  sum.unacknowledged = present.size - (acknowledged.size - lost.length)
  const { commit, damaged } = (await (await connectStore(address, 'sefaz')).commits.load()) ?? {}
  if (!commit || damaged?.length !== 0) throw new Error('the newest commit is not whole')
}

async function stopStandby(store: Store): Promise<void> {
  const pids = processesOf(standby)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  let [reads, slowest] = [0, 0]
  const state = { publishing: true }
  const before = await newest(store)
  const from = performance.now()
  const publishing = store.commits
    .publish({ ...sampleDraft(before?.seq ?? null, 9999, STATIONS), prevSha256: before?.sha256 })
    .then(() => 'published', String)
    .finally(() => (state.publishing = false))
  const reader = await connectStore(address, 'sefaz')
  while (state.publishing) {
    const asked = performance.now()
    await reader.commits.load()
    slowest = Math.max(slowest, performance.now() - asked)
    reads++
    await setTimeout(50)
  }
  console.log(
    `\nwith the standby stopped (SIGSTOP), a publication ended after ${seconds(from)} s: ${await publishing}`,
  )
  console.log(
    `meanwhile ${reads} loads of the whole state, none failed, the slowest ${slowest.toFixed(0)} ms`,
  )
  for (const pid of pids) process.kill(pid, 'SIGCONT')
  const again = performance.now()
  const now = await newest(store)
  const outcome = await store.commits.publish({
    ...sampleDraft(now?.seq ?? null, 10_000, STATIONS),
    prevSha256: now?.sha256,
  })
  console.log(
    `the standby goes on: the next one is commit ${outcome === 'superseded' ? outcome : outcome.cabecalho.seq}, after ${seconds(again)} s`,
  )
}

/** The server and its children. */
function processesOf(server: PostgresServer): number[] {
  const pid = server.process()?.pid ?? 0
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return [pid, ...children.trim().split(/\s+/).map(Number)]
}

function seconds(from: number): string {
  return ((performance.now() - from) / 1000).toFixed(1)
}
