import { money } from '../../format/words/formatting.ts'

/** A price in a table; a dash where nobody knows. */
export function figure(value: number | null | undefined): string {
  return typeof value === 'number' ? money(value) : '–'
}
