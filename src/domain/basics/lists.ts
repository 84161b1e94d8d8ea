/** Items by key. Groups, and items within a group, keep the order of `items`. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** Items in arrays of `size`; the last may be shorter. */
export function* slices<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let slice: T[] = []
  for (const item of items) {
    if (slice.push(item) < size) continue
    yield slice
    slice = []
  }
  if (slice.length > 0) yield slice
}

/** Neighbours of which each follows the one before, as lists. */
export function runsOf<T>(items: readonly T[], follows: (item: T, before: T) => boolean): [T, ...T[]][] {
  const runs: [T, ...T[]][] = []
  let run: [T, ...T[]] | undefined
  for (const item of items) {
    const before = run?.at(-1)
    if (run && before !== undefined && follows(item, before)) run.push(item)
    else runs.push((run = [item]))
  }
  return runs
}

/** Numbers of two ascending lists that are in both. */
export function common(some: readonly number[], others: readonly number[]): number[] {
  let next = 0
  return some.filter((number) => {
    while ((others[next] ?? Infinity) < number) next++
    return others[next] === number
  })
}

/** Binary search: first index in [low, high) not before the sought value; `high` when all are before it. */
export function lowerBound(low: number, high: number, isBefore: (index: number) => boolean): number {
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** True for an object of JSON with members, no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** `before` where it equals `now`, of JSON; else `now`, with equal members taken from `before`. */
export function unchanged<T>(before: unknown, now: T): T {
  if (before === now || !isObject(before) || !isObject(now)) return now
  const [members, names]: [Record<string, unknown>, string[]] = [now, Object.keys(now)]
  let isSame = names.length === Object.keys(before).length
  for (const name of names) {
    const kept = unchanged(before[name], members[name])
    if (kept === before[name]) members[name] = kept
    else isSame = false
  }
  return isSame ? (before as T) : now
}
