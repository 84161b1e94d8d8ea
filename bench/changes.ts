import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { collect } from '../src/collect/collect.ts'
import { tiposDeMudanca } from '../src/domain/facts/published-changes.ts'
import { HOUR, dayOf } from '../src/domain/basics/time.ts'
import { createSefaz } from '../src/sources/sefaz/sefaz-source.ts'
import type { Source } from '../src/sources/source.ts'
import { openStore } from '../test/open-store.ts'
import { path } from './processes.ts'
import { freePort } from '../test/free-port.ts'

// A week of a replay of the source, collected every hour: what changes, in how many bytes, and whether two programs that know
// nothing of this one follow it to the same state, one by the API in Python, one by the files in plain JavaScript.
//   npx tsx bench/changes.ts --replay PASTA [--de 2026-04-10T00:00:00Z] [--horas 159]      (npm run build first)
const { values } = parseArgs({
  options: {
    replay: { type: 'string', default: process.env['GASOLINA_BENCH_REPLAY'] ?? '' },
    de: { type: 'string', default: '2026-04-10T00:00:00Z' },
    horas: { type: 'string', default: '159' },
  },
})
const folder = await mkdtemp(join(tmpdir(), 'gasolina-changes-'))
const [sourcePort, serverPort] = [await freePort(), await freePort()]
const running: ReturnType<typeof start>[] = []
try {
  running.push(
    start('node', [join(values.replay, 'servidor.mjs'), '--porta', String(sourcePort), '--agora', values.de]),
  )
  const source = `http://127.0.0.1:${sourcePort}`
  await answers(`${source}/__controle`)
  let now = Date.parse(values.de)
  const store = await openStore({ folder, fonte: 'sefaz' })
  const clock = () => now
  const told = createSefaz({
    url: `${source}/sfz-economiza-alagoas-api/api/public`,
    token: 'replay',
    userAgent: 'bench',
    delay: async () => {},
  })
  // The replay's sales are of its own time, the date of its answers is of this one.
  const sefaz: Source = {
    ...told,
    fetch: async (...asked) => ({ ...(await told.fetch(...asked)), relogio: undefined }),
  }
  const hourly = async () => {
    await fetch(`${source}/__controle`, {
      method: 'POST',
      body: JSON.stringify({ agora: new Date(now).toISOString() }),
    })
    const { commit, coleta } = await collect({ source: sefaz, store, clock })
    if (!commit) console.error(coleta.motivo)
    return commit
  }
  await hourly()
  const base = `http://127.0.0.1:${serverPort}`
  running.push(
    start('node', [path('../bin/run.js'), 'servir'], {
      GASOLINA_STORAGE: folder,
      GASOLINA_FONTE: 'sefaz',
      SEFAZ_APP_TOKEN: 'replay',
      GASOLINA_COLETA: 'nao',
      PORT: String(serverPort),
      HOST: '127.0.0.1',
    }),
  )
  await answers(`${base}/saude`)
  const followers = [
    start('python3', [path('followers/by-api.py'), base]),
    start('node', [path('followers/by-files.js'), base]),
  ]
  const days = new Map<string, { hours: number; kinds: Map<string, number>; bytes: number; zipped: number }>()
  for (let hour = 1; hour <= Number(values.horas); hour++) {
    now += HOUR
    const commit = await hourly()
    if (!commit) continue
    const rows = (await commit.mudancas?.read()) ?? []
    const bytes = Buffer.from(JSON.stringify(rows))
    const dia = dayOf(commit.cabecalho.publicadoEm)
    const day = days.get(dia) ?? { hours: 0, kinds: new Map(), bytes: 0, zipped: 0 }
    for (const { tipo } of rows) day.kinds.set(tipo, (day.kinds.get(tipo) ?? 0) + 1)
    day.hours++
    day.bytes += bytes.length
    day.zipped += gzipSync(bytes).length
    days.set(dia, day)
  }
  const { sha256, cabecalho } = (await store.commits.load())?.commit ?? { sha256: '', cabecalho: null }
  const newest = `${cabecalho?.seq}-${sha256.slice(0, 12)}`
  for (const { child } of followers) child.stdin.write(`${newest}\n`)
  const states = await Promise.all(followers.map(({ ended }) => ended))
  console.log(`| dia | coletas | ${tiposDeMudanca.join(' | ')} | todas | kB | kB gzip | bytes por hora |`)
  console.log(`|---|---|${tiposDeMudanca.map(() => '---|').join('')}---|---|---|---|`)
  for (const [dia, { hours, kinds, bytes, zipped }] of days) {
    const counts = tiposDeMudanca.map((tipo) => kinds.get(tipo) ?? 0)
    const all = counts.reduce((a, b) => a + b, 0)
    console.log(
      `| ${dia} | ${hours} | ${counts.join(' | ')} | ${all} | ${kilo(bytes)} | ${kilo(zipped)} | ${Math.round(bytes / hours)} |`,
    )
  }
  const whole = `${base}/gasolina/api/mudancas?desde=inicio&suspeitos=incluir`
  const present = (await (await fetch(whole)).json()) as { ate: string; mudancas: unknown[] }
  console.log(
    `\nestado de agora: ${present.ate}, ${present.mudancas.length} produtos, publicado em ${cabecalho?.publicadoEm}`,
  )
  console.log(
    states
      .map((state, n) => `${['Python, pela API', 'JavaScript, pelos arquivos'][n]}: ${state.trim()}`)
      .join('\n'),
  )
} finally {
  for (const { child } of running) child.kill()
  await rm(folder, { recursive: true, force: true })
}

function start(command: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let told = ''
  child.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()))
  return { child, ended: once(child, 'close').then(() => told) }
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} does not answer`)
}

function kilo(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
