/** A pseudo-random number from 0 up to 1 that depends on its arguments only: every hour can be computed again. */
export function chance(seed: number, index: number, salt: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 0x7f4a7c15, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 15) ^ Math.imul(salt + 1, 0x27d4eb2f), 0x2c1b3c6d)
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39)
  return ((h ^ (h >>> 15)) >>> 0) / 0x1_0000_0000
}

export function chanceInteger(from: number, to: number, seed: number, salt: number): number {
  return from + Math.floor(chance(seed, 0, salt) * (to - from + 1))
}

export function choose<T>(items: readonly T[], seed: number, salt: number): T {
  const item = items[Math.floor(chance(seed, 0, salt) * items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

/** Exactly `count` of the items (or all), by lot; `handicap` under 0 makes an item likelier to be drawn. */
export function draw<T extends { seed: number }>(
  items: readonly T[],
  count: number,
  salt: number,
  handicap: (item: T) => number = () => 0,
): T[] {
  return items
    .map((item) => ({ item, lot: chance(item.seed, 0, salt) + handicap(item) }))
    .toSorted((a, b) => a.lot - b.lot)
    .slice(0, count)
    .map(({ item }) => item)
}
