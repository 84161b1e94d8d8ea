/** Run-length encoding of a month's days: `[day of the month, …values]`, each valid until the next; without values there is no data from then on. */
export type DayStep = readonly [dia: number, ...values: number[]]

/** Adds a day to steps that end before it. */
export function addDay(steps: DayStep[], dia: number, values: readonly number[]): void {
  const last = steps.at(-1)
  if (last ? isSame(last, values) : values.length === 0) return
  steps.push([dia, ...values])
}

/** Values on each of these ascending days of the month; days without values are left out. */
export function valuesOn(steps: readonly DayStep[], dias: readonly number[]) {
  const found: [dia: number, values: number[]][] = []
  let at = -1
  for (const dia of dias) {
    while ((steps[at + 1]?.[0] ?? Infinity) <= dia) at++
    const [, ...values] = steps[at] ?? [0]
    if (values.length > 0) found.push([dia, values])
  }
  return found
}

function isSame([, ...held]: DayStep, values: readonly number[]): boolean {
  return held.length === values.length && held.every((value, i) => value === values[i])
}
