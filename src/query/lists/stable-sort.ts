/** Room for the place of a key beside it, in the 53 bits of a number; larger keys leave none. */
const PLACES = 2 ** 21
const TOO_LARGE = 2 ** 32

/**
 * The places of `keys`, whole numbers, from the smallest to the largest; or, where they are keys of a list that is in
 * some `order` already, that list in their order. Equal ones stay as they came. Sorted as one number each, so
 * that no call compares two, unless one is too large for that.
 */
export function ranked(keys: ArrayLike<number>, order?: readonly number[]): number[] {
  const packed = new Float64Array(keys.length)
  for (let i = 0; i < packed.length; i++) {
    const key = keys[i] ?? 0
    if (key >= TOO_LARGE) return compared(keys, order)
    packed[i] = key * PLACES + i
  }
  packed.sort()
  const places: number[] = []
  for (const both of packed) {
    const i = both % PLACES
    places.push(order ? (order[i] ?? 0) : i)
  }
  return places
}

/** Totals of prices that nobody asks for, a thousand litres of them. */
function compared(keys: ArrayLike<number>, order?: readonly number[]): number[] {
  const places = Array.from(keys, (_, i) => i).toSorted((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0))
  return order ? places.map((i) => order[i] ?? 0) : places
}

export function valuesAt(values: ArrayLike<number>, at: readonly number[]): number[] {
  return at.map((i) => values[i] ?? 0)
}
