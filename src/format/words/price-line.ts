import type { HistoricoDoCombustivel } from '../../domain/answers/historico.ts'
import { endOfDay, startOfDay, toMs } from '../../domain/basics/time.ts'

/** A line in `width` cells of an ascending series, without suspects, over the whole period: a price lasts until the next one. */
export function seriesLine(
  serie: HistoricoDoCombustivel['serie'],
  { desde, ate }: { desde: string; ate: string },
  width: number,
): string {
  const steps = serie.flatMap((step) => {
    if ('periodo' in step) return [{ at: toMs(startOfDay(step.periodo)), value: step.medio }]
    return step.suspeito ? [] : [{ at: toMs(step.de), value: step.valorDeclarado }]
  })
  if (steps.length === 0) return ''
  const [from, to] = [toMs(startOfDay(desde)), toMs(endOfDay(ate))]
  const shown = Array.from({ length: width }, (_, i) => {
    const moment = from + ((to - from) * (i + 1)) / width
    return steps.findLast(({ at }) => at <= moment)?.value
  })
  const values = steps.map(({ value }) => value)
  return drawn(shown, values)
}

/** Values in at most `width` cells, each with the last of its own. null is a blank. */
export function levelLine(values: readonly (number | null)[], width: number): string {
  const cells = Math.min(width, values.length)
  const beginOf = (cell: number) => Math.floor((cell * values.length) / cells)
  const shown = Array.from({ length: cells }, (_, i) =>
    values.slice(beginOf(i), beginOf(i + 1)).findLast((each) => each !== null),
  )
  const known = values.filter((value) => value !== null)
  return drawn(shown, known)
}

const BLOCKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']

/** A block a value, the lowest and the highest of `scale` at the ends; all at mid-height where they are equal. */
function drawn(values: readonly (number | undefined)[], scale: readonly number[]): string {
  const [lowest, highest] = [Math.min(...scale), Math.max(...scale)]
  const levelOf = (value: number): number =>
    highest === lowest ? 3 : Math.round(((value - lowest) / (highest - lowest)) * (BLOCKS.length - 1))
  return values.map((value) => (value === undefined ? ' ' : BLOCKS[levelOf(value)])).join('')
}
