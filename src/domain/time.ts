/**
 * Times are ISO 8601 texts at Maceió's constant offset, whole seconds: `2026-04-16T08:35:39-03:00`.
 * One fixed form, so texts compare in the order of time. Alagoas has had no daylight saving since 2003.
 */
export type Instante = string
/** A Maceió day: `2026-04-16`. */
export type Dia = string

/** Milliseconds since the epoch, handed in wherever the present matters, so tests choose it. */
export type Clock = () => number

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

const OFFSET = -3 * HOUR
const SOURCE_FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)$/
const DAY_FORM = /^\d{4}-\d\d-\d\d$/

export function instante(ms: number): Instante {
  return `${new Date(ms + OFFSET).toISOString().slice(0, 19)}-03:00`
}

export function toMs(instante: Instante): number {
  return Date.parse(instante)
}

/** A source's date and time with its offset, or undefined when it is not one (no offset, 31 February). */
export function parseInstante(text: string): Instante | undefined {
  if (!SOURCE_FORM.test(text) || !isDay(text.slice(0, 10))) return undefined
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : instante(ms)
}

export function addMs(base: Instante, ms: number): Instante {
  return instante(toMs(base) + ms)
}

export function dayOf(instante: Instante): Dia {
  return instante.slice(0, 10)
}

export function monthOf(instante: Instante): string {
  return instante.slice(0, 7)
}

export function addDays(dia: Dia, days: number): Dia {
  return new Date(Date.parse(`${dia}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

export function startOfDay(dia: Dia): Instante {
  return `${dia}T00:00:00-03:00`
}

export function endOfDay(dia: Dia): Instante {
  return `${dia}T23:59:59-03:00`
}

/** Whether the text is a day of the calendar: `2026-02-30` is not. */
export function isDay(text: string): boolean {
  if (!DAY_FORM.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}
