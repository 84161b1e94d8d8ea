import { styleText } from 'node:util'
import { type Column, type Table, type Tone, cellsOf, renderTable, wrapped } from './table.ts'

/** A line of text. Line breaks go between words, and only where a terminal would break a word. */
export interface Line {
  /** Strong, before the text. */
  name?: string
  text: string
  tone?: Tone
}

export type Block = string | Line | Table
export type Maybe<T> = T | false | null | undefined | ''

/** A page of the terminal before it is drawn: paragraphs with an empty line between them. */
export interface View {
  title?: string
  lead?: readonly Maybe<string>[]
  body: readonly (readonly Maybe<Block>[])[]
  notes?: readonly Maybe<Block>[]
}

interface Canvas {
  width: number
  /** Width of the terminal; absent where a program reads the output. */
  terminalWidth?: number
  hasColour: boolean
}

export function drawView({ title, lead = [], body, notes = [] }: View, canvas: Canvas): string {
  const head: Maybe<Block>[] = title === undefined ? [] : [{ text: title, tone: 'strong' }, ...lead]
  return [head, ...body, notes]
    .map((paragraph) => paragraph.flatMap((block) => block || []))
    .filter((paragraph) => paragraph.length > 0)
    .map((paragraph) => paragraph.map((block) => drawBlock(block, canvas)).join('\n'))
    .join('\n\n')
}

export function tableOf<R>(
  rows: readonly R[],
  columns: readonly Column<R>[],
  footnote?: (row: R) => string,
): Table {
  return { rows, columns, ...(footnote && { footnote }) } satisfies Table<R>
}

type More<R> = Omit<Column<R>, 'title' | 'text' | 'align'>

export function left<R>(title: string, text: (row: R) => string, more?: More<R>): Column<R> {
  return { title, text, ...more }
}

export function right<R>(title: string, text: (row: R) => string, more?: More<R>): Column<R> {
  return { title, text, align: 'right', ...more }
}

const STYLES = { strong: 'bold', faint: 'dim', cheap: 'green', dear: 'red', doubtful: 'yellow' } as const

function drawBlock(block: Block, canvas: Canvas): string {
  const { width, terminalWidth = Infinity, hasColour } = canvas
  // styleText would look at process.stdout again, which may not be our output.
  const paint = (text: string, tone: Tone | undefined): string =>
    tone && hasColour ? styleText(STYLES[tone], text, { validateStream: false }) : text
  if (typeof block === 'object' && 'rows' in block) return renderTable(block, width, paint)
  const { name = '', text, tone } = typeof block === 'string' ? { text: block } : block
  const whole = name + text
  // Breaks take the place of spaces, so the name keeps its length.
  const lines = cellsOf(whole) > terminalWidth ? wrapped(whole, terminalWidth).join('\n') : whole
  return `${paint(lines.slice(0, name.length), 'strong')}${paint(lines.slice(name.length), tone)}`
}
