import type { HistoricoDoCombustivel } from '../../domain/answers/historico.ts'
import { endOfDay, startOfDay, toMs } from '../../domain/basics/time.ts'

/** A price from one moment on. */
interface PricePoint {
  /** Milliseconds since the epoch. */
  at: number
  value: number
}

const BLOCKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']

/**
 * A price over time in `width` cells, lowest and highest at the ends of the scale; a steady price is a line at
 * mid-height. A price lasts until the next step; before the first one the line is blank. Steps ascend.
 */
export function priceLine(
  steps: readonly PricePoint[],
  { from, to, width }: { from: number; to: number; width: number },
): string {
  const values = steps.map(({ value }) => value)
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  let line = ''
  for (let i = 1; i <= width; i += 1) {
    const moment = from + ((to - from) * i) / width
    const value = steps.findLast(({ at }) => at <= moment)?.value
    line += value === undefined ? ' ' : blockOf(value, lowest, highest)
  }
  return line
}

/** `priceLine` of an answer's series, changes or periods, over the whole period asked for, without suspects. */
export function seriesLine(
  serie: HistoricoDoCombustivel['serie'],
  { desde, ate }: { desde: string; ate: string },
  width: number,
): string {
  const steps = serie.flatMap((step): PricePoint[] => {
    if ('periodo' in step) return [{ at: toMs(startOfDay(step.periodo)), value: step.medio }]
    return step.suspeito ? [] : [{ at: toMs(step.de), value: step.valorDeclarado }]
  })
  if (steps.length === 0) return ''
  return priceLine(steps, { from: toMs(startOfDay(desde)), to: toMs(endOfDay(ate)), width })
}

/**
 * Values side by side in at most `width` cells, the lowest and the highest at the ends of the scale; where there are more values
 * than cells each cell shows the last of its own. null is a blank.
 */
export function levelLine(values: readonly (number | null)[], width: number): string {
  const known = values.filter((value) => value !== null)
  const [lowest, highest] = [Math.min(...known), Math.max(...known)]
  const cells = Math.min(width, values.length)
  let line = ''
  for (let i = 0; i < cells; i += 1) {
    const own = values.slice(
      Math.floor((i * values.length) / cells),
      Math.floor(((i + 1) * values.length) / cells),
    )
    const value = own.findLast((each) => each !== null)
    line += value === undefined || value === null ? ' ' : blockOf(value, lowest, highest)
  }
  return line
}

function blockOf(value: number, lowest: number, highest: number): string {
  if (highest === lowest) return BLOCKS[3] ?? ''
  return BLOCKS[Math.round(((value - lowest) / (highest - lowest)) * (BLOCKS.length - 1))] ?? ''
}
