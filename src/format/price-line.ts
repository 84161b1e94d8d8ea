/** A price from one moment on. */
export interface Step {
  /** Milliseconds since the epoch. */
  at: number
  value: number
}

const BLOCKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']

/**
 * A price over time in `width` cells, lowest and highest at the ends of the scale; a steady price is a line at
 * mid-height. A price holds until the next step; before the first one the line is blank. Steps ascend.
 */
export function priceLine(
  steps: readonly Step[],
  { from, to, width }: { from: number; to: number; width: number },
): string {
  const values = steps.map(({ value }) => value)
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const cell = (value: number): string => {
    if (highest === lowest) return BLOCKS[3] ?? ''
    return BLOCKS[Math.round(((value - lowest) / (highest - lowest)) * (BLOCKS.length - 1))] ?? ''
  }
  let line = ''
  for (let i = 1; i <= width; i += 1) {
    const moment = from + ((to - from) * i) / width
    const value = steps.findLast(({ at }) => at <= moment)?.value
    line += value === undefined ? ' ' : cell(value)
  }
  return line
}
