import type { PostoServido } from '../../domain/answers.ts'
import { titled } from '../../format/words.ts'

/** Street and number, as people write them. */
export function streetOf({ endereco }: PostoServido): string {
  const { nomeLogradouro, numeroImovel } = endereco
  return [titled(nomeLogradouro), numeroImovel].filter(Boolean).join(', ')
}

/** The way there on a map; empty where only the district's or town's middle is known, which is no place to drive to. */
export function mapLink({ endereco: { localizacao } }: PostoServido): string {
  if (localizacao?.precisao !== 'exata') return ''
  return `https://www.google.com/maps/dir/?api=1&destination=${localizacao.latitude},${localizacao.longitude}`
}
