/**
 * deploy/nginx.conf before two servers on one PostgreSQL, through three collections five minutes apart: ten thousand feed
 * readers, five thousand phones and a hundred followers, all twelve times faster than in life (an hour is one collection).
 * Some 16 minutes, nearly idle. Asks for nginx and a PostgreSQL server.
 *
 *   npx tsx bench/cache/simulation.ts --replay PASTA [--minutos 15] [--leitores 10000] [--telefones 5000] [--seguidores 100]
 */
import { mkdtempSync, chmodSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../test/engines/postgres-server.ts'
import { statusOf } from '../loop.ts'
import { ask, askJson, cpuSeconds, memoryMB, runCli, startServing, waitFor } from '../processes.ts'
import { describe, isWarm, moveOn, startSource } from '../world.ts'
import { type Logged, startNginx } from './nginx.ts'
import { type Crowd, KINDS, type Kind, type Seen, feedReader, follower, phone } from './people.ts'

const INTERVAL = 5
/** Seconds for which a commit may still be seen after the next. */
const GRACE = 120
/** Commits after which the source's clock went on. */
const moved = new Set<number>()
const { values } = parseArgs({
  options: {
    replay: { type: 'string', default: process.env['GASOLINA_BENCH_REPLAY'] },
    minutos: { type: 'string', default: '15.5' },
    leitores: { type: 'string', default: '10000' },
    telefones: { type: 'string', default: '5000' },
    seguidores: { type: 'string', default: '100' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'gasolina-cache-'))
chmodSync(folder, 0o755)
const source = await startSource(values.replay, { folga: 600 })
if (!source) throw new Error('falta --replay PASTA')
const postgres = await startPostgres({ settings: { fsync: 'on' } })
const { user, password = '', port, database } = postgres.address
const env = {
  ...source.env,
  GASOLINA_STORAGE: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
  GASOLINA_INTERVALO: String(INTERVAL),
  GASOLINA_PROXIES: '127.0.0.1',
}
await runCli(['atualizar'], env)
await moveOn(source, 60)
const servers = [await startServing(env), await startServing({ ...env, GASOLINA_COLETA: 'nao' })]
const nginx = await startNginx(
  folder,
  servers.map(({ url }) => Number(new URL(url).port)),
)
try {
  for (const server of servers) await waitFor(() => isWarm(server), 120)
  const [server] = servers
  if (!server) throw new Error('no server')
  const { points } = await describe(server)
  const sitemap = (await ask(server, '/sitemap.xml')).body.toString()
  const pages = [...sitemap.matchAll(/<loc>[^<]*?(\/gasolina\/[^<]*)<\/loc>/g)].map(([, path = '']) => path)
  const seen: Seen[] = []
  const began = Date.now()
  const crowd: Crowd = {
    base: nginx.base,
    pages: ['/gasolina/', ...pages.toSorted(() => Math.random() - 0.5)],
    points,
    until: began + Number(values.minutos) * 60_000,
    faster: 60 / INTERVAL,
    saw: (one) => void seen.push(one),
  }
  const before = servers.map(cpuSeconds)
  const commits = followCommits(server, crowd.until)
  await Promise.all([
    ...crowdOf(Number(values.leitores), feedReader),
    ...crowdOf(Number(values.telefones), phone),
    ...crowdOf(Number(values.seguidores), follower),
  ])
  const published = await commits
  const spent = servers.map((each, n) => cpuSeconds(each) - (before[n] ?? 0))
  tell(
    seen,
    nginx.logged().filter(({ at }) => at >= began),
    published,
    crowd,
  )
  console.log(
    `processor time of the servers: ${spent.map((each) => `${each.toFixed(1)} s`).join(' and ')}; RSS ${servers.map((each) => `${memoryMB(each)} MB`).join(' and ')}`,
  )

  function crowdOf(count: number, live: (crowd: Crowd) => Promise<void>): Promise<void>[] {
    return Array.from({ length: count }, () => live(crowd))
  }
} finally {
  nginx.child.kill('SIGTERM')
  console.log(nginx.errors())
  await Promise.all(servers.map((each) => each.stop()))
  await source.stop()
  await postgres.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Time of each commit by number; after each, the source's clock goes on an hour. */
async function followCommits(server: { url: string }, until: number): Promise<Map<number, number>> {
  const times = new Map<number, number>()
  while (Date.now() < until) {
    const { commit, whole } = await statusOf(server)
    const { atualizadoEm } = await askJson<{ atualizadoEm: string }>(server, '/gasolina/api/situacao')
    if (!times.has(commit)) times.set(commit, Date.parse(atualizadoEm))
    if (whole && !moved.has(commit)) {
      moved.add(commit)
      if (times.size > 1 && source) await moveOn(source, 60)
    }
    await setTimeout(500)
  }
  return times
}

function tell(
  seen: readonly Seen[],
  logged: readonly Logged[],
  published: Map<number, number>,
  crowd: Crowd,
): void {
  const minutes = Number(values.minutos)
  console.log(
    `${new Date().toISOString().slice(0, 16)}Z, ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, load ${loadavg()[1]?.toFixed(1)}; ${values.leitores} readers, ${values.telefones} phones, ${values.seguidores} followers, ${minutes} minutes, ${crowd.pages.length} pages`,
  )
  console.log(
    `commits: ${[...published].map(([seq, at]) => `${seq} at ${new Date(at).toISOString().slice(11, 19)}`).join(', ')}`,
  )
  console.log(
    '| asked for | requests | a second | 304 | failed | bytes to clients | at the origin | of them 304 | bytes of the origin | ms p50, p99 | age p50, p99, most |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|---|')
  for (const kind of [...KINDS, undefined]) {
    const asked = seen.filter((one) => kind === undefined || one.kind === kind)
    const origin = logged.filter(
      ({ origin, uri }) => origin !== '' && isOfCrowd(uri) && (kind === undefined || kindOf(uri) === kind),
    )
    const ages = asked.flatMap(({ commit, at }) => {
      const time = commit === undefined ? undefined : published.get(commit)
      return time === undefined ? [] : [(at - time) / 1000]
    })
    const took = asked.map(({ ms }) => ms)
    console.log(
      `| ${[
        kind ?? 'together',
        asked.length,
        (asked.length / minutes / 60).toFixed(1),
        asked.filter(({ status }) => status === 304).length,
        asked.filter(({ status }) => status !== 200 && status !== 304).length,
        megabytes(asked.reduce((sum, { bytes }) => sum + bytes, 0)),
        origin.length,
        origin.filter((one) => one.origin === '304').length,
        megabytes(origin.reduce((sum, { originBytes }) => sum + originBytes, 0)),
        `${quantile(took, 0.5).toFixed(1)}, ${quantile(took, 0.99).toFixed(1)}`,
        ages.length === 0 ? '–' : `${[0.5, 0.99, 1].map((q) => quantile(ages, q).toFixed(0)).join(', ')} s`,
      ].join(' | ')} |`,
    )
  }
  console.log(`the cache: ${counted(logged.map(({ cache }) => cache))}`)
  console.log(`answers by status, 0 without one: ${counted(seen.map(({ status }) => status))}`)
  const failed = seen.filter(({ status }) => status !== 200 && status !== 304)
  console.log(`answers of the origin: ${counted(logged.map(({ origin }) => origin || 'none'))}`)
  console.log(`failed: ${counted(failed.map(({ kind, status, reason }) => `${kind} ${status} ${reason}:`))}`)
  for (const { kind, status, at, ms } of failed.slice(0, 40))
    console.log(`  ${new Date(at).toISOString().slice(11, 23)} ${kind} ${status} after ${ms.toFixed(0)} ms`)
  const times = [...published]
  const behind = seen.map(({ commit, at }) => {
    const next = times[times.findIndex(([seq]) => seq === commit) + 1]
    return commit === undefined || !next ? 0 : (at - next[1]) / 1000
  })
  const late = behind.filter((seconds) => seconds > GRACE).length
  console.log(
    `seconds after the next commit's time at which a commit was still seen: p99 ${quantile(behind, 0.99).toFixed(0)}, most ${quantile(behind, 1).toFixed(0)}; over ${GRACE}: ${late} answers`,
  )
  if (late > 0) process.exitCode = 1
}

function counted(names: readonly (string | number)[]): string {
  const counts = new Map<string | number, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ')
}

function isOfCrowd(uri: string): boolean {
  return uri.startsWith('/alagoas/gasolina/')
}

function kindOf(uri: string): Kind {
  if (uri.includes('mudancas.atom')) return 'feed'
  if (uri.includes('/api/mudancas')) return 'mudanças'
  if (uri.includes('/api/precos')) return 'raio'
  if (uri.includes('/dados/')) return 'arquivo'
  return uri.includes('/estatico/') ? 'estático' : 'página'
}

function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
