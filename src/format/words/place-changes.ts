import type { RespostaHistoricoDoLugar } from '../../domain/answers/historico.ts'
import { count, day } from './formatting.ts'

type Changes = Pick<RespostaHistoricoDoLugar, 'lugar' | 'periodo' | 'subiram' | 'desceram'>

/** `Maceió, em 16/04/2026: 12 postos subiram algum preço e 3 baixaram`. */
export function changesHeadline({ lugar, ...changes }: Changes): string {
  return `${lugar.nome}, ${changesSaid(changes)}`
}

/** A station may be among both. */
export function changesSaid({ periodo: { desde, ate }, subiram = 0, desceram = 0 }: Omit<Changes, 'lugar'>) {
  const when = desde === ate ? `em ${day(ate)}` : `de ${day(desde)} a ${day(ate)}`
  return `${when}: ${count(subiram, 'posto subiu', 'postos subiram')} algum preço e ${count(desceram, 'baixou', 'baixaram')}`
}
