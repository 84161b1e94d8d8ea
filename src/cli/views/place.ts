import type { Lugar } from '../../domain/answers/common.ts'
import { count } from '../../format/words/formatting.ts'

/** `em Ponta Verde, Maceió`, `a até 5 km do ponto`. */
export function whereIs({ lugar }: { lugar: Lugar }): string {
  return (lugar.ambito === 'ponto' || lugar.ambito === 'rota') && lugar.municipios.length === 0
    ? lugar.nome
    : `em ${lugar.nome}`
}

/** That nothing was found of `whom`, stations or prices; of sales so new, when that was asked. */
export function nobody(resposta: { lugar: Lugar }, whom: string, horas: number | undefined): string {
  return horas === undefined
    ? `Nenhum posto${whom && ` com ${whom}`} ${whereIs(resposta)}.`
    : `Nenhuma venda${whom && ` de ${whom}`} ${whereIs(resposta)} de até ${count(horas, 'hora', 'horas')} antes da última coleta.`
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
