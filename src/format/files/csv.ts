import Papa from 'papaparse'
import { slices } from '../../domain/basics/lists.ts'
import type { Valor } from '../../domain/questions/parameters.ts'
import { day, punctuatedCnpj } from '../words/formatting.ts'
import type { Celula, Sheet } from './sheet.ts'

export type Dialeto = Valor<'dialeto'>

export const CSV_TYPE = 'text/csv; charset=utf-8'

/** Rows of one piece of text: a few milliseconds. */
const SLICE = 250

/**
 * CSV in pieces, its last line ended too. `padrao` is RFC 4180 in UTF-8 with a decimal point; `excel` opens in a Brazilian Excel: byte
 * order mark, `;`, decimal comma, its own dates, CNPJ and CEP punctuated; numbers and times are as exact as in `padrao`.
 */
export function* csvPieces({ columns, rows }: Omit<Sheet, 'nome'>, dialeto: Dialeto = 'padrao') {
  const excel = dialeto === 'excel'
  const written = (lines: (readonly string[])[]) =>
    `${Papa.unparse(lines, { delimiter: excel ? ';' : ',', newline: '\r\n' })}\r\n`
  // The header goes in as a row: papaparse's own form of it makes an empty line of a table without rows.
  yield `${excel ? '\uFEFF' : ''}${written([columns])}`
  for (const slice of slices(rows, SLICE))
    yield written(slice.map((row) => row.map((cell, at) => toText(cell, excel ? columns[at] : undefined))))
}

export function sheetCsv(sheet: Omit<Sheet, 'nome'>, dialeto?: Dialeto): string {
  return [...csvPieces(sheet, dialeto)].join('')
}

/** `column` is the name of its column in the `excel` dialect, which punctuates by it. */
function toText(cell: Celula, column: string | undefined): string {
  if (typeof cell === 'string') return neutral(column === undefined ? cell : punctuated(cell, column))
  if (typeof cell !== 'number' || column === undefined) return String(cell ?? '')
  return String(cell).replace('.', ',')
}

/**
 * Where a spreadsheet could begin to read a formula: in a cell, after a line break or after a separator (a program may split at the wrong
 * one, or before it unquotes), with blanks and quotes skipped, full-width signs included.
 */
const FORMULA =
  /(^|[\t\r\n;,|])([\p{Zs}\p{Cf}"']*)(?=[=+\-@\u2212\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20])/gu
const LEADING_CONTROL = /^(?=\p{Cc})/u
/** Most cells have none of the signs: a quicker test. */
const SIGN = /[=+\-@\u2212\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20]/

/** An apostrophe makes a formula text. papaparse's `escapeFormulae` looks at whole cells only, and would change the number -9,66 too. */
function neutral(text: string): string {
  const safe = SIGN.test(text) ? text.replace(FORMULA, "$1$2'") : text
  return safe.replace(LEADING_CONTROL, "'")
}

function punctuated(text: string, column: string): string {
  if (column.startsWith('cnpj')) return punctuatedCnpj(text)
  if (column === 'cep') return text.replace(/^(\d{5})(\d{3})$/, '$1-$2')
  if (INSTANT.test(text)) return `${day(text)} ${text.slice(11, 19)}`.trim()
  return text
}

/** Instants and days, which a Brazilian Excel knows as `21/11/2026 13:17:05` and `21/11/2026`. */
const INSTANT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d|$)/
