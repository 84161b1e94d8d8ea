import { GasolinaError, codeOf } from '../../errors.ts'
import table from './error-reasons.json' with { type: 'json' }

/** The failed operation, as a word of the sentence for people. */
export type Attempt = 'ler' | 'listar' | 'gravar' | 'publicar' | 'apagar'

type Reasons = Readonly<Record<string, string>>

/** Why a file operation failed or a server could not be reached, by the code of the error; of engines, by SQLSTATE or name in S3. */
export const reasons: Readonly<Record<keyof typeof table, Reasons>> = table

const UNREADABLE = new Set(['EIO', 'EISDIR', 'EFTYPE', 'ENXIO', 'ESPIPE'])
const WITHOUT_LINK = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'])

/** The sentence for a failed file operation. `place` is relative to the store: situacao shows it to strangers. */
export function storageError(attempt: Attempt, place: string, error: unknown): GasolinaError {
  if (error instanceof GasolinaError) return error
  const code = codeOf(error)
  const reason =
    attempt === 'publicar' && WITHOUT_LINK.has(code)
      ? 'o sistema de arquivos não aceita links físicos (hard links); aponte GASOLINA_STORAGE para outro disco'
      : (reasons.files[code] ?? `o sistema respondeu ${code || 'com um erro desconhecido'}`)
  return couldNot(attempt, place, reason, error)
}

export function couldNot(attempt: Attempt, place: string, reason: string, cause?: unknown): GasolinaError {
  const message = `Não foi possível ${attempt} '${place || '.'}' no armazenamento (GASOLINA_STORAGE): ${reason}.`
  return new GasolinaError('armazenamento_falhou', message, { motivo: reason, cause })
}

/** The reason of a failed operation; of another failure its sentence without the full stop. */
export function reasonOf({ message, motivo }: Pick<GasolinaError, 'message' | 'motivo'>): string {
  return motivo ?? message.replace(/\.$/, '')
}

export function notKept(): GasolinaError {
  return new GasolinaError(
    'armazenamento_falhou',
    'O armazenamento (GASOLINA_STORAGE) não devolveu o que nele foi gravado: os dados publicados antes continuam valendo.',
  )
}

export function pathOfKey(key: string): string {
  return key.replaceAll(':', '/')
}

/** True when the disk cannot read the file, or it is not a regular file: as good as damaged. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof GasolinaError && UNREADABLE.has(codeOf(error.cause))
}

const FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** True when only room is missing, on this disk or PostgreSQL's: what is stored can be read. */
export function isFull({ cause }: GasolinaError): boolean {
  return FULL.has(codeOf(cause))
}

/** Undefined in place of what the disk cannot read. */
export function orDamaged<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (isUnreadable(error)) return undefined
    throw error
  })
}
