import { z } from 'zod'
import { collectionTold, reachOf } from '../../format/words/source-words.ts'
import type { RespostaSituacao } from '../../domain/answers/situacao-and-menus.ts'
import { invalidParameters, refusedValue } from '../../domain/questions/parameter-problems.ts'
import { dayAndTime } from '../../format/words/formatting.ts'
import { type Sentence, ofText, only } from '../words/text.ts'
import type { Arguments } from './tool-definition.ts'

export const STATUS = 'situacao'

/** An argument of the tool only: HTTP and the terminal have a route and a command for the status. */
export const situacaoArgument = z
  .boolean()
  .describe('true diz também quão novos e completos os dados estão')
  .optional()

const YES = new Set<unknown>([true, 'true', 'sim'])
const NO = new Set<unknown>([undefined, null, false, 'false', 'nao', 'não', ''])

/**
 * True if the status is asked for, too.
 * @throws {GasolinaError} `parametro_invalido` for a value that is neither yes nor no.
 */
export function asksStatus({ situacao }: Arguments): boolean {
  if (YES.has(situacao)) return true
  if (NO.has(situacao)) return false
  throw invalidParameters(refusedValue('situacao', String(situacao), ['true', 'false']))
}

/** HTTP's status without the members that the answer around it has. */
export function leanStatus(situacao: RespostaSituacao) {
  return only(situacao, 'commit', 'proximaColeta', 'ultimaColeta', 'vendaMaisRecente', 'cobertura', 'alertas')
}

/** Figures and times for the text; alerts for both views. */
export function statusSentences(situacao: RespostaSituacao): Sentence[] {
  const { vendaMaisRecente, ultimaColeta, proximaColeta, alertas } = situacao
  const newest = vendaMaisRecente && `; venda mais recente: ${dayAndTime(vendaMaisRecente)}`
  return [
    ofText(`- Alcance: ${reachOf(situacao)}${newest ?? ''}.`),
    ultimaColeta && ofText(`- ${collectionTold(ultimaColeta)}`),
    proximaColeta && ofText(`- Próxima coleta: ${dayAndTime(proximaColeta)}.`),
    ...(alertas.length > 0 ? alertas : ['Nada de anormal na coleta dos dados.']),
  ]
}
