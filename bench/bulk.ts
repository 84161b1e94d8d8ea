import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { type AsyncBuffer, asyncBufferFromUrl, parquetMetadataAsync, parquetQuery } from 'hyparquet'
import { makeMonthlyFiles } from '../src/collect/months/make-monthly-files.ts'
import { type Slug, perFuel, slugs } from '../src/domain/facts/fuels.ts'
import type { Venda } from '../src/domain/facts/sale-record.ts'
import { toThousandths } from '../src/domain/basics/numbers.ts'
import { DAY, addDays, instante, toMs } from '../src/domain/basics/time.ts'
import { openStore } from '../test/open-store.ts'
import type { Store } from '../src/store/store.ts'
import { collectionOf, commitOf } from '../test/fixtures.ts'
import { path, startServing } from './processes.ts'

// A month of 283,000 sales: how long its files take to make and in how much memory, and whether strangers read in them what
// the log holds.
//   npx tsx bench/bulk.ts      (npm run build first; in bench/ npm ci, then npm i --no-save @duckdb/node-api@1.5.6-r.1,
//                               whose packages for other systems keep npm ci from accepting a lock made on one)
const MES = '2026-10'
const AGORA = '2026-11-12T12:00:00-03:00'
const STATIONS = 530
const SALES = 283_000
/** Days of sales before and after the month, at the same pace. */
const AROUND = 12
const compressors = { GZIP: (bytes: Uint8Array) => gunzipSync(bytes) }

const { values } = parseArgs({ options: { fazer: { type: 'string' } } })
if (values.fazer === undefined) await measure()
else await make(values.fazer)

/** Per fuel: sales, sum of thousandths, lowest, highest. */
type Figures = Record<string, number[]>

async function make(folder: string): Promise<void> {
  const store = await openStore({ folder, fonte: 'sefaz' })
  const commit = (await store.commits.load())?.commit
  if (!commit) throw new Error('no commit')
  const before = process.resourceUsage().maxRSS
  const began = performance.now()
  await makeMonthlyFiles({ store, commit, agora: AGORA })
  const seconds = (performance.now() - began) / 1000
  console.log(JSON.stringify({ seconds, before: before / 1024, most: process.resourceUsage().maxRSS / 1024 }))
}

async function measure(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gasolina-bulk-'))
  try {
    const store = await openStore({ folder, fonte: 'sefaz' })
    await fill(store)
    const wanted = await figuresOfLog(store)
    const all = makeAside(folder)
    const { closed, day } = await (await openStore({ folder, fonte: 'sefaz' })).monthlyFiles.present()
    const months = [...closed, ...(day?.meses ?? [])]
    console.log(`${months.map(({ mes, vendas }) => `${mes} (${vendas} vendas)`).join(', ')}: ${all}`)
    await rm(join(folder, 'sefaz', 'mensais', `${MES}.json`))
    console.log(`só ${MES}: ${makeAside(folder)}`)
    const server = await startServing({
      GASOLINA_STORAGE: folder,
      GASOLINA_FONTE: 'sefaz',
      SEFAZ_APP_TOKEN: 'bench',
      GASOLINA_COLETA: 'nao',
    })
    try {
      await read(`${server.url}/gasolina/dados/historico`, folder, wanted)
    } finally {
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** In a process of its own, as a collector does. */
function makeAside(folder: string): string {
  const args = ['--import', 'tsx', path('bulk.ts'), '--fazer', folder]
  const { seconds, before, most } = JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8' }),
  ) as Record<'seconds' | 'before' | 'most', number>
  return `${seconds.toFixed(1)} s; memória ${before.toFixed(0)} MB antes, ${most.toFixed(0)} MB no máximo`
}

async function fill(store: Store): Promise<void> {
  const [first, days] = [addDays(`${MES}-01`, -AROUND), 31 + 2 * AROUND]
  const start = toMs(`${first}T00:00:00-03:00`)
  const count = Math.round((SALES / 31) * days)
  const sales = Array.from({ length: count }, (_, n) =>
    saleAt(n, start + Math.floor((n / count) * days * DAY)),
  )
  for (const month of new Set(sales.map(({ dataVenda }) => dataVenda.slice(0, 7)))) {
    const ofMonth = sales.filter(({ dataVenda }) => dataVenda.startsWith(month))
    // As hourly collections would leave them.
    for (let at = 0; at < ofMonth.length; at += 400)
      await store.sales.append(month, ofMonth.slice(at, at + 400))
  }
  const [dias, last] = [
    Array.from({ length: days }, (_, n) => addDays(first, n)),
    instante(start + days * DAY),
  ]
  const { cabecalho, estado } = commitOf(
    Array.from({ length: STATIONS }, (_, n) => ({ preco: 6, posto: n, vendidoEm: last })),
  )
  await store.commits.publish({
    prev: null,
    publicadoEm: AGORA,
    atualizadoEm: AGORA,
    atualizadoPorCombustivel: cabecalho.atualizadoPorCombustivel,
    coleta: collectionOf(),
    estado: {
      ...estado,
      postos: estado.postos.map((posto) => Object.assign(posto, { primeiraVenda: instante(start) })),
      medianas: perFuel(() => dias.map((dia) => ({ dia, mediana: 6, postos: STATIONS }))),
    },
    fatias: [],
  })
}

/** Prices of cents, now and then one nobody believes; paid with discounts, of up to sixteen digits. */
function saleAt(n: number, ms: number): Venda {
  const station = (n * 7919) % STATIONS
  const cents = 560 + ((station * 31) % 90) + (Math.floor(n / 90_000) % 3) * 7
  const valorDeclarado = (n % 997 === 0 ? cents * 2 : cents) / 100
  return {
    cnpj: `99${String(station).padStart(10, '0')}00`,
    combustivel: slugs[Math.floor(n / STATIONS) % slugs.length] as Slug,
    codigo: String(1000 + (station % 70)),
    dataVenda: instante(Math.floor(ms / 1000) * 1000),
    valorDeclarado,
    valorVenda: n % 3 === 0 ? valorDeclarado : valorDeclarado - 0.05 / ((n % 41) + 1),
  }
}

async function salesOfLog(store: Store): Promise<Venda[]> {
  const lists: Venda[] = []
  for (let station = 0; station < STATIONS; station++)
    for (const sale of await store.sales.ofStation(saleAt(station, 0).cnpj, `${MES}-01`, `${MES}-31`))
      lists.push(sale)
  return lists
}

async function figuresOfLog(store: Store): Promise<Figures> {
  const figures: Figures = {}
  for (const { combustivel, valorDeclarado } of await salesOfLog(store)) {
    const price = toThousandths(valorDeclarado)
    const [rows = 0, sum = 0, low = price, high = price] = figures[combustivel] ?? []
    figures[combustivel] = [rows + 1, sum + price, Math.min(low, price), Math.max(high, price)]
  }
  return sorted(figures)
}

/** What each stranger finds, beside what the log holds. */
async function read(base: string, folder: string, wanted: Figures): Promise<void> {
  const names = ['parquet', 'csv.gz'].map((format) => `vendas-${MES}.${format}`)
  for (const name of [...names, 'postos.csv', 'SHA256SUMS'])
    await writeFile(join(folder, name), Buffer.from(await (await fetch(`${base}/${name}`)).arrayBuffer()))
  const [parquet = '', csv = ''] = names.map((name) => join(folder, name))
  const rows: [reader: string, what: string, verdict: string][] = []
  const same = (figures: Figures) =>
    JSON.stringify(sorted(figures)) === JSON.stringify(wanted)
      ? 'igual ao registro'
      : `OUTRO: ${JSON.stringify(figures)}`

  const duck = await (await DuckDBInstance.create()).connect()
  const all = async (sql: string) => (await duck.runAndReadAll(sql)).getRowsJson() as string[][]
  rows.push([
    'DuckDB',
    'Parquet: vendas, soma, mínimo e máximo por combustível',
    same(asFigures(await all(perFuelSql(`'${parquet}'`)))),
  ])
  rows.push([
    'DuckDB',
    'o mesmo no CSV comprimido',
    same(asFigures(await all(perFuelSql(`read_csv('${csv}')`)))),
  ])
  const [station = ''] = [saleAt(77, 0).cnpj]
  const filters = [
    `cnpj = '${station}'`,
    'valorDeclarado < 5.8',
    `combustivel = 'gnv' AND valorVenda >= 6.2`,
    "suspeito = 'muito_acima'",
    "dia = DATE '2026-10-17'",
  ]
  const rowsOf = (filter: string) => all(`SELECT * FROM '${parquet}' WHERE ${filter} ORDER BY ALL`)
  const pruned = await Promise.all(filters.map(rowsOf))
  await duck.run("SET disabled_optimizers = 'filter_pushdown,statistics_propagation'")
  const whole = await Promise.all(filters.map(rowsOf))
  const isSame = pruned.every(
    (found, i) => found.length > 0 && JSON.stringify(found) === JSON.stringify(whole[i]),
  )
  rows.push([
    'DuckDB',
    `${filters.length} WHERE, com e sem poda por estatísticas`,
    isSame ? `as mesmas linhas (${pruned.map((found) => found.length).join(', ')})` : 'OUTRAS',
  ])
  const [[differing = '']] = (await all(
    `SELECT count(*) FROM (SELECT cnpj, combustivel, codigo, dataVenda::TIMESTAMPTZ, dia, valorDeclarado, valorVenda, suspeito FROM '${parquet}' EXCEPT ALL SELECT cnpj, combustivel, codigo, dataVenda::TIMESTAMPTZ, dia, valorDeclarado, valorVenda, suspeito FROM read_csv('${csv}', types = {'cnpj': 'VARCHAR', 'codigo': 'VARCHAR'}))`,
  )) as [string[]]
  rows.push(['DuckDB', 'linhas do Parquet que não estão no CSV', differing])

  const remote = await asyncBufferFromUrl({ url: `${base}/${names[0]}` })
  let fetched = 0
  const file: AsyncBuffer = {
    byteLength: remote.byteLength,
    slice(from, to = remote.byteLength) {
      fetched += to - from
      return remote.slice(from, to)
    },
  }
  const metadata = await parquetMetadataAsync(file, { initialFetchSize: 32 * 1024 })
  const found = await parquetQuery({ file, metadata, compressors, filter: { cnpj: { $eq: station } } })
  rows.push([
    'hyparquet, por HTTP',
    `as ${found.length} vendas de um posto (o DuckDB: ${pruned[0]?.length})`,
    `${fetched} de ${remote.byteLength} bytes: ${((100 * fetched) / remote.byteLength).toFixed(1)} %`,
  ])

  const python = JSON.parse(
    execFileSync('python3', [path('readers/sales.py'), csv], { encoding: 'utf8' }),
  ) as Figures
  rows.push(['Python, csv e gzip', 'CSV: vendas, soma, mínimo e máximo por combustível', same(python)])
  const sums = execFileSync('sha256sum', ['-c', '--ignore-missing', 'SHA256SUMS'], {
    cwd: folder,
    encoding: 'utf8',
  })
  rows.push([
    'sha256sum -c',
    `${sums.trim().split('\n').length} arquivos`,
    sums.includes('FAILED') ? sums : 'OK',
  ])

  console.log('\n| quem lê | o quê | resultado |\n|---|---|---|')
  for (const row of rows) console.log(`| ${row.join(' | ')} |`)
}

function perFuelSql(from: string): string {
  const price = 'round(valorDeclarado * 1000)::BIGINT'
  return `SELECT combustivel, count(*), sum(${price}), min(${price}), max(${price}) FROM ${from} GROUP BY 1`
}

function asFigures(found: string[][]): Figures {
  return Object.fromEntries(found.map(([fuel = '', ...numbers]) => [fuel, numbers.map(Number)]))
}

function sorted(figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
