/**
 * What collections add to the disk, by kind of file: some days with one every two hours, on the replay's week played again and
 * again. Ten minutes for a fortnight. Each collection runs with a clock that stands at its time, and its files get that time, so
 * that clean-ups remove what they would in life.
 *
 *   npx tsx bench/disk.ts --replay PASTA [--dias 14] [--de 2026-04-10T18:00:00Z]
 */
import {
  type Stats,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { spawn } from 'node:child_process'
import { DAY, HOUR } from '../src/domain/basics/time.ts'
import { freePort } from '../test/free-port.ts'
import { runCli, waitFor } from './processes.ts'

const EVERY = 2 * HOUR
const WEEK = 7 * DAY
const { values } = parseArgs({
  options: {
    replay: { type: 'string', default: process.env['GASOLINA_BENCH_REPLAY'] },
    dias: { type: 'string', default: '14' },
    de: { type: 'string', default: '2026-04-10T18:00:00Z' },
  },
})
const { replay } = values
if (replay === undefined) throw new Error('falta --replay PASTA')
const folder = mkdtempSync(join(tmpdir(), 'gasolina-disco-'))
const store = join(folder, 'dados')
const [first, days] = [Date.parse(values.de), Number(values.dias)]
const port = await freePort()
const control = `http://127.0.0.1:${port}/__controle`
const source = spawn(
  process.execPath,
  [
    join(replay, 'servidor.mjs'),
    '--porta',
    String(port),
    '--agora',
    values.de,
    '--dados',
    weeksOfSales(replay),
  ],
  { stdio: 'ignore' },
)
try {
  await waitFor(
    () =>
      fetch(control).then(
        ({ ok }) => ok,
        () => false,
      ),
    60,
  )
  /** Bytes by kind: all that was written so far, and by the last collection of each day all there is. */
  const written = new Map<string, number>()
  let collections = 0
  for (let at = first; at < first + days * DAY; at += EVERY) {
    await fetch(control, { method: 'POST', body: JSON.stringify({ agora: new Date(at).toISOString() }) })
    await runCli(['atualizar'], environment(at))
    collections++
    for (const { path, kind, stats } of files()) {
      if (stats.mtimeMs <= at) continue
      written.set(kind, (written.get(kind) ?? 0) + stats.size)
      utimesSync(path, at / 1000, at / 1000)
    }
    if ((at - first) % DAY === DAY - EVERY) tellDay((at - first + EVERY) / DAY)
  }
  console.log(
    `\n${collections} collections\n| kind | written, kB a collection | on the disk at the end, MB | files |`,
  )
  console.log('|---|---|---|---|')
  for (const [kind, bytes] of written) {
    const there = files().filter((one) => one.kind === kind)
    const megabytes = sum(there) / 1e6
    console.log(
      `| ${kind} | ${(bytes / collections / 1000).toFixed(1)} | ${megabytes.toFixed(2)} | ${there.length} |`,
    )
  }
} finally {
  source.kill()
  rmSync(folder, { recursive: true, force: true })
}

function tellDay(day: number): void {
  const kinds = new Map<string, number>()
  for (const { kind, stats } of files()) kinds.set(kind, (kinds.get(kind) ?? 0) + stats.size)
  const told = [...kinds].map(([kind, bytes]) => `${kind} ${(bytes / 1e6).toFixed(2)}`)
  console.log(`day ${day}: ${(sum(files()) / 1e6).toFixed(1)} MB: ${told.join(', ')}`)
}

function files(): { path: string; kind: string; stats: Stats }[] {
  return readdirSync(store, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const [, kind = ''] = relative(store, path).split(sep)
      return { path, kind, stats: statSync(path) }
    })
}

function sum(some: readonly { stats: Stats }[]): number {
  return some.reduce((bytes, { stats }) => bytes + stats.size, 0)
}

/** A process in which it is always this moment; its timers run as ever. */
function environment(at: number): NodeJS.ProcessEnv {
  const clock = `globalThis.Date = class extends Date { constructor(...a) { a.length ? super(...a) : super(${at}) } static now() { return ${at} } }`
  return {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(clock)}`,
    GASOLINA_STORAGE: store,
    SEFAZ_APP_TOKEN: 'replay',
    SEFAZ_URL: `http://127.0.0.1:${port}/sfz-economiza-alagoas-api/api/public`,
  }
}

/** The sales of the replay's week, and the same a week later and two. */
function weeksOfSales(replay: string): string {
  const name = readdirSync(join(replay, 'dados')).find((one) => one.endsWith('.csv.gz')) ?? ''
  const [head = '', ...lines] = gunzipSync(readFileSync(join(replay, 'dados', name)))
    .toString()
    .trimEnd()
    .split('\n')
  const weeks = [0, 1, 2].flatMap((week) =>
    lines.map((line) => {
      const [cnpj, tipo, valor, ...times] = line.split(',')
      const later = times.map((time) => new Date(Date.parse(time) + week * WEEK).toISOString())
      return [cnpj, tipo, valor, ...later].join(',')
    }),
  )
  const path = join(folder, 'vendas.csv')
  writeFileSync(path, [head, ...weeks].join('\n'))
  return path
}
