/** null is an empty cell. */
export type Celula = string | number | boolean | null | undefined

export type Columns<Row> = Readonly<Record<string, (row: Row) => Celula>>

/** An answer as one table of named columns, for forms without lists in lists. `nome` is the name of its file, without ending. */
export interface Sheet {
  nome: string
  columns: readonly string[]
  rows: readonly (readonly Celula[])[]
}

/** A row for each record. */
export function sheetOf<Row>(nome: string, records: readonly Row[], columns: Columns<Row>): Sheet {
  return { nome, columns: Object.keys(columns), rows: rowsOf(records, columns) }
}

/** `first` are cells that all rows begin with. */
export function rowsOf<Row>(
  records: readonly Row[],
  columns: Columns<Row>,
  first: readonly Celula[] = [],
): Celula[][] {
  const cells = Object.values(columns)
  return records.map((record) => [...first, ...cells.map((cell) => cell(record))])
}
