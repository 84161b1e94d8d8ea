import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE, SECOND } from '../../domain/basics/time.ts'
import { AttemptFailure, type Received, createAttempt } from './attempt.ts'
import { SourceFailure } from '../source.ts'

export interface RequestOptions {
  /** Base address up to `/public`, without a final slash. */
  url: string
  token: string
  userAgent: string
  /** Milliseconds for one attempt, body included. The source has been seen to need 28 s. */
  deadline?: number
  /** Waits between attempts; tests pass one that does not. */
  delay?: (ms: number, signal: AbortSignal) => Promise<void>
  /** From 0 to 1, spreads the waits. */
  random?: () => number
}

export interface RequestAnswer extends Received {
  pedidos: number
  falhas: number
}

const PAUSES = [0.5 * SECOND, 1 * SECOND, 2 * SECOND]
const MAX_RETRY_AFTER = MINUTE

/**
 * Asks for one page: four tries at most, waiting a random part of 0.5, 1 and 2 s between them, or what the source
 * asks for, up to a minute.
 * @throws {SourceFailure} of the last try; `fatal` when no other request would fare better.
 */
export function createRequest({
  deadline = MINUTE,
  delay = pause,
  random = Math.random,
  ...options
}: RequestOptions) {
  const attempt = createAttempt({ ...options, deadline })

  return async function request(body: { pagina: number }, signal: AbortSignal): Promise<RequestAnswer> {
    for (let falhas = 0; ; falhas++) {
      try {
        return { ...(await attempt(body, signal)), pedidos: falhas + 1, falhas }
      } catch (error) {
        if (!(error instanceof AttemptFailure)) throw error
        const longest = PAUSES[falhas]
        if (!error.retry || longest === undefined) throw toSourceFailure(error, falhas + 1)
        const wait = Math.max(random() * longest, Math.min(error.retryAfter, MAX_RETRY_AFTER))
        await delay(wait, signal)
        if (signal.aborted) throw toSourceFailure(error, falhas + 1)
      }
    }
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // Rejects only when the signal ends the wait; the caller checks the signal.
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}

function toSourceFailure({ message, fatal, cause }: AttemptFailure, pedidos: number): SourceFailure {
  return new SourceFailure(message, { fatal, pedidos }, { cause })
}
