import type { IncomingHttpHeaders } from 'node:http'

/** Request headers that choose among the forms of an answer. */
export interface Conditions {
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
  ifModifiedSince: string | undefined
}

/** `headers`: node's, or an object made from a web request's. */
export function conditionsOf(headers: IncomingHttpHeaders): Conditions {
  return {
    acceptEncoding: headers['accept-encoding']?.toString(),
    ifNoneMatch: headers['if-none-match'],
    ifModifiedSince: headers['if-modified-since'],
  }
}

/** An answer as conditional requests see it. */
export interface Held {
  /** Tags of all forms the client may hold: a tag got before the compressed form was ready still counts. */
  tags: readonly string[]
  /** Tag of the form that would be sent now. */
  current: string
  /** Milliseconds, whole seconds. */
  modified: number
}

/**
 * Tag of the form the client holds already: the answer is 304. Undefined: send it. The date decides only without
 * `if-none-match`, and a future date is ignored: a client that got one from a clock set ahead would hear "unchanged" until then.
 */
export function heldTag(
  { ifNoneMatch, ifModifiedSince }: Omit<Conditions, 'acceptEncoding'>,
  { tags, current, modified }: Held,
  now: number,
): string | undefined {
  if (ifNoneMatch?.trim() === '*') return current
  if (ifNoneMatch !== undefined) return tags.find((tag) => ifNoneMatch.includes(tag))
  if (ifModifiedSince === undefined) return undefined
  const since = Date.parse(ifModifiedSince)
  return modified <= since && since <= now ? current : undefined
}
