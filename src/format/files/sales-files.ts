import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { createGzip, gzipSync } from 'node:zlib'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { VendaJulgada } from '../../domain/trust/judging-past.ts'
import { DAY, dayOf, toMs } from '../../domain/basics/time.ts'
import { VERSION } from '../../domain/basics/version.ts'
import { csvPieces } from './csv.ts'
import { sheetOf } from './sheet.ts'

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]
type Type = Omit<SchemaElement, 'name'>
type Cell = string | number | null

const TEXT: Type = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } }
const INSTANT: Type = {
  type: 'INT64',
  converted_type: 'TIMESTAMP_MILLIS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
}
const DATE: Type = { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } }
/** Prices: as exact as the log, and read alike by every reader. */
const DOUBLE: Type = { type: 'DOUBLE' }

/** Columns of both files. `dia` is that of the sale, in Maceió. */
const COLUMNS: readonly (readonly [name: string, type: Type, cell: (row: VendaJulgada) => Cell])[] = [
  ['cnpj', TEXT, ({ venda }) => venda.cnpj],
  ['combustivel', TEXT, ({ venda }) => venda.combustivel],
  ['codigo', TEXT, ({ venda }) => venda.codigo],
  ['dataVenda', INSTANT, ({ venda }) => venda.dataVenda],
  ['dia', DATE, ({ venda }) => dayOf(venda.dataVenda)],
  ['valorDeclarado', DOUBLE, ({ venda }) => venda.valorDeclarado],
  ['valorVenda', DOUBLE, ({ venda }) => venda.valorVenda],
  ['suspeito', { ...TEXT, repetition_type: 'OPTIONAL' }, ({ suspeito }) => suspeito?.motivo ?? null],
]

const OF_SHEET = Object.fromEntries(COLUMNS.map(([name, , cell]) => [name, cell]))

/** Rows compressed together: each write is a turn of zlib's threads, and most stations have a handful of sales. */
const ROWS_PER_WRITE = 1000

/** One month's sales as gzipped CSV, written station by station. */
export function createSalesCsv() {
  const gzip = createGzip()
  const written = buffer(gzip)
  const [header = ''] = toCsv([])
  gzip.write(header)
  let waiting: VendaJulgada[] = []

  return {
    async add(rows: readonly VendaJulgada[]): Promise<void> {
      for (const row of rows) waiting.push(row)
      if (waiting.length >= ROWS_PER_WRITE) await write()
    },
    async finish(): Promise<Uint8Array> {
      await write()
      gzip.end()
      return written
    },
  }

  async function write(): Promise<void> {
    const [, ...lines] = toCsv(waiting)
    waiting = []
    if (!gzip.write(lines.join(''))) await once(gzip, 'drain')
  }
}

function toCsv(rows: readonly VendaJulgada[]): Iterable<string> {
  return csvPieces(sheetOf('vendas', rows, OF_SHEET))
}

/** Readers skip row groups by their smallest and largest CNPJ: with small ones they fetch less. A month has some 25 of about 100 kB. */
const ROWS_PER_GROUP = 10_000

const SCHEMA: SchemaElement[] = [
  { name: 'vendas', num_children: COLUMNS.length },
  ...COLUMNS.map(([name, type]) => Object.assign({ name, repetition_type: 'REQUIRED' as const }, type)),
]

/** One month's sales as Parquet, written station by station. */
export function createSalesParquet() {
  const writer = new ByteWriter()
  const parquet = new ParquetWriter({
    writer,
    schema: SCHEMA,
    codec: 'GZIP',
    compressors: { GZIP: (bytes) => gzipSync(bytes) },
    // The default truncates the names of fuels.
    statisticsTruncateLength: Infinity,
    createdBy: `gasolina ${VERSION}`,
  })
  let group: VendaJulgada[] = []

  return {
    /** All of a station at once; stations in the order of their CNPJ. */
    add(rows: readonly VendaJulgada[]): void {
      for (const row of rows) group.push(row)
      if (group.length >= ROWS_PER_GROUP) writeGroup()
    },
    finish(): Uint8Array {
      if (group.length > 0) writeGroup()
      void parquet.finish()
      return writer.getBytes()
    },
  }

  function writeGroup(): void {
    const columnData = COLUMNS.map(([name, type, cell]) => ({
      name,
      data: group.map((row) => inParquet(cell(row), type)),
    }))
    // A writer into memory is synchronous.
    void parquet.write({ columnData, rowGroupSize: group.length })
    group = []
  }
}

function inParquet(cell: Cell, type: Type): Cell | Date {
  if (type === INSTANT) return new Date(toMs(String(cell)))
  return type === DATE ? Date.parse(String(cell)) / DAY : cell
}
