import type { PostoServido } from '../../domain/answers/answer-schemas.ts'
import { titled } from '../../format/words/formatting.ts'

/** Street and number, as people write them. */
export function streetOf({ endereco }: PostoServido): string {
  const { nomeLogradouro, numeroImovel } = endereco
  return [titled(nomeLogradouro), numeroImovel].filter(Boolean).join(', ')
}
