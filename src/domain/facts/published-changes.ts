/** Cursor of a published state: the commit's number and, since that may be reused, the first twelve digits of its checksum. */
export type Cursor = string

/** Cursor before every state: everything known counts as new. */
export const BEGINNING = 'inicio'

export const CURSOR = /^(\d{1,12})-[0-9a-f]{12}$/

export function cursorOf(seq: number, sha256: string): Cursor {
  return `${seq}-${sha256.slice(0, 12)}`
}

export const tiposDeMudanca = ['novo', 'subiu', 'desceu', 'saiu', 'suspeita', 'confirmada', 'trocou'] as const
