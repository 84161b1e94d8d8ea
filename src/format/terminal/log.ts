import { toLogLine } from '../../domain/basics/text.ts'
import { type Clock, instante } from '../../domain/basics/time.ts'

/** Writes one line of the log: JSON, one object, nothing unprintable. */
export type Log = (evento: string, campos: Readonly<Record<string, unknown>>) => void

/** Room for a whole address, or the stack of a bug. */
const LONGEST_TEXT = 2000

export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

export function createLog(write: (line: string) => void, clock: Clock): Log {
  return (evento, campos) =>
    write(`${toLogLine({ evento, em: instante(clock()), ...campos }, LONGEST_TEXT)}\n`)
}
