/** Bytes from the first to before the second. */
export type ByteRange = readonly [from: number, to: number]

/**
 * What a Range header asks of so many bytes (RFC 9110, 14): undefined for all of them, where it names no bytes or several
 * ranges, which a server may give whole; null for what cannot be given.
 */
export function readRange(header: string | null, bytes: number): ByteRange | null | undefined {
  const ranges = /^bytes *=(.*)$/i.exec(header?.trim() ?? '')?.[1]
  if (ranges === undefined || ranges.includes(',')) return undefined
  const [, first, last] = /^(\d{0,15})-(\d{0,15})$/.exec(ranges.trim()) ?? []
  if (first === undefined || last === undefined || first + last === '') return null
  if (first === '') return lastOf(bytes, Number(last))
  const [from, to] = [Number(first), last === '' ? bytes : Math.min(Number(last) + 1, bytes)]
  return from < to ? [from, to] : null
}

function lastOf(bytes: number, count: number): ByteRange | null {
  return count === 0 || bytes === 0 ? null : [Math.max(0, bytes - count), bytes]
}
