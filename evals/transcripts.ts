/** The files of what was asked and answered: one a recording, a line an event. */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Which of a result's two views the model was shown: hosts differ. */
export type View = 'texto' | 'estrutura'

export interface Head {
  tipo: 'cabecalho'
  quem: string
  vista: View
  /** Of what a model is told before the first question. */
  definicoes: string
  dados: string
}

export interface CallLine {
  tipo: 'chamada'
  pergunta: string
  ferramenta: string
  argumentos: Record<string, unknown>
  mostrado: string
  /** Of the whole result, both views. */
  resultado: string
}

export type Line = Head | CallLine | { tipo: 'resposta'; pergunta: string; texto: string }

const FOLDER = fileURLToPath(new URL('transcricoes', import.meta.url))
const EXTENSION = '.jsonl'
/** More of one day than anybody records. */
const MOST = 99

/** `<who>/<day>-<view>-<n>`, all of them, in the order of their names. */
export function recordings(): string[] {
  try {
    return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(EXTENSION))
      .map((file) => file.slice(0, -EXTENSION.length))
      .toSorted()
  } catch {
    return []
  }
}

/** Begins a file with number `n`, or the first that is free that day: two at once get one each. undefined where all are taken. */
export function begin(head: Head, day: string, n?: number): string | undefined {
  const numbers = n === undefined ? Array.from({ length: MOST }, (_, i) => i + 1) : [n]
  return numbers
    .map((number) => `${head.quem}/${day}-${head.vista}-${number}`)
    .find((name) => isMade(fileOf(name), `${JSON.stringify(head)}\n`))
}

function isMade(file: string, text: string): boolean {
  mkdirSync(dirname(file), { recursive: true })
  try {
    writeFileSync(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

export function append(recording: string, line: Line): void {
  // One write of one line: what others append at the same time stands before or after it.
  appendFileSync(fileOf(recording), `${JSON.stringify(line)}\n`)
}

export function read(recording: string): { head: Head; lines: Line[] } {
  const [head, ...lines] = readFileSync(fileOf(recording), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
  if (head?.tipo !== 'cabecalho') throw new Error(`${recording} has no head`)
  return { head, lines }
}

function fileOf(recording: string): string {
  return join(FOLDER, `${recording}${EXTENSION}`)
}
