import { changesIn } from './changes.ts'
import type { Data } from './downloads.ts'
import type { Ledger } from './ledger.ts'
import { type Place, entryAt, marketAt, townNamed } from './pages.ts'
import { reais } from './numbers.ts'
import { figuresAt } from './rules-past.ts'
import { factsFor } from './rules-prices.ts'

interface Table {
  colunas?: string[]
  linhas?: unknown[][]
  maisBaratosProvaveis?: Table
  series?: Record<string, Table>
}

type Row = Record<string, unknown>

/** The tables that tools give beside their text: prices of stations, summaries of towns, days of a place, runs of a station. */
export function checkRows(
  data: Data,
  ledger: Ledger,
  { args, place, cnpj }: { args: Record<string, unknown>; place: Place; cnpj: string | null },
  text: string,
): void {
  const table = JSON.parse(text) as Table
  const fuel = typeof args['combustivel'] === 'string' ? args['combustivel'] : 'gasolina-comum'
  for (const row of rowsOf(table)) {
    if ('para' in row) checkChange(data, ledger, row)
    else if ('preco' in row) checkPrice(data, ledger, fuel, row)
    else if ('municipio' in row && 'mediana' in row) checkTown(data, ledger, fuel, row)
  }
  for (const row of rowsOf(table.maisBaratosProvaveis ?? {}))
    checkPrice(data, ledger, String(row['combustivel']), row)
  for (const [slug, series] of Object.entries(table.series ?? {})) {
    if (!cnpj) for (const row of rowsOf(series)) checkDay(data, ledger, slug, place, row)
  }
}

function rowsOf({ colunas = [], linhas = [] }: Table): Row[] {
  return linhas.map((cells) => Object.fromEntries(colunas.map((name, i) => [name, cells[i]])))
}

function checkChange(data: Data, ledger: Ledger, row: Row): void {
  const { cnpj, combustivel, em } = row
  const at = (station: { cnpj: string }) => station.cnpj === cnpj
  const change = changesIn(data, at, String(em).slice(0, 10)).find(
    ({ fuel, at, before, settled, after }) =>
      fuel === combustivel &&
      at.startsWith(String(em)) &&
      reais(settled ?? before) === row['de'] &&
      (settled !== undefined) === row['confirmada'] &&
      reais(after) === row['para'],
  )
  ledger.same(`${cnpj} ${combustivel} changed at ${em}`, row['vendas'], change?.sales)
}

function checkPrice(data: Data, ledger: Ledger, fuel: string, row: Row): void {
  const entry = entryAt(data, fuel, String(row['cnpj']))
  const same = (field: string, computed: unknown) =>
    ledger.same(`${row['cnpj']} ${fuel} ${field}`, row[field] ?? null, computed)
  if (!entry) return ledger.same(`${row['cnpj']} ${fuel} known`, true, false)
  const facts = factsFor(data, entry)
  same('preco', reais(entry.price))
  same('nestePreco', facts?.atPrice ?? null)
  ledger.same(
    `${row['cnpj']} ${fuel} venda`,
    row['venda'],
    saleLike(String(row['venda']), entry.at, Date.parse(data.collectedAt)),
  )
  const { doubt } = entry
  const usual = doubt && `R$ ${doubt.usual.toFixed(3).replace(/0$/, '').replace('.', ',')}`
  same(
    'duvida',
    doubt && `só ${facts?.atPrice} ${facts?.atPrice === 1 ? 'venda' : 'vendas'}; o usual é ${usual}`,
  )
  ledger.sentence()
}

function checkTown(data: Data, ledger: Ledger, fuel: string, row: Row): void {
  const place = townNamed(data, String(row['municipio']))
  if (!place) return ledger.same(`town ${row['municipio']}`, true, false)
  const { entries, lowest, likeliest, median, highest } = marketAt(data, fuel, place.here)
  const same = (field: string, computed: unknown) =>
    ledger.same(`${row['municipio']} ${field}`, row[field] ?? null, computed)
  same('postos', entries.length)
  if (!lowest || median === null || highest === null) return
  same('minimo', reais(lowest.price))
  same('mediana', reais(median))
  same('maximo', reais(highest))
  same('provavel', likeliest && reais(likeliest.likely))
  const station = entryAt(data, fuel, String(row['cnpjDoProvavel']))
  ledger.same(`${row['municipio']} posto`, station?.likely, likeliest?.likely)
  same('nestePreco', (station && factsFor(data, station)?.atPrice) ?? null)
  ledger.sentence()
}

function checkDay(data: Data, ledger: Ledger, fuel: string, place: Place, row: Row): void {
  const figures = figuresAt(data, fuel, place, String(row['periodo']))
  for (const field of ['minimo', 'mediana', 'maximo'] as const)
    ledger.same(
      `${fuel} ${row['periodo']} ${field}`,
      row[field],
      figures[field] === null ? null : reais(figures[field]),
    )
  ledger.same(`${fuel} ${row['periodo']} postos`, row['postos'], figures.postos)
}

/** An age in the unit of the one told: `há 4 h`, `há 59 min`, `há 6 dias`. */
export function ageLike(told: string, milliseconds: number): string {
  const minutes = { min: 1, h: 60, dia: 1440, dias: 1440 }[/[a-z]+$/.exec(told)?.[0] ?? ''] ?? 1
  return told.replace(/\d+/, String(Math.round(milliseconds / (minutes * 60_000))))
}

/** An age, or the time in Maceió: `15/04 10:26`. */
function saleLike(shown: string, at: number, collectedAt: number): string {
  if (!/\d\d:\d\d$/.test(shown)) return ageLike(shown, collectedAt - at)
  const local = new Date(at - 3 * 3_600_000).toISOString()
  return `${local.slice(8, 10)}/${local.slice(5, 7)} ${local.slice(11, 16)}`
}
