/**
 * A published state, as whoever follows changes names it: the number of its commit, and of its checksum the first twelve
 * digits, as a number may be used again.
 */
export type Cursor = string

/** Before all states: since then everything that is known is new. */
export const BEGINNING = 'inicio'

export const CURSOR = /^(\d{1,12})-[0-9a-f]{12}$/

export function cursorOf(seq: number, sha256: string): Cursor {
  return `${seq}-${sha256.slice(0, 12)}`
}

/** The number in a cursor. */
export function seqOfCursor(cursor: Cursor): number {
  return Number(CURSOR.exec(cursor)?.[1] ?? NaN)
}
