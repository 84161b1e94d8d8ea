import { debuglog } from 'node:util'
import { FRASE_ERRO_INTERNO, GasolinaError, type Tente, failures } from '../../errors.ts'
import { errorBody } from '../../format/json/error.ts'
import { inFlags } from '../arguments/flag-words.ts'
import { asUsageError } from '../arguments/parse-errors.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * Reports a failure: one sentence on stderr and, for a program that asked for JSON, the error object on stdout.
 * A bug becomes a fixed sentence; NODE_DEBUG=gasolina shows its cause.
 */
export function report(error: unknown, argv: readonly string[], surroundings: Surroundings): number {
  const expected = error instanceof GasolinaError ? error : asUsageError(error)
  if (!expected) debuglog('gasolina')('%O', error)
  const failure = expected ? inWordsOfFlags(expected) : new GasolinaError('erro_interno', FRASE_ERRO_INTERNO)
  const tente = expected?.tente && commandOf(expected.tente)
  const instead = tente === undefined ? '' : ` Tente: ${tente}`
  surroundings.stderr.write(`${failure.message}${instead}${placeOf(failure)}
`)
  if (wantsJson(argv))
    surroundings.stdout.write(`${JSON.stringify(errorBody(failure, surroundings.clock(), { tente }))}\n`)
  return failures[failure.codigo].exit
}

function inWordsOfFlags(failure: GasolinaError): GasolinaError {
  if (failure.codigo !== 'parametro_invalido') return failure
  const { codigo, message, erros, cause } = failure
  return new GasolinaError(codigo, inFlags(message), { ...(erros && { erros }), cause })
}

/** The command line of a question. */
function commandOf({ consulta, parametros }: Tente): string {
  const command = COMMANDS[consulta] ?? consulta
  return ['gasolina', command, ...parametros.map(flagOf)].join(' ')
}

/** Questions whose command has another name. */
const COMMANDS: Readonly<Record<string, string>> = {
  mudancas: 'vigiar',
  historicoDoLugar: 'historico',
  postos: 'posto',
}

/** The name of a station comes without a flag. */
function flagOf([name, text]: readonly [string, string]): string {
  return name === 'nome' ? JSON.stringify(text) : `--${name} ${JSON.stringify(text)}`
}

/** The path of the file or folder. The sentence itself omits it, as HTTP sends it to strangers. */
function placeOf({ cause }: GasolinaError): string {
  return cause instanceof Error && 'path' in cause && typeof cause.path === 'string'
    ? ` Caminho: ${cause.path}`
    : ''
}

/** Read from the raw words: a command line that does not parse is answered in its form, too. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  const words = end === -1 ? argv : argv.slice(0, end)
  return words.some(
    (word, i) =>
      word === '--json' || word === '--formato=json' || (word === '--formato' && words[i + 1] === 'json'),
  )
}
