/** Figures are computed on integer thousandths of a real and rounded once, half away from zero: medians and means may be fractional till then. */
export function toThousandths(value: number): number {
  return roundHalfAway(value * 1000)
}

/** Thousandths back to reais (or km), three decimals. */
export function fromThousandths(thousandths: number): number {
  return roundHalfAway(thousandths) / 1000
}

export function inReais(thousandths: number | null | undefined): number | null {
  return typeof thousandths === 'number' ? fromThousandths(thousandths) : null
}

/** A percentage with one decimal: the change from `from` to `to`. `from` is never zero: prices are not. */
export function percentBetween(from: number, to: number): number {
  return roundHalfAway(((to - from) * 1000) / from) / 10
}

/** Rounds half away from zero. The epsilon corrects binary noise such as 1.0049999999999999 for 1.005. */
export function roundHalfAway(x: number): number {
  const magnitude = Math.abs(x)
  const rounded = Math.floor(magnitude + 0.5 + magnitude * Number.EPSILON * 4)
  return x < 0 ? -rounded || 0 : rounded
}

/** Rounds to at most three decimals, half away from zero, on whole thousandths: 6.195 − 6.19 is 0.005, whatever binary made of it. */
export function rounded(value: number, decimals: number): number {
  const unit = 10 ** (3 - decimals)
  return (roundHalfAway(toThousandths(value) / unit) * unit) / 1000
}

/** `rounded` as text: `5.30`. */
export function fixed(value: number, decimals: number): string {
  return rounded(value, decimals).toFixed(decimals)
}

export function ascending(values: Iterable<number>): number[] {
  return [...values].toSorted((a, b) => a - b)
}

/** Median of ascending values; null for none. */
export function median(sorted: ArrayLike<number>): number | null {
  return quantile(sorted, 0.5)
}

/** Quantile of ascending values, interpolated between neighbours (QUARTIL.INC of spreadsheets). */
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
