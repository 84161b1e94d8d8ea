import { setTimeout } from 'node:timers/promises'
import { GasolinaError } from '../../errors.ts'

/** Retries of one operation on an engine. After the last one it fails, and the caller decides when to try again. */
export interface Patience {
  tries: number
  /** Milliseconds until an answer, or its next bytes, count as missing. */
  answer: number
  /** Milliseconds before the second try, with full jitter, doubled for each later one. */
  pause: number
}

export const PATIENCE: Patience = { tries: 4, answer: 10_000, pause: 150 }

/** A failure that may pass: the engine is away, busy or shutting down. */
export class Passing extends Error {
  override readonly name = 'Passing'
}

/** `engine`: the name that people read. */
export function createRetries(engine: string, { tries, pause }: Patience) {
  return { insist, createExclusively }

  /** Retries `work` while it fails with `Passing`; only for work that may be done twice. */
  async function insist<T>(work: () => Promise<T>): Promise<T> {
    for (let round = 1; ; round++) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof Passing)) throw error
        // Strangers read this sentence in `situacao`, so it names no machine.
        if (round >= tries)
          throw new GasolinaError(
            'armazenamento_inalcancavel',
            `O ${engine} do armazenamento (GASOLINA_STORAGE) não responde: ${error.message}.`,
            { cause: error.cause },
          )
        await setTimeout(Math.random() * pause * 2 ** round)
      }
    }
  }

  /** True when this call created the item. The bytes read back decide: `taken` may be this very create, resent on the way, and `Passing` tells nothing. A retry is safe, as only an absent item is created. */
  function createExclusively(
    bytes: Uint8Array,
    read: () => Promise<Buffer | null>,
    attempt: () => Promise<'created' | 'taken'>,
  ): Promise<boolean> {
    return insist(async () => {
      const answer = await attempt().catch((error: unknown) => {
        if (error instanceof Passing) return error
        throw error
      })
      if (answer === 'created') return true
      const there = await read()
      if (there) return there.equals(bytes)
      // Taken and removed since: another process had created it. After `Passing` and without an item: the next round.
      if (answer === 'taken') return false
      throw answer
    })
  }
}
