export type Celula = string | number | boolean | null | undefined

export type Columns<Row> = Readonly<Record<string, (row: Row) => Celula>>

/** An answer as one table of named columns, for forms without lists in lists. `nome` is the name of its file, without ending. */
export interface Sheet {
  nome: string
  columns: readonly string[]
  rows: Iterable<readonly Celula[]>
}

/** A row for each record, made when it is read: a file of 42,000 stations is written in turns of the event loop. */
export function sheetOf<Row>(nome: string, records: Iterable<Row>, columns: Columns<Row>): Sheet {
  const cells = Object.values(columns)
  return {
    nome,
    columns: Object.keys(columns),
    rows: {
      *[Symbol.iterator]() {
        for (const record of records) yield cells.map((cell) => cell(record))
      },
    },
  }
}

/** Columns named as the members of the record that they show. */
export function members<N extends string>(...names: readonly N[]): Columns<Partial<Record<N, Celula>>> {
  return Object.fromEntries(names.map((name) => [name, (record: Partial<Record<N, Celula>>) => record[name]]))
}

/** Columns of a part of each record. */
export function ofPart<Row, Part>(partOf: (row: Row) => Part, columns: Columns<Part>): Columns<Row> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, cell]) => [name, (row: Row) => cell(partOf(row))]),
  )
}

export type FormatoDeArquivo = 'json' | 'csv'

/** A download, byte for byte as HTTP serves it. */
export interface Arquivo {
  /** `gasolina-comum.csv`; in the demonstration `demonstracao-gasolina-comum.csv`. */
  nome: string
  tipo: string
  pieces: readonly Uint8Array[]
}

/** Fiction never passes for real, by its file's name either. */
export function fileName(nome: string, { demonstracao }: { demonstracao: boolean }): string {
  return demonstracao ? `demonstracao-${nome}` : nome
}
