import stringWidth from 'string-width'

export interface Column<R> {
  title: string
  text(row: R): string
  align?: 'right'
  /** Width down to which long texts may be shortened; without it the column keeps its width. */
  min?: number
  /** Left out when the table still does not fit. */
  optional?: boolean
  paint?(text: string, row: R): string
}

export interface TableOptions {
  width: number
  paintTitle?(text: string): string
}

const GAP = '  '

/** Rows under titles within `width` terminal cells; a column without any text is left out. Ends without a newline. */
export function renderTable<R>(
  columns: readonly Column<R>[],
  rows: readonly R[],
  { width, paintTitle = (text) => text }: TableOptions,
): string {
  const fitted = fit(
    columns.map((column) => measure(column, rows)),
    width,
  )
  const titles = fitted.map(({ column, width }) => paintTitle(pad(column.title, width, column.align)))
  const lines = rows.map((row, i) =>
    fitted
      .map(({ column, cells, width }) => {
        const text = pad(cells[i] ?? '', width, column.align)
        return column.paint ? column.paint(text, row) : text
      })
      .join(GAP)
      .trimEnd(),
  )
  return [titles.join(GAP).trimEnd(), ...lines].join('\n')
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

interface Measured<R> {
  column: Column<R>
  cells: string[]
  width: number
  min: number
}

function measure<R>(column: Column<R>, rows: readonly R[]): Measured<R> {
  const cells = rows.map((row) => printable(column.text(row)))
  const longest = Math.max(0, ...cells.map(cellsOf))
  const width = longest === 0 ? 0 : Math.max(longest, cellsOf(column.title))
  return { column, cells, width, min: Math.min(width, Math.max(column.min ?? width, cellsOf(column.title))) }
}

/** Takes cells from the widest column that can give one, then whole optional columns from the right. */
function fit<R>(measured: readonly Measured<R>[], available: number): Measured<R>[] {
  const shown = measured.filter(({ width }) => width > 0)
  const total = (of: (m: Measured<R>) => number) =>
    shown.reduce((sum, m) => sum + of(m), GAP.length * (shown.length - 1))
  while (total((m) => m.min) > available) {
    const last = shown.findLastIndex(({ column }) => column.optional)
    if (last === -1) break
    shown.splice(last, 1)
  }
  for (let excess = total((m) => m.width) - available; excess > 0; excess -= 1) {
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

/** A server asked with --api may send anything: nothing of it moves the cursor or turns the line around. */
function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
}
