import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE, SECOND } from '../../domain/basics/time.ts'
import { SourceFailure } from '../source.ts'
import { AttemptFailure } from './exchange.ts'

export interface Pauses {
  /** Waits between attempts; tests pass one that does not. */
  delay?: (ms: number, signal: AbortSignal) => Promise<void>
  /** From 0 to 1, spreads the waits. */
  random?: () => number
}

/** Requests, and the failed ones among them. */
export interface Tries {
  pedidos: number
  falhas: number
}

const PAUSES = [0.5 * SECOND, 1 * SECOND, 2 * SECOND]
const MAX_RETRY_AFTER = MINUTE

/**
 * Four tries at most, waiting a random part of 0.5, 1 and 2 s between them, or what the server asks for, up to a minute.
 * @throws {SourceFailure} of the last try; `fatal` when no other request would fare better.
 */
export async function withRetries<T extends object>(
  attempt: () => Promise<T>,
  signal: AbortSignal,
  { delay = pause, random = Math.random }: Pauses,
): Promise<T & Tries> {
  for (let falhas = 0; ; falhas++) {
    try {
      return { ...(await attempt()), pedidos: falhas + 1, falhas }
    } catch (error) {
      if (!(error instanceof AttemptFailure)) throw error
      const longest = PAUSES[falhas]
      if (!error.retry || longest === undefined) throw toSourceFailure(error, falhas + 1)
      await delay(Math.max(random() * longest, Math.min(error.retryAfter, MAX_RETRY_AFTER)), signal)
      if (signal.aborted) throw toSourceFailure(error, falhas + 1)
    }
  }
}

/** Rejects only when the signal ends the wait; the caller checks the signal. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}

function toSourceFailure({ message, fatal, cause }: AttemptFailure, pedidos: number): SourceFailure {
  return new SourceFailure(message, { fatal, pedidos }, { cause })
}
