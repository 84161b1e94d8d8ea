import { gzipSync } from 'node:zlib'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { VendaJulgada } from '../../domain/trust/judging-past.ts'
import { DAY, dayOf, toMs } from '../../domain/basics/time.ts'
import { VERSION } from '../../domain/basics/version.ts'

/**
 * A reader skips row groups by their smallest and largest CNPJ: small groups mean less to fetch for a station, and longer
 * metadata. A month has some 25 groups of about 100 kB.
 */
const ROWS_PER_GROUP = 10_000

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]
type Type = Omit<SchemaElement, 'name'>

const TEXT: Type = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } }
const INSTANT: Type = {
  type: 'INT64',
  converted_type: 'TIMESTAMP_MILLIS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
}
const DATE: Type = { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } }
/** Prices: as exact as the log, and read alike by every reader. */
const DOUBLE: Type = { type: 'DOUBLE' }

const COLUMNS: readonly (readonly [name: string, type: Type, valueOf: (row: VendaJulgada) => unknown])[] = [
  ['cnpj', TEXT, ({ venda }) => venda.cnpj],
  ['combustivel', TEXT, ({ venda }) => venda.combustivel],
  ['codigo', TEXT, ({ venda }) => venda.codigo],
  ['dataVenda', INSTANT, ({ venda }) => new Date(toMs(venda.dataVenda))],
  ['dia', DATE, ({ venda }) => Date.parse(dayOf(venda.dataVenda)) / DAY],
  ['valorDeclarado', DOUBLE, ({ venda }) => venda.valorDeclarado],
  ['valorVenda', DOUBLE, ({ venda }) => venda.valorVenda],
  ['suspeito', { ...TEXT, repetition_type: 'OPTIONAL' }, ({ suspeito }) => suspeito?.motivo ?? null],
]

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
    const columnData = COLUMNS.map(([name, , valueOf]) => ({ name, data: group.map(valueOf) }))
    // A writer into memory is synchronous.
    void parquet.write({ columnData, rowGroupSize: group.length })
    group = []
  }
}
