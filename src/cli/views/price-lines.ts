import type { HistoricoDoCombustivel } from '../../domain/answers/historico.ts'
import { endOfDay, startOfDay, toMs } from '../../domain/basics/time.ts'
import { priceLine } from '../../format/words/price-line.ts'

/** The price line of a series, changes or periods, over the whole period asked for. Suspects do not bend it. */
export function lineOf(
  serie: HistoricoDoCombustivel['serie'],
  { desde, ate }: { desde: string; ate: string },
  width: number,
): string {
  const steps = serie.flatMap((step) => {
    if ('periodo' in step) return [{ at: toMs(startOfDay(step.periodo)), value: step.medio }]
    return step.suspeito ? [] : [{ at: toMs(step.de), value: step.valorDeclarado }]
  })
  if (steps.length === 0) return ''
  return priceLine(steps, { from: toMs(startOfDay(desde)), to: toMs(endOfDay(ate)), width })
}
