import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { closeDays } from '../src/collect/days/days-of-places.ts'
import type { Slug } from '../src/domain/facts/fuels.ts'
import type { Venda } from '../src/domain/facts/sale-record.ts'
import type { Commit, MedianaDoDia } from '../src/domain/state/commit-state.ts'
import { addDays, dayOf, monthOf } from '../src/domain/basics/time.ts'
import { createDataset } from '../src/query/current/dataset.ts'
import { still } from '../test/still.ts'
import { createQuery } from '../src/query/query.ts'
import { openStore } from '../test/open-store.ts'
import type { Store } from '../src/store/store.ts'

// How long the history of a place takes over a year: the last days of a store's sales, lived through again and again until
// there are 365 of them, closed by the collector's own code. Beside it the reading of the sales that this saves.
//   npx tsx bench/place-history.ts [./storage] [--fonte sefaz] [--vezes 20] [--dias 28]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fonte: { type: 'string', default: 'demonstracao' },
    vezes: { type: 'string', default: '20' },
    dias: { type: 'string', default: '28' },
  },
})
const fonte = values.fonte === 'sefaz' ? 'sefaz' : 'demonstracao'
const rounds = Number(values.vezes)
const span = Number(values.dias)
const source = await openStore({ folder: positionals[0] ?? './storage', fonte })
const newest = (await source.commits.load())?.commit
if (!newest) throw new Error('the store holds no commit')

const hoje = dayOf(newest.cabecalho.publicadoEm)
const first = addDays(hoje, -365)
const folder = await mkdtemp(join(tmpdir(), 'gasolina-historico-'))
try {
  const store = await openStore({ folder, fonte })
  console.log(`${await copyYear(store, newest)} sales in a year, ${newest.estado.postos.length} stations`)
  const commit = await withDays(store, newest)
  const sizes = await sizesOf(store, commit)
  console.log(`${sizes.files} files of days, ${(sizes.bytes / 1e6).toFixed(1)} MB`)

  const desde = addDays(hoje, -364)
  const questions = {
    'the state': {},
    'one municipality': { municipio: 'maceio' },
    'a small one': { municipio: 'porto de pedras' },
    'a district': { municipio: 'maceio', bairro: 'farol' },
    'a district of many towns': { bairro: 'centro' },
  }
  const table = []
  for (const [name, place] of Object.entries(questions)) {
    const ask = (query: ReturnType<typeof queryOver>) =>
      query.historicoDoLugar({ ...place, desde, granularidade: 'dia', formato: 'json' })
    const cold: number[] = []
    const warm: number[] = []
    for (let n = 0; n < rounds; n++) {
      const query = queryOver(await openStore({ folder, fonte }), commit)
      // The state and its lists are there before anybody asks, as a server has them.
      await query.precos({ combustivel: 'gasolina-comum', suspeitos: 'omitir', limite: 1 })
      cold.push(await timed(() => ask(query)))
      warm.push(await timed(() => ask(query)))
    }
    table.push({ place: name, 'first, ms': middle(cold), 'again, ms': middle(warm) })
  }
  console.table(table)
  const fresh = await openStore({ folder, fonte })
  const ends = Array.from({ length: 365 }, (_, n) => `${addDays(desde, n)}T23:59:59-03:00`)
  console.log(`reading the sales instead: ${Math.round(await timed(() => fresh.sales.newestAsOf(ends)))} ms`)
} finally {
  await rm(folder, { recursive: true })
}

/** The sales of the source's last days, each time so many days earlier, back to the first day. */
async function copyYear(store: Store, { estado }: Commit): Promise<number> {
  let copied = 0
  for (let back = 0; back <= 365 / span; back++) {
    const months = new Map<string, Venda[]>()
    for (const { estabelecimento } of estado.postos)
      for (const sale of await source.sales.ofStation(
        estabelecimento.cnpj,
        addDays(hoje, -28),
        addDays(hoje, -1),
      )) {
        const dataVenda = `${addDays(dayOf(sale.dataVenda), -span * back)}${sale.dataVenda.slice(10)}`
        if (dataVenda < first) continue
        const list = months.get(monthOf(dataVenda)) ?? []
        months.set(monthOf(dataVenda), list)
        list.push({ ...sale, dataVenda })
      }
    for (const [month, sales] of months) {
      await store.sales.append(month, sales)
      copied += sales.length
    }
  }
  return copied
}

/** The same commit, with a median for every day, and as many publications as it takes to have them all closed. */
async function withDays(store: Store, commit: Commit): Promise<Commit> {
  const medianas = Object.fromEntries(
    Object.entries(commit.estado.medianas).map(([slug, list]) => [slug, everyDay(list.at(-1))]),
  ) as Record<Slug, MedianaDoDia[]>
  const estado = { ...commit.estado, medianas }
  const cabecalho = { ...commit.cabecalho }
  for (let n = 0; n < 12; n++) {
    const from = performance.now()
    const dias = await closeDays({ store, estado, base: { cabecalho }, hoje, hasNews: true })
    if (n === 0)
      console.log(`closing the open days: ${Math.round(performance.now() - from)} ms at a publication`)
    if (n === 11)
      console.log(`closing them when all else is settled: ${Math.round(performance.now() - from)} ms`)
    cabecalho.dias = dias
  }
  return { ...commit, cabecalho, estado }
}

function everyDay(last: MedianaDoDia | undefined): MedianaDoDia[] {
  if (!last) return []
  return Array.from({ length: 366 }, (_, n) => ({ ...last, dia: addDays(first, n) }))
}

async function sizesOf(store: Store, { cabecalho }: Commit): Promise<{ files: number; bytes: number }> {
  let [files, bytes] = [0, 0]
  for (const [month, { lugares, postos }] of Object.entries(cabecalho.dias ?? {}))
    for (const name of [lugares, postos]) {
      files++
      bytes += JSON.stringify((await store.days.read(month, name))?.rows).length
    }
  return { files, bytes }
}

function queryOver(store: Store, commit: Commit) {
  const dataset = createDataset({
    store,
    follow: still({ commit, damaged: [] }),
    clock: Date.now,
    intervaloMinutos: 60,
  })
  return createQuery({ dataset, urlBase: 'http://localhost', site: 'http://localhost/' })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

function middle(times: number[]): number {
  return Math.round((times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0) * 10) / 10
}
