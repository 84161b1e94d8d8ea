import { CNPJ, type Venda } from '../../domain/facts/sale-record.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { groupBy, slices } from '../../domain/basics/lists.ts'
import { compareTexts } from '../../domain/basics/text.ts'
import { type KeyParts, partsOfKey, storeKey } from '../bytes/keys.ts'
import { checkedJson, sha256Of, withChecksum } from '../bytes/checked-json.ts'
import type { CheckedFiles } from '../engines/checked-files.ts'
import { readOrDamaged } from '../engines/source-storage.ts'

type MonthRow = [
  combustivel: Slug,
  codigo: string,
  dataVenda: string,
  declarado: number,
  venda: number,
  correcao?: readonly [em: string, ...pricesReplaced: number[]] | undefined,
]
/** A sale in the log: compact, since a year holds millions. */
export type LogRow = [cnpj: string, ...sale: MonthRow]

const INSTANTE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-03:00$/

/** Only sales with a canonical time and CNPJ enter the log: both are used in file names and comparisons. */
export function toRow(v: Venda): LogRow {
  if (!CNPJ.test(v.cnpj) || !INSTANTE.test(v.dataVenda))
    throw new Error(`not a sale: ${JSON.stringify(v).slice(0, 200)}`)
  return [v.cnpj, ...toMonthRow(v)]
}

function toMonthRow({
  combustivel,
  codigo,
  dataVenda,
  valorDeclarado,
  valorVenda,
  correcao,
}: Venda): MonthRow {
  const row: MonthRow = [combustivel, codigo, dataVenda, valorDeclarado, valorVenda]
  if (correcao) row.push([correcao.em, ...correcao.de.flat()])
  return row
}

export function toSale([cnpj, combustivel, codigo, dataVenda, declarado, venda, correcao]: LogRow): Venda {
  const sale = { cnpj, combustivel, codigo, dataVenda, valorDeclarado: declarado, valorVenda: venda }
  if (!correcao) return sale
  const [em, ...prices] = correcao
  const de = Array.from(slices(prices, 2), ([first = NaN, second = NaN]) => [first, second] as const)
  return { ...sale, correcao: { em, de } }
}

/** Total order of rows: by time, then by all other fields; a sale that came back is two rows until it is read. */
function compareRows(a: Venda, b: Venda): number {
  return (
    compareTexts(a.dataVenda, b.dataVenda) ||
    compareTexts(a.cnpj, b.cnpj) ||
    compareTexts(a.combustivel, b.combustivel) ||
    compareTexts(a.codigo, b.codigo) ||
    a.valorDeclarado - b.valorDeclarado ||
    a.valorVenda - b.valorVenda ||
    compareTexts(a.correcao?.em ?? '', b.correcao?.em ?? '')
  )
}

/** Rows of several lists in order, each once. */
export function union(...lists: readonly Venda[][]): Venda[] {
  const all = lists.flat().toSorted(compareRows)
  return all.filter((sale, at) => {
    const before = all[at - 1]
    return !before || compareRows(before, sale) !== 0
  })
}

/** Without the sales that later ones of their product and second replaced; in the same order. */
export function corrected(sales: Venda[]): Venda[] {
  const corrections = new Set(sales.flatMap((sale) => (sale.correcao ? [momentOf(sale)] : [])))
  if (corrections.size === 0) return sales
  const moments = groupBy(sales, momentOf)
  const left = new Set([...corrections].flatMap((moment) => leftOf(moments.get(moment) ?? [])))
  return sales.filter((sale) => left.has(sale) || !corrections.has(momentOf(sale)))
}

/** The sales of one product and second that no later one replaced; one that came back is there once. */
function leftOf(sales: readonly Venda[]): Venda[] {
  const byTime = sales.toSorted((a, b) => compareTexts(a.correcao?.em ?? '', b.correcao?.em ?? ''))
  const left = new Map<string, Venda>()
  for (const sale of byTime) {
    for (const prices of sale.correcao?.de ?? []) left.delete(prices.join())
    left.set([sale.valorDeclarado, sale.valorVenda].join(), sale)
  }
  return [...left.values()]
}

function momentOf({ cnpj, combustivel, codigo, dataVenda }: Venda): string {
  return `${cnpj}|${combustivel}|${codigo}|${dataVenda}`
}

/** In the key of a file of a closed month and again inside it, to detect swapped files. */
type StationMonth = KeyParts<'stationMonth'>

/** A closed month of one station: line 1 is the sha256 of the rest, a JSON object with one sale a line. */
function formatMonth({ cnpj, mes }: StationMonth, sales: readonly Venda[]): Buffer {
  const rows = sales.map((sale) => JSON.stringify(toMonthRow(sale)))
  return withChecksum(`{"formato":1,"cnpj":"${cnpj}","mes":"${mes}","vendas":[\n${rows.join(',\n')}\n]}\n`)
}

/** The sales of `formatMonth`, or null when the bytes are not whole, of another format, station or month. */
export function parseMonth(bytes: Buffer, expected: StationMonth): Venda[] | null {
  const { formato, cnpj, mes, vendas } = (checkedJson(bytes) ?? {}) as StationMonth & {
    formato: number
    vendas: MonthRow[]
  }
  if (formato !== 1 || cnpj !== expected.cnpj || mes !== expected.mes) return null
  return vendas.map((row) => toSale([cnpj, ...row]))
}

export type MonthFiles = ReturnType<typeof createMonthFiles>

export function createMonthFiles(files: CheckedFiles) {
  return {
    /** Empty when there is no file; a damaged file is noted and counts as none. */
    async read(mes: string, cnpj: string): Promise<Venda[]> {
      const of = { cnpj, mes }
      return (await files.read(storeKey('stationMonth', of), (bytes) => parseMonth(bytes, of))) ?? []
    },
    async stations(month: string): Promise<string[]> {
      const keys = await files.getKeys(`historico:${month}`)
      return keys.flatMap((key) => partsOfKey('stationMonth', key)?.cnpj ?? [])
    },
    async write(mes: string, cnpj: string, sales: readonly Venda[]): Promise<void> {
      const key = storeKey('stationMonth', { cnpj, mes })
      const before = await readOrDamaged(files, key)
      // A damaged file is set aside, not overwritten: it may be repaired by hand.
      if (before && !parseMonth(before, { cnpj, mes })) {
        const inicio = sha256Of(before).slice(0, 16)
        await files.setItemRaw(storeKey('setAside', { cnpj, mes, inicio }), before)
      }
      await files.write(key, formatMonth({ cnpj, mes }, sales))
    },
  }
}
