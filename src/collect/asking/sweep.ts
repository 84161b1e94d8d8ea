import { createDeadline } from '../../deadline.ts'
import { mapLimit } from '../../domain/basics/event-loop.ts'
import type { Registro } from '../../domain/facts/sale-record.ts'
import type { Instante } from '../../domain/basics/time.ts'
import { type Refusal, isRefusal, normalize } from '../../sources/normalize.ts'
import { type Fatia, type Source, RequestFailure } from '../../sources/source.ts'
import { type SweepResult, countAnswer } from './sweep-result.ts'

/** Requests to the source under way together: it is a slow service of others. */
const SLICES_AT_ONCE = 4
/** After so many failed slices in a row the source counts as down. */
const MAX_FAILURES_IN_A_ROW = 20
/** A hundred times what Alagoas has: a source that shows more is not to be kept in memory. */
const MAX_RECORDS = 200_000

interface SweepOptions {
  source: Source
  result: SweepResult
  /** Ends the sweep at once; unfinished slices are dropped. */
  signal: AbortSignal
  now(): Instante
  onSlice?(): void
}

/** Asks for `fatias` in their order. Gives the reason, a Portuguese sentence, when the source made it end early. */
export async function sweep(fatias: readonly Fatia[], options: SweepOptions): Promise<string | undefined> {
  const { source, result, now, onSlice } = options
  const ending = createDeadline({ parent: options.signal })
  const { signal } = ending
  let cause: string | undefined

  const ask = async (fatia: Fatia): Promise<void> => {
    if (signal.aborted) return
    const agora = now()
    const read = (raw: unknown): Registro | Refusal => {
      const record = normalize(raw, fatia.combustivel, agora)
      return isRefusal(record) ? record : result.share(record)
    }
    const tally = { pedidos: 0, falhas: 0 }
    const answer = await ending.race(source.fetch(fatia, signal, read, tally)).catch((error: unknown) => {
      // The sweep ended meanwhile: the slice is neither answered nor failed.
      if (signal.aborted) return undefined
      if (error instanceof RequestFailure) return error
      throw error
    })
    if (!answer) return
    result.pedidos += tally.pedidos
    result.falhas += tally.falhas
    if (answer instanceof RequestFailure) {
      result.failed.push({ ...fatia, motivo: answer.message })
      result.failuresInARow++
      result.isRefused ||= answer.fatal || answer.retryAfter > 0
      if (answer.fatal) cause = answer.message
      else if (result.failuresInARow >= MAX_FAILURES_IN_A_ROW)
        cause = `${MAX_FAILURES_IN_A_ROW} consultas seguidas falharam; a última: ${answer.message}`
    } else {
      result.failuresInARow = 0
      countAnswer(result, fatia, answer, now())
      if (result.registros.length > MAX_RECORDS)
        cause = `A fonte mostrou mais de ${MAX_RECORDS / 1000} mil registros, e a coleta parou aí.`
    }
    if (cause) ending.abort()
    onSlice?.()
  }
  try {
    await mapLimit(fatias, SLICES_AT_ONCE, ask)
  } finally {
    ending.abort()
    ending.release()
  }
  return cause
}
