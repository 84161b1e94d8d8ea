import { GasolinaError } from '../../../errors.ts'
import type { Attempt } from '../../bytes/storage-errors.ts'
import { couldNot } from '../../bytes/storage-errors.ts'
import type { S3Answer } from './request.ts'

const VARIABLE = 'GASOLINA_STORAGE'
const KEYS = 'AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY e AWS_SESSION_TOKEN'

/** What only another configuration mends, by the name S3 gives it. */
const WRONG_CONFIGURATION: Record<string, string> = {
  NoSuchBucket: `O bucket de ${VARIABLE} não existe: crie-o, ou confira o nome e o endereço (AWS_ENDPOINT_URL).`,
  InvalidBucketName: `O bucket de ${VARIABLE} não existe: o nome não vale.`,
  InvalidAccessKeyId: `O S3 de ${VARIABLE} não conhece a chave: confira ${KEYS}.`,
  SignatureDoesNotMatch: `O S3 de ${VARIABLE} recusou a assinatura: confira ${KEYS}.`,
  ExpiredToken: `A credencial do S3 de ${VARIABLE} venceu: troque ${KEYS}.`,
  InvalidToken: `O S3 de ${VARIABLE} recusou a credencial: confira ${KEYS}.`,
  AuthorizationHeaderMalformed: `A região do bucket de ${VARIABLE} é outra: confira AWS_REGION.`,
  PermanentRedirect: `A região do bucket de ${VARIABLE} é outra: confira AWS_REGION.`,
  RequestTimeTooSkewed: `O S3 de ${VARIABLE} recusa a hora desta máquina: acerte o relógio.`,
}

/** The sentence for an answer that is neither what was asked for nor one that may pass. `place` is relative to the store. */
export function refusalOf(attempt: Attempt, place: string, { status, code }: S3Answer): GasolinaError {
  const configuration = WRONG_CONFIGURATION[code]
  if (configuration !== undefined) return new GasolinaError('configuracao_invalida', configuration)
  if (code === 'NotImplemented' && attempt === 'publicar')
    return new GasolinaError('configuracao_invalida', notConditional())
  const reason =
    status === 403 && (code === '' || code === 'AccessDenied')
      ? 'falta permissão (s3:ListBucket, s3:GetObject, s3:PutObject e s3:DeleteObject)'
      : code
        ? `o S3 respondeu ${status} (${code})`
        : `o endereço respondeu ${status} sem ser um S3; confira AWS_ENDPOINT_URL`
  return couldNot(attempt, place, reason)
}

function notConditional(): string {
  return `O S3 de ${VARIABLE} não aceita gravação condicional (If-None-Match: *), sem a qual duas coletas se apagariam: use outro serviço.`
}
