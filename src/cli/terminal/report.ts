import { debuglog } from 'node:util'
import { FRASE_ERRO_INTERNO, GasolinaError } from '../../errors.ts'
import { errorBody } from '../../format/json/error.ts'
import type { ExitCode } from './exit.ts'
import { exitOf } from './exit.ts'
import { asUsageError } from '../arguments/parse-errors.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * Tells a failure: one sentence on stderr and, for a program that asked for JSON, the error object on stdout.
 * What nobody expected becomes a fixed sentence; NODE_DEBUG=gasolina shows its cause.
 */
export function report(error: unknown, argv: readonly string[], surroundings: Surroundings): ExitCode {
  const expected = error instanceof GasolinaError ? error : asUsageError(error)
  if (!expected) debuglog('gasolina')('%O', error)
  const failure = expected ?? new GasolinaError('erro_interno', FRASE_ERRO_INTERNO)
  surroundings.stderr.write(`${failure.message}${placeOf(failure)}\n`)
  if (wantsJson(argv))
    surroundings.stdout.write(`${JSON.stringify(errorBody(failure, surroundings.clock()))}\n`)
  return exitOf[failure.codigo]
}

/** Which file or folder it was, for whoever runs the program: the sentence itself may be read by strangers. */
function placeOf({ cause }: GasolinaError): string {
  return cause instanceof Error && 'path' in cause && typeof cause.path === 'string'
    ? ` Caminho: ${cause.path}`
    : ''
}

/** Read from the raw words, for a line that does not parse must be answered in the form it asks for too. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  const words = end === -1 ? argv : argv.slice(0, end)
  return words.some(
    (word, i) =>
      word === '--json' || word === '--formato=json' || (word === '--formato' && words[i + 1] === 'json'),
  )
}
