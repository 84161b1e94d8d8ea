import { WINDOW_DAYS } from '../../domain/facts/rules.ts'
import { placeStations } from '../../domain/state/stations.ts'
import type { Commit } from '../../domain/state/commit-state.ts'
import { type Dia, HOUR, type Instante, addDays, dayOf, monthOf, toMs } from '../../domain/basics/time.ts'
import { createSalesCsv } from '../../format/files/sales-csv.ts'
import { type KnownStation, knownStationsSheet } from '../../format/files/station-sheets.ts'
import { sheetCsv } from '../../format/files/csv.ts'
import type { BulkMonth } from '../../store/bulk/bulk-months.ts'
import type { Store } from '../../store/store.ts'
import { lastDayOf, monthOfSales } from './month-of-sales.ts'

/** Months of a store that never had such files, at one time: some ten seconds each. */
const CLOSED_AT_ONCE = 3

export interface BulkOptions {
  store: Pick<Store, 'bulk' | 'sales' | 'inspect' | 'tryLock'>
  commit: Commit
  agora: Instante
  /** Name of the program, written into the files. */
  createdBy: string
}

/**
 * After a collection: makes the files of ended months, once a day those of open months and of the stations, and removes unused ones.
 * Does nothing while another process collects.
 */
export async function makeBulk(options: BulkOptions): Promise<void> {
  const { store } = options
  const unlock = await store.tryLock()
  if (!unlock) return
  try {
    // The first inspection lists the log and notes missing files.
    await store.inspect(0)
    await proveOne(options)
    await makeMissing(options)
    await store.bulk.cleanUp()
  } finally {
    await unlock()
  }
}

/** Verifies one month an hour, in turn; a damaged one is then made again. */
async function proveOne({ store: { bulk }, agora }: BulkOptions): Promise<void> {
  await bulk.refresh()
  const { closed, day } = await bulk.present()
  const files = [
    ...closed.map(({ arquivos }) => arquivos),
    ...(day ? [[day.postos, ...day.meses.flatMap(({ arquivos }) => arquivos)]] : []),
  ]
  for (const file of files[Math.floor(toMs(agora) / HOUR) % files.length] ?? []) await bulk.isWhole(file)
  await bulk.refresh()
}

async function makeMissing(options: BulkOptions): Promise<void> {
  const { store, commit, agora } = options
  const hoje = dayOf(agora)
  const { closed, day } = await store.bulk.present()
  const isClosed = new Set(closed.map(({ mes }) => mes))
  const today = day?.dia === hoje ? day : null
  const told = new Set(today?.meses.map(({ mes }) => mes))
  const missing = monthsOf(commit, hoje).filter((mes) => !isClosed.has(mes) && !told.has(mes))
  const open: BulkMonth[] = []
  for (const mes of missing.filter((mes) => isOver(mes, hoje)).slice(0, CLOSED_AT_ONCE)) {
    const made = await makeMonth(options, mes)
    if (made?.completo) await store.bulk.closeMonth(made)
    else if (made) open.push(made)
  }
  if (today) return
  for (const mes of missing.filter((mes) => !isOver(mes, hoje))) {
    const made = await makeMonth(options, mes)
    if (made) open.push(made)
  }
  const stations = knownStations(commit)
  await store.bulk.publishDay({
    dia: hoje,
    feitoEm: agora,
    meses: open.toSorted((a, b) => (a.mes < b.mes ? -1 : 1)),
    postos: await store.bulk.write('csv', Buffer.from(sheetCsv(knownStationsSheet(stations)))),
    registros: stations.length,
  })
}

/** Null when nothing was sold in it. */
async function makeMonth(
  { store, commit, agora, createdBy }: BulkOptions,
  mes: string,
): Promise<BulkMonth | null> {
  // Imported here: most runs make no file.
  const { createSalesParquet } = await import('../../format/files/sales-parquet.ts')
  const [parquet, csv] = [createSalesParquet(createdBy), createSalesCsv()]
  const rows = monthOfSales({ sales: store.sales, estado: commit.estado, mes })
  let vendas = 0
  let step = await rows.next()
  for (; step.done !== true; step = await rows.next()) {
    vendas += step.value.length
    parquet.add(step.value)
    await csv.add(step.value)
  }
  const gzipped = await csv.finish()
  if (vendas === 0) return null
  const arquivos = [
    await store.bulk.write('parquet', parquet.finish()),
    await store.bulk.write('csv.gz', gzipped),
  ]
  return { mes, feitoEm: agora, vendas, completo: step.value, arquivos }
}

/** Months in which the commit knows of sales, newest first. */
function monthsOf({ estado: { postos } }: Commit, hoje: Dia): string[] {
  const known = postos.flatMap(({ primeiraVenda, ultimaVenda }) => [primeiraVenda, ultimaVenda]).toSorted()
  const [first, last] = [known[0], known.at(-1)]
  const months: string[] = []
  if (first === undefined || last === undefined) return months
  const newest = monthOf(last) < monthOf(hoje) ? monthOf(last) : monthOf(hoje)
  for (let mes = newest; mes >= monthOf(first); mes = addDays(`${mes}-01`, -1).slice(0, 7)) months.push(mes)
  return months
}

function isOver(mes: string, hoje: Dia): boolean {
  // From the eleventh on nothing of the month before is to come.
  return hoje > addDays(lastDayOf(mes), WINDOW_DAYS)
}

function knownStations({ estado: { postos }, cadastro }: Commit): KnownStation[] {
  const placed = new Map(finished(placeStations(postos, cadastro)).map(({ posto }) => [posto.cnpj, posto]))
  return postos.flatMap(({ estabelecimento: { cnpj }, primeiraVenda, ultimaVenda }) => {
    const estabelecimento = placed.get(cnpj)
    return estabelecimento ? [{ estabelecimento, primeiraVenda, ultimaVenda }] : []
  })
}

function finished<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
