/** Prices are integers in thousandths of a real, so that sums and medians are exact. */
export const thousandths = (reais: number): number => Math.round(reais * 1000)

/** Rounded once. */
export const reais = (price: number): number => rounded(price, 0) / 1000

/** Reais of a price as pages print it: to the cent. */
export const inCents = (price: number): number => rounded(reais(price), 2)

/** From one price to another in percent. */
export function percentBetween(from: number, to: number): number {
  return ((to - from) * 100) / from
}

/** Half away from zero. */
export function rounded(value: number, decimals: number): number {
  const scaled = Math.abs(value) * 10 ** decimals
  return (Math.sign(value) * Math.floor(scaled + 0.5 + 1e-9)) / 10 ** decimals || 0
}

/** Not rounded: of an even count it may be half a thousandth. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low, high] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** Between the two nearest ranks in proportion. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const rank = (sorted.length - 1) * part
  const low = sorted[Math.floor(rank)] ?? 0
  const high = sorted[Math.ceil(rank)] ?? low
  return low + (high - low) * (rank - Math.floor(rank))
}

/** Brazilian: `1.234,56`, `−1,5`, `+0,3`. */
export const parsed = (text: string): number =>
  Number(
    text.replace('R$', '').replaceAll('.', '').replace(',', '.').replace('−', '-').replace('+', '').trim(),
  )

export interface Point {
  latitude: number
  longitude: number
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Great circle, in kilometres. */
export function kilometres(a: Point, b: Point): number {
  const [dLat, dLon] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)]
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(dLon / 2) ** 2
  return 2 * 6378.137 * Math.asin(Math.sqrt(h))
}

/** Upper case without accents or punctuation. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()
