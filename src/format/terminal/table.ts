import stringWidth from 'string-width'
import { printable } from '../../domain/basics/text.ts'

export type Tone = 'strong' | 'faint' | 'cheap' | 'dear' | 'doubtful'

export interface Column<R> {
  title: string
  text(row: R): string
  align?: 'right'
  /** Width down to which long texts may be shortened; without it the column keeps its width. */
  min?: number
  /** Omitted when the table still does not fit. */
  optional?: boolean
  /** Goes to a second line under each row where one line would have to shorten something; a text is written before it there. */
  below?: boolean | string
  tone?(row: R): Tone | undefined
}

export interface Table<R = unknown> {
  columns: readonly Column<R>[]
  rows: readonly R[]
  /** A line of its own under each row, however long. With it, columns of the second line are always there. */
  footnote?(row: R): string
}

const GAP = '  '

/** Rows under titles within `width` terminal cells; a column without any text is omitted. Ends without a newline. */
export function renderTable<R>(
  { columns, rows, footnote }: Table<R>,
  width: number,
  paint: (text: string, tone: Tone | undefined) => string = (text) => text,
): string {
  const measured = columns.map((column) => measure(column, rows)).filter((m) => m.width > 0)
  const hasBelow = measured.some(({ column }) => column.below)
  const isSplit =
    hasBelow && (footnote !== undefined || totalOf(measured.filter(({ column }) => !column.optional)) > width)
  // Columns that can go to the second line are not worth shortening the first.
  const isCrowded = totalOf(measured) > width
  const inLine = measured.filter(
    ({ column }) => !column.below || (!isSplit && !(isCrowded && column.optional)),
  )
  const fitted = fit(inLine, width)
  const titles = fitted.map(({ column, width }) => paint(pad(column.title, width, column.align), 'faint'))
  const below = isSplit ? measured.filter(({ column }) => column.below) : []
  const indent = indentOf(fitted)
  const lines = rows.flatMap((row, i) => {
    const line = fitted
      .map(({ column, cells, width }) => {
        const text = pad(cells[i] ?? '', width, column.align)
        return paint(text, column.tone?.(row))
      })
      .join(GAP)
      .trimEnd()
    const under = below.flatMap(({ column, cells }) =>
      cells[i] ? `${typeof column.below === 'string' ? column.below : ''}${cells[i]}` : [],
    )
    const words = under.join(', ')
    const more = [words && paint(shorten(words, width - indent.length), 'faint'), footnote?.(row)]
    return [line, ...more.flatMap((text) => (text ? indent + text : []))]
  })
  return [titles.join(GAP).trimEnd(), ...lines].join('\n')
}

/** Indent of an entry's second line, which explains the first column that may be shortened: that column's indent. */
function indentOf<R>(fitted: readonly Measured<R>[]): string {
  const at = fitted.findIndex(({ column }) => column.min !== undefined)
  return ' '.repeat(fitted.slice(0, Math.max(0, at)).reduce((sum, { width }) => sum + width + GAP.length, 0))
}

function totalOf<R>(measured: readonly Measured<R>[], size: 'width' | 'min' = 'width'): number {
  return measured.reduce((sum, column) => sum + column[size], GAP.length * (measured.length - 1))
}

/** Terminal cells of a text: wide characters take two, combining marks none. */
export function cellsOf(text: string): number {
  return /^[\x20-\x7e]*$/.test(text) ? text.length : stringWidth(text)
}

/** Cut to `width` cells, the last one an ellipsis. */
export function shorten(text: string, width: number): string {
  if (cellsOf(text) <= width) return text
  let kept = ''
  let used = 1
  for (const character of text) {
    used += cellsOf(character)
    if (used > width) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}

/** A sentence in lines of at most `width` cells, broken between words. */
export function wrapped(sentence: string, width: number): string[] {
  const lines: string[] = []
  for (const word of sentence.split(' ').filter(Boolean)) {
    const line = lines.at(-1)
    if (line !== undefined && cellsOf(line) + 1 + cellsOf(word) <= width)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

type Measured<R> = ReturnType<typeof measure<R>>

function measure<R>(column: Column<R>, rows: readonly R[]) {
  // A server asked with --api may send anything.
  const cells = rows.map((row) => printable(column.text(row)))
  const longest = Math.max(0, ...cells.map(cellsOf))
  const width = longest === 0 ? 0 : Math.max(longest, cellsOf(column.title))
  return { column, cells, width, min: Math.min(width, Math.max(column.min ?? width, cellsOf(column.title))) }
}

/** Takes cells from the widest column that can give one, then whole optional columns from the right. */
function fit<R>(measured: readonly Measured<R>[], available: number): Measured<R>[] {
  const shown = [...measured]
  while (totalOf(shown, 'min') > available) {
    const last = shown.findLastIndex(({ column }) => column.optional)
    if (last === -1) break
    shown.splice(last, 1)
  }
  for (let excess = totalOf(shown) - available; excess > 0; excess -= 1) {
    const widest = shown.filter((m) => m.width > m.min).toSorted((a, b) => b.width - a.width)[0]
    if (!widest) break
    widest.width -= 1
  }
  return shown
}

function pad(text: string, width: number, align?: 'right'): string {
  const short = shorten(text, width)
  const space = ' '.repeat(Math.max(0, width - cellsOf(short)))
  return align === 'right' ? space + short : short + space
}
