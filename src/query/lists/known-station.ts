import type { PostoServido } from '../../domain/answers/answer-schemas.ts'
import { GasolinaError } from '../../errors.ts'
import type { Snapshot } from './snapshot.ts'

/** @throws {GasolinaError} `posto_nao_encontrado`. */
export function knownStation(snapshot: Snapshot, cnpj: string): PostoServido {
  const posto = snapshot.posto(cnpj)
  if (posto) return posto
  throw new GasolinaError(
    'posto_nao_encontrado',
    `Nenhum posto conhecido tem o CNPJ ${cnpj}: confira-o ou procure o posto pelo nome.`,
  )
}
