import { gzipSync } from 'node:zlib'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { VendaJulgada } from '../../domain/trust/judging-past.ts'
import { DAY, dayOf, toMs } from '../../domain/basics/time.ts'

/**
 * A reader skips row groups by their smallest and largest CNPJ: small groups mean less to fetch for a station, and longer
 * metadata. A month has some 25 groups of about 100 kB.
 */
const ROWS_PER_GROUP = 10_000

type Column = Parameters<ParquetWriter['write']>[0]['columnData'][number]['data']
type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const

/** Prices as DOUBLE: as exact as the log, and read alike by every reader. */
const COLUMNS: readonly [element: SchemaElement, values: (rows: readonly VendaJulgada[]) => Column][] = [
  [required('cnpj', TEXT), (rows) => rows.map(({ venda }) => venda.cnpj)],
  [required('combustivel', TEXT), (rows) => rows.map(({ venda }) => venda.combustivel)],
  [required('codigo', TEXT), (rows) => rows.map(({ venda }) => venda.codigo)],
  [
    required('dataVenda', {
      type: 'INT64',
      converted_type: 'TIMESTAMP_MILLIS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
    }),
    (rows) => rows.map(({ venda }) => new Date(toMs(venda.dataVenda))),
  ],
  [
    required('dia', { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } }),
    (rows) => rows.map(({ venda }) => Date.parse(dayOf(venda.dataVenda)) / DAY),
  ],
  [required('valorDeclarado', { type: 'DOUBLE' }), (rows) => rows.map(({ venda }) => venda.valorDeclarado)],
  [required('valorVenda', { type: 'DOUBLE' }), (rows) => rows.map(({ venda }) => venda.valorVenda)],
  [
    { name: 'suspeito', ...TEXT, repetition_type: 'OPTIONAL' },
    (rows) => rows.map(({ suspeito }) => suspeito?.motivo ?? null),
  ],
]

/** One month's sales as Parquet, written station by station. */
export function createSalesParquet(createdBy: string) {
  const writer = new ByteWriter()
  const parquet = new ParquetWriter({
    writer,
    schema: [{ name: 'vendas', num_children: COLUMNS.length }, ...COLUMNS.map(([element]) => element)],
    codec: 'GZIP',
    compressors: { GZIP: (bytes) => gzipSync(bytes) },
    // The default truncates the names of fuels.
    statisticsTruncateLength: Infinity,
    createdBy,
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
    const columnData = COLUMNS.map(([{ name }, values]) => ({ name, data: values(group) }))
    // A writer into memory is synchronous.
    void parquet.write({ columnData, rowGroupSize: group.length })
    group = []
  }
}

function required(name: string, type: Omit<SchemaElement, 'name'>): SchemaElement {
  return { name, ...type, repetition_type: 'REQUIRED' }
}
