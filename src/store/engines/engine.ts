import { setTimeout } from 'node:timers/promises'
import { GasolinaError } from '../../errors.ts'

/** How an engine is asked. A verb that fails so often has failed: whoever asked says so, and asks again at its own time. */
export interface Patience {
  tries: number
  /** Milliseconds without an answer, or without more of it, that count as none. */
  answer: number
  /** Milliseconds before the second try, by full jitter, doubled for each one after. */
  pause: number
}

export const PATIENCE: Patience = { tries: 4, answer: 10_000, pause: 150 }

/** An answer that may be another the next time: the engine is away, busy or on its way down. */
export class Passing extends Error {
  override readonly name = 'Passing'
}

/** Does the work again while it ends with `Passing`; for work that may be done twice. `away` tells what came of it. */
export async function insist<T>(
  { tries, pause }: Patience,
  work: () => Promise<T>,
  away: (cause: Passing) => GasolinaError,
): Promise<T> {
  for (let round = 1; ; round++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Passing)) throw error
      if (round >= tries) throw away(error)
      await setTimeout(Math.random() * pause * 2 ** round)
    }
  }
}

export interface ExclusiveCreate {
  /** `taken` may be this very create, resent by somebody on the way; `Passing` leaves unknown whether it took place. */
  attempt(): Promise<'created' | 'taken'>
  read(): Promise<Buffer | null>
  bytes: Uint8Array
}

/**
 * Whether the item was created by this call. What stands there decides, not what was heard: never two winners, and nobody
 * loses to itself. Trying again is safe, for the engine creates only where there is nothing.
 */
export async function createExclusively(
  patience: Patience,
  { attempt, read, bytes }: ExclusiveCreate,
  away: (cause: Passing) => GasolinaError,
): Promise<boolean> {
  return insist(
    patience,
    async () => {
      const heard = await attempt().catch((error: unknown) => {
        if (error instanceof Passing) return error
        throw error
      })
      if (heard === 'created') return true
      const there = await read()
      if (there) return there.equals(bytes)
      // Taken and gone again: it was somebody's. Heard nothing, and nothing is there: once more.
      if (heard === 'taken') return false
      throw heard
    },
    away,
  )
}

/** The engine does not answer, or not in time. Strangers read it in `situacao`: it names no machine. */
export function unreachable(engine: string, detail: string, cause?: unknown): GasolinaError {
  return new GasolinaError(
    'armazenamento_inalcancavel',
    `O ${engine} do armazenamento (GASOLINA_STORAGE) não responde: ${detail}.`,
    { cause },
  )
}
