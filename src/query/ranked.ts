/** Room for the place of a key beside it, in the 53 bits of a number. */
const PLACES = 2 ** 21

/**
 * The places of `keys`, whole numbers up to 2³², from the smallest to the largest; or, where they are keys of a list that is in
 * some `order` already, that list in their order. Equal ones stay as they came. Sorted as one number each: no call compares two.
 */
export function ranked(keys: ArrayLike<number>, order?: readonly number[]): number[] {
  const packed = new Float64Array(keys.length)
  for (let i = 0; i < packed.length; i++) packed[i] = (keys[i] ?? 0) * PLACES + i
  packed.sort()
  const places: number[] = []
  for (const both of packed) {
    const i = both % PLACES
    places.push(order ? (order[i] ?? 0) : i)
  }
  return places
}

export function valuesAt(values: ArrayLike<number>, at: readonly number[]): number[] {
  return at.map((i) => values[i] ?? 0)
}
