import { MINUTE, toMs } from '../../domain/basics/time.ts'
import type { LastAttempt } from '../../store/store.ts'

/** How often prices are collected, and from what age on the data counts as old, both in milliseconds. */
export interface Collections {
  /** null where this process does not collect and the collector left no word of it. */
  interval: number | null
  oldAfter: number
}

/** Collections that may fail to come before it is told: one may fail, one may be long. */
const INTERVALS = 3

interface Collecting {
  /** Whether this process collects. */
  coleta: boolean
  intervaloMinutos: number
}

/** By this process's own hours where it collects, else by the note of the collector. */
export function collectionsOf(
  { coleta, intervaloMinutos }: Collecting,
  noted: LastAttempt | null,
): Collections {
  const minutes = coleta ? intervaloMinutos : noted?.intervalo
  if (minutes !== undefined) return { interval: minutes * MINUTE, oldAfter: INTERVALS * minutes * MINUTE }
  // Collectors of earlier versions only noted when the next collection was due, which by itself is no interval.
  const due = noted?.proxima ? toMs(noted.proxima) - toMs(noted.coleta.inicio) : 0
  return { interval: null, oldAfter: INTERVALS * Math.max(intervaloMinutos * MINUTE, due) }
}
