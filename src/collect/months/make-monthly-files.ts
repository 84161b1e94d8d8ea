import { WINDOW_DAYS } from '../../domain/facts/rules.ts'
import { placeStations } from '../../domain/state/stations.ts'
import type { Commit, Posto } from '../../domain/state/commit-state.ts'
import * as time from '../../domain/basics/time.ts'
import { KNOWN_COLUMNS, type KnownStation } from '../../format/files/station-sheets.ts'
import { sheetCsv } from '../../format/files/csv.ts'
import { sheetOf } from '../../format/files/sheet.ts'
import { sha256Of } from '../../store/bytes/checked-json.ts'
import type { FilesOfMonth } from '../../store/monthly-files/published-months.ts'
import type { Store } from '../../store/store.ts'
import { groupBy, slices } from '../../domain/basics/lists.ts'
import { inSteps } from '../../domain/basics/memoize.ts'
import { DAYS_AROUND, type VendaJulgada, judgeSales, pastJudge } from '../../domain/trust/judging-past.ts'
import { compareTexts } from '../../domain/basics/text.ts'

/** Months of a store that never had such files, at one time: some ten seconds each. */
const CLOSED_AT_ONCE = 3
/** Stations read at a time: each is some files of an engine. */
const AT_ONCE = 8

interface MakingOptions {
  store: Pick<Store, 'monthlyFiles' | 'sales' | 'noteMissing' | 'tryLock'>
  commit: Commit
  agora: time.Instante
}

/** Files of ended months and, daily or with a new registry, of open months and stations. Does nothing while another process collects. */
export async function makeMonthlyFiles({ store, commit, agora }: MakingOptions): Promise<void> {
  const { monthlyFiles, sales } = store
  const { estado } = commit
  const unlock = await store.tryLock()
  if (!unlock) return
  try {
    await store.noteMissing()
    await proveOne()
    await makeMissing(time.dayOf(agora))
    await monthlyFiles.cleanUp()
  } finally {
    await unlock()
  }

  /** Verifies one month an hour, in turn; a damaged one is then made again. */
  async function proveOne(): Promise<void> {
    await monthlyFiles.refresh()
    const { closed, day } = await monthlyFiles.present()
    const files = [
      ...closed.map(({ arquivos }) => arquivos),
      ...(day ? [[day.postos, ...day.meses.flatMap(({ arquivos }) => arquivos)]] : []),
    ]
    for (const file of files[Math.floor(time.toMs(agora) / time.HOUR) % files.length] ?? [])
      await monthlyFiles.isWhole(file)
    await monthlyFiles.refresh()
  }

  async function makeMissing(hoje: time.Dia): Promise<void> {
    const { closed, day } = await monthlyFiles.present()
    const isClosed = new Set(closed.map(({ mes }) => mes))
    const today = day?.dia === hoje ? day : null
    const told = new Set(today?.meses.map(({ mes }) => mes))
    const missing = monthsOf(commit, hoje).filter((mes) => !isClosed.has(mes) && !told.has(mes))
    const open: FilesOfMonth[] = []
    for (const mes of missing.filter((mes) => isOver(mes, hoje)).slice(0, CLOSED_AT_ONCE)) {
      const made = await makeMonth(mes)
      if (made?.completo) await monthlyFiles.closeMonth(made)
      else if (made) open.push(made)
    }
    const cadastro = commit.cadastro && sha256Of(JSON.stringify(commit.cadastro))
    if (today && today.cadastro === cadastro) return
    const known = knownStations(commit)
    const stations = {
      dia: hoje,
      feitoEm: agora,
      postos: await monthlyFiles.write('csv', Buffer.from(sheetCsv(sheetOf('postos', known, KNOWN_COLUMNS)))),
      registros: known.length,
      ...(cadastro !== undefined && { cadastro }),
    }
    if (today) return monthlyFiles.replaceDay({ ...today, ...stations, anterior: today.postos })
    for (const mes of missing.filter((mes) => !isOver(mes, hoje))) {
      const made = await makeMonth(mes)
      if (made) open.push(made)
    }
    const meses = open.toSorted((a, b) => compareTexts(a.mes, b.mes))
    await monthlyFiles.publishDay({ ...stations, meses })
  }

  /** Every sale once, judged by its own day and run as in `historico`, by CNPJ, fuel and time. Null for a month without sales. */
  async function makeMonth(mes: string): Promise<FilesOfMonth | null> {
    // Imported here: most runs make no file.
    const { createSalesCsv, createSalesParquet } = await import('../../format/files/sales-files.ts')
    const [parquet, csv] = [createSalesParquet(), createSalesCsv()]
    const [first, last] = [`${mes}-01`, lastDayOf(mes)]
    const around = [time.addDays(first, -DAYS_AROUND), time.addDays(last, DAYS_AROUND)] as const
    const judge = pastJudge(estado.medianas)
    const postos = estado.postos.filter(
      ({ primeiraVenda, ultimaVenda }) =>
        time.dayOf(primeiraVenda) <= last && time.dayOf(ultimaVenda) >= first,
    )
    let vendas = 0
    let completo = true
    for (const some of slices(postos, AT_ONCE))
      for (const rows of await Promise.all(some.map(ofStation))) {
        if (rows.length === 0) continue
        vendas += rows.length
        parquet.add(rows)
        await csv.add(rows)
      }
    const gzipped = await csv.finish()
    if (vendas === 0) return null
    const arquivos = [
      await monthlyFiles.write('parquet', parquet.finish()),
      await monthlyFiles.write('csv.gz', gzipped),
    ]
    return { mes, feitoEm: agora, vendas, completo, arquivos }

    async function ofStation({ estabelecimento: { cnpj }, ultimaVenda }: Posto): Promise<VendaJulgada[]> {
      const read = await sales.ofStation(cnpj, ...around)
      if (sales.mayLack(cnpj, first, last)) completo = false
      // Sales just logged by another collection are in no commit yet.
      const known = read.filter(({ dataVenda }) => dataVenda <= ultimaVenda)
      return [...groupBy(known, ({ combustivel }) => combustivel)]
        .toSorted(([a], [b]) => compareTexts(a, b))
        .flatMap(([, ofFuel]) => judgeSales(ofFuel, judge))
        .filter(({ venda }) => time.dayOf(venda.dataVenda) >= first && time.dayOf(venda.dataVenda) <= last)
    }
  }
}

/** Months in which the commit knows of sales, newest first. */
function monthsOf({ estado: { postos } }: Commit, hoje: time.Dia): string[] {
  const known = postos.flatMap(({ primeiraVenda, ultimaVenda }) => [primeiraVenda, ultimaVenda]).toSorted()
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return []
  const newest = time.earlier(time.monthOf(last), time.monthOf(hoje))
  return time.monthsBetween(time.monthOf(first), newest).toReversed()
}

function isOver(mes: string, hoje: time.Dia): boolean {
  // From the eleventh on nothing of the month before is to come.
  return hoje > time.addDays(lastDayOf(mes), WINDOW_DAYS)
}

function knownStations({ estado: { postos }, cadastro }: Commit): KnownStation[] {
  const stations = inSteps(() => placeStations(postos, cadastro)).finish()
  const placed = new Map(stations.map(({ posto }) => [posto.cnpj, posto]))
  return postos.flatMap(({ estabelecimento: { cnpj }, primeiraVenda, ultimaVenda }) => {
    const estabelecimento = placed.get(cnpj)
    return estabelecimento ? [{ estabelecimento, primeiraVenda, ultimaVenda }] : []
  })
}

function lastDayOf(mes: string): time.Dia {
  return time.addDays(`${time.monthAfter(mes)}-01`, -1)
}
