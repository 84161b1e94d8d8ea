import { debuglog } from 'node:util'
import { type Codigo, FRASE_ERRO_INTERNO, GasolinaError } from '../../errors.ts'
import { errorBody } from '../../format/json/error.ts'
import { asUsageError } from '../arguments/parse-errors.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * Reports a failure: one sentence on stderr and, for a program that asked for JSON, the error object on stdout.
 * A bug becomes a fixed sentence; NODE_DEBUG=gasolina shows its cause.
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

/** 0 is fine, 1 could not or found nothing, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2

export const exitOf: Record<Codigo, ExitCode> = {
  parametro_invalido: 2,
  posto_nao_encontrado: 1,
  rota_nao_encontrada: 1,
  metodo_nao_permitido: 1,
  cursor_vencido: 1,
  faixa_invalida: 1,
  uri_longa: 2,
  pedido_malformado: 1,
  pedido_demorado: 1,
  cabecalho_grande: 1,
  dados_indisponiveis: 1,
  erro_interno: 1,
  origem_nao_permitida: 1,
  corpo_grande: 1,
  tipo_nao_suportado: 1,
  muitos_pedidos: 1,
  configuracao_invalida: 2,
  porta_ocupada: 1,
  coleta_em_andamento: 1,
  fonte_falhou: 1,
  armazenamento_falhou: 1,
  armazenamento_inalcancavel: 1,
  formato_desconhecido: 1,
  api_inalcancavel: 1,
}
