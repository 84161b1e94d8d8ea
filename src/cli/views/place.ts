import type { Lugar } from '../../domain/answers.ts'
import type { Endereco } from '../../domain/model.ts'
import { municipioByCode } from '../../domain/municipalities.ts'
import { titled } from '../../format/words.ts'

/** A municipality as people write it: the source knows no accents. */
export function townOf({ codigoIBGE, municipio }: Pick<Endereco, 'codigoIBGE' | 'municipio'>): string {
  return municipioByCode(codigoIBGE)?.nome ?? titled(municipio)
}

/** `em Ponta Verde, Maceió`, `a até 5 km do ponto`. */
export function whereIs({ lugar }: { lugar: Lugar }): string {
  return (lugar.ambito === 'ponto' || lugar.ambito === 'rota') && lugar.municipios.length === 0
    ? lugar.nome
    : `em ${lugar.nome}`
}

/** The question back, when the place was not understood but others are named much like it. */
export function meantInstead({
  lugar,
  sugestoes = [],
}: {
  lugar: Lugar
  sugestoes?: string[] | undefined
}): string {
  const isUnderstood = lugar.municipios.length > 0
  return sugestoes.length > 0 && !isUnderstood ? `Talvez ${sugestoes.join(', ')}?` : ''
}
