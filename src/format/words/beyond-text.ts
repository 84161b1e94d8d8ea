import type { Valor } from '../../domain/questions/parameters.ts'
import { percentBetween, toThousandths } from '../../domain/basics/numbers.ts'
import { decimal, money } from './formatting.ts'

interface Seen {
  produto: { venda: { valorDeclarado: number } }
  precoProvavel?: number | undefined
  distanciaKm?: number | undefined
}

/** Who stands first beyond the radius, in our own words: the station's name is for the caller to show. */
export function beyondSentence(beyond: Seen, first: Seen, ordenar: Valor<'ordenar'>): string {
  const [there, here] = [beyond, first].map(({ produto: { venda }, precoProvavel }) =>
    ordenar === 'provavel' ? (precoProvavel ?? venda.valorDeclarado) : venda.valorDeclarado,
  )
  const isLikely = there !== beyond.produto.venda.valorDeclarado
  const saved = -percentBetween(toThousandths(here ?? 0), toThousandths(there ?? 0))
  return `Logo depois do raio, a ${decimal(beyond.distanciaKm ?? 0, 1, 1)} km: ${money(there ?? 0)}${isLikely ? ' (provável)' : ''}, ${decimal(saved, 1, 1)} % menos que o primeiro`
}
