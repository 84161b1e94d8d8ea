import { parseArgs } from 'node:util'
import { closeDays } from '../src/collect/days/days-of-places.ts'
import { type Dia, DAY, addDays, dayOf, instante, monthOf } from '../src/domain/basics/time.ts'
import { groupBy } from '../src/domain/basics/lists.ts'
import { type Slug, perFuel } from '../src/domain/facts/fuels.ts'
import { type Venda, toVenda } from '../src/domain/facts/sale-record.ts'
import type { Commit } from '../src/domain/state/commit-state.ts'
import { collect } from '../src/collect/collect.ts'
import { createSnapshot } from '../src/query/lists/snapshot.ts'
import { recurrencesOfPlace, recurrencesOfStation } from '../src/query/past/place-days.ts'
import { findPlace } from '../src/query/places/find-place.ts'
import { chance } from '../src/sources/demonstration/chance.ts'
import { createDemonstration } from '../src/sources/demonstration/demonstration-source.ts'
import { isRefusal, normalize } from '../src/sources/normalize.ts'
import { createStore } from '../src/store/store.ts'
import { openStore } from '../test/open-store.ts'
import { memory } from '../test/memory.ts'

// Weekends that are said on true days and on days shuffled within each station, and what they cost a question after a year.
//   npx tsx bench/weekend.ts [--meses 12] [--sementes 5]
//   npx tsx bench/weekend.ts PASTA --fonte sefaz --dias 7   weeks of a store's last days, each station's in an order of its own
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    meses: { type: 'string', default: '12' },
    sementes: { type: 'string', default: '5' },
    fonte: { type: 'string', default: 'demonstracao' },
    dias: { type: 'string', default: '7' },
  },
})
const now = Date.parse('2026-11-20T15:20:00-03:00')
const clock = () => now
const hoje = dayOf(instante(now))
/** More days than the blocks of a commit lie back. */
const SPAN = 130

const [folder] = positionals
const world = folder === undefined ? await demonstration(Number(values.meses)) : await storedDays(folder)
const rows = []
if (folder === undefined) rows.push({ days: 'as they were', ...(await said(world.commit, world.sales)) })
for (let seed = 1; seed <= Number(values.sementes); seed++)
  rows.push({ days: `shuffled, seed ${seed}`, ...(await said(world.commit, shuffle(world.sales, seed))) })
console.table(rows)

interface World {
  commit: Commit
  sales: Venda[]
}

/** The last days of as many months of the demonstration. */
async function demonstration(months: number): Promise<World> {
  const store = createStore(memory(), 'demonstracao', clock)
  const { commit } = await collect({
    source: { ...createDemonstration({ clock }), earlierSales: undefined },
    store,
    clock,
  })
  if (!commit) throw new Error('the demonstration gave nothing')
  const sales: Venda[] = []
  for (let back = 0; back < months; back++) {
    const at = now - back * 30 * DAY
    for (const { combustivel, registro } of createDemonstration({ clock: () => at }).earlierSales?.() ?? []) {
      const sale = normalize(registro, combustivel, instante(at))
      if (!isRefusal(sale)) sales.push(toVenda(sale))
    }
  }
  return { commit, sales }
}

/** The last complete days of a store. */
async function storedDays(from: string): Promise<World> {
  const store = await openStore({ folder: from, fonte: values.fonte === 'sefaz' ? 'sefaz' : 'demonstracao' })
  const commit = (await store.commits.load())?.commit
  if (!commit) throw new Error('the store holds no commit')
  const last = addDays(dayOf(commit.cabecalho.publicadoEm), -1)
  const sales: Venda[] = []
  for (const { estabelecimento } of commit.estado.postos)
    sales.push(
      ...(await store.sales.ofStation(estabelecimento.cnpj, addDays(last, 1 - Number(values.dias)), last)),
    )
  return { commit, sales }
}

/** The last days, each with the sales of a day of the station's drawn from those it has: without repeats while there are others. */
function shuffle(sales: readonly Venda[], seed: number): Venda[] {
  const first = addDays(hoje, -SPAN)
  const moved: Venda[] = []
  let index = 0
  for (const ofStation of groupBy(sales, ({ cnpj }) => cnpj).values()) {
    const days = groupBy(ofStation, ({ dataVenda }) => dayOf(dataVenda))
    let left: Dia[] = []
    index++
    for (let n = 0; n <= SPAN; n++) {
      if (left.length === 0) left = [...days.keys()]
      const [drawn = ''] = left.splice(Math.floor(chance(index, n, seed) * left.length), 1)
      for (const sale of days.get(drawn) ?? [])
        moved.push({ ...sale, dataVenda: `${addDays(first, n)}${sale.dataVenda.slice(10)}` })
    }
  }
  return moved
}

function oneIn(all: number, found: number): string {
  return found === 0 ? '' : ` (1 in ${Math.round(all / found)})`
}

async function said({ estado, ...commit }: Commit, sales: readonly Venda[]) {
  const store = createStore(memory(), 'demonstracao', clock)
  for (const [month, ofMonth] of groupBy(sales, ({ dataVenda }) => monthOf(dataVenda)))
    await store.sales.append(month, ofMonth)
  const days = [...new Set(sales.map(({ dataVenda }) => dayOf(dataVenda)))].toSorted()
  const medianas = perFuel(({ slug }) => {
    const last = estado.medianas[slug].at(-1)
    return last ? days.map((dia) => ({ ...last, dia })) : []
  })
  const times = { primeiraVenda: `${days[0]}T00:00:00-03:00`, ultimaVenda: instante(now) }
  const past = { ...estado, medianas, postos: estado.postos.map((posto) => ({ ...posto, ...times })) }
  const coleta = { ...commit.cabecalho.coleta, fim: instante(now) }
  const cabecalho = { ...commit.cabecalho, coleta, atualizadoEm: instante(now) }
  // Once more until all months are caught up.
  for (let n = 0; n < 14; n++)
    cabecalho.dias = await closeDays({
      store,
      estado: past,
      base: cabecalho.dias ? { cabecalho } : null,
      hasNews: true,
      hoje,
    })
  const snapshot = createSnapshot({ ...commit, cabecalho, estado: past }, store)
  // A server has its lists before the first question.
  await recurrencesOfPlace(snapshot, findPlace(snapshot, {}))
  let [stations, fuels, sold] = [0, 0, 0]
  const from = performance.now()
  for (const { estabelecimento } of estado.postos) {
    const found = await recurrencesOfStation(snapshot, estabelecimento.cnpj)
    if (found.size > 0) stations++
    fuels += found.size
  }
  const perStation = (performance.now() - from) / estado.postos.length
  const kinds = new Map<Slug, Set<string>>()
  for (const { combustivel, cnpj } of sales)
    kinds.set(combustivel, (kinds.get(combustivel) ?? new Set()).add(cnpj))
  for (const sellers of kinds.values()) sold += sellers.size
  const begun = performance.now()
  const town = await recurrencesOfPlace(snapshot, findPlace(snapshot, { municipio: 'palmeira dos indios' }))
  const perPlace = performance.now() - begun
  return {
    sales: sales.length,
    stations: `${stations} of ${estado.postos.length}${oneIn(estado.postos.length, stations)}`,
    'stations × fuels': `${fuels} of ${sold}${oneIn(sold, fuels)}`,
    'a station, ms': perStation.toFixed(2),
    'a town, first, ms': perPlace.toFixed(1),
    'of a town': town.size,
  }
}
