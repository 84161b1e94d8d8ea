import { MINUTE_OF_HOUR } from '../../domain/facts/rules.ts'
import { DAY, HOUR, MINUTE } from '../../domain/basics/time.ts'

/** How often prices are collected, from the milliseconds between collections: `de hora em hora`, `a cada 5 minutos`. */
export function howOften(interval: number): string {
  if (interval === HOUR) return 'de hora em hora'
  if (interval === DAY) return 'uma vez por dia'
  if (interval === MINUTE) return 'de minuto em minuto'
  return interval % HOUR === 0 ? `a cada ${interval / HOUR} horas` : `a cada ${interval / MINUTE} minutos`
}

/** The same as a sentence, with the minute that hourly collections keep. */
export function collectionTimes(interval: number): string {
  const when = interval === HOUR ? `, depois do minuto ${MINUTE_OF_HOUR}` : ''
  return `Os preços são coletados ${howOften(interval)}${when}.`
}
