/**
 * Figures are computed on integer thousandths of a real and rounded once, half away from zero, at the end.
 * A median or a mean in thousandths may be fractional; it is not rounded before the last step.
 */
export function toThousandths(value: number): number {
  return Math.round(value * 1000)
}

/** Thousandths back to reais (or km), three decimals. */
export function fromThousandths(thousandths: number): number {
  return roundHalfAway(thousandths) / 1000
}

/** A percentage with one decimal: the change from `from` to `to`. `from` is never zero: prices are not. */
export function percentBetween(from: number, to: number): number {
  return roundHalfAway(((to - from) * 1000) / from) / 10
}

/** Half away from zero. The tiny nudge undoes binary noise such as 1.0049999999999999 for 1.005. */
export function roundHalfAway(x: number): number {
  const magnitude = Math.abs(x)
  const rounded = Math.floor(magnitude + 0.5 + magnitude * Number.EPSILON * 4)
  return x < 0 ? -rounded || 0 : rounded
}

/** With so many decimals, half away from zero: `toFixed` alone rounds what binary made of 5.345, which is less. */
export function fixed(value: number, decimals: number): string {
  const scale = 10 ** decimals
  return (roundHalfAway(value * scale) / scale).toFixed(decimals)
}

export function ascending(values: Iterable<number>): number[] {
  return [...values].toSorted((a, b) => a - b)
}

/** Of values in ascending order; null when there is none. */
export function median(sorted: ArrayLike<number>): number | null {
  return quantile(sorted, 0.5)
}

/** Of values in ascending order, interpolated between neighbours (the spreadsheet's QUARTIL.INC). */
export function quantile(sorted: ArrayLike<number>, fraction: number): number | null {
  const position = (sorted.length - 1) * fraction
  const below = sorted[Math.floor(position)]
  const above = sorted[Math.ceil(position)]
  if (below === undefined || above === undefined) return null
  return below + (above - below) * (position - Math.floor(position))
}

export function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
