import { MINUTE } from '../../domain/basics/time.ts'
import { type Pauses, type Tries, withRetries } from '../web/retries.ts'
import { type AttemptOptions, type Received, createAttempt } from './attempt.ts'

export interface RequestOptions extends Omit<AttemptOptions, 'deadline'>, Pauses {
  /** Milliseconds for one attempt, body included. The source has been seen to need 28 s. */
  deadline?: number
}

/**
 * Asks for one page, with retries.
 * @throws {SourceFailure} of the last try; `fatal` when no other request would fare better.
 */
export function createRequest({ deadline = MINUTE, ...options }: RequestOptions) {
  const attempt = createAttempt({ ...options, deadline })
  return (body: { pagina: number }, signal: AbortSignal): Promise<Received & Tries> =>
    withRetries(() => attempt(body, signal), signal, options)
}
