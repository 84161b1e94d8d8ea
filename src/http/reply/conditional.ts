/**
 * Whether the client's date is no older than the answer. A date that has not come is no date: whoever got one from a clock that
 * was ahead would be told "unchanged" until then.
 *
 * @param modified when the answer became what it is, in milliseconds
 */
export function isSince(ifModifiedSince: string | null | undefined, modified: number, now: number): boolean {
  const since = ifModifiedSince ? Date.parse(ifModifiedSince) : Number.NaN
  return modified <= since && since <= now
}

/** Whether the client holds an answer of that tag, or says that any would do. */
export function holdsTag(ifNoneMatch: string, tag: string): boolean {
  return ifNoneMatch.trim() === '*' || ifNoneMatch.includes(tag)
}
