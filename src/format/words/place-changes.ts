import type { RespostaHistoricoDoLugar } from '../../domain/answers/historico.ts'
import { count, day, decimal } from './formatting.ts'

type Changes = Pick<
  RespostaHistoricoDoLugar,
  'lugar' | 'periodo' | 'subiram' | 'desceram' | 'ficaramAcima' | 'ficaramAbaixo'
>

/** `Maceió, em 16/04/2026: 12 postos subiram algum preço e 3 baixaram; ao fim, 10 estão acima do começo e 3 abaixo`. */
export function changesHeadline({ lugar, ...changes }: Changes): string {
  return `${lugar.nome}, ${changesSaid(changes)}`
}

/** A station may be among both. One that went up and came back ended neither above nor below; older servers do not tell these. */
export function changesSaid({ periodo, subiram = 0, desceram = 0, ...ended }: Omit<Changes, 'lugar'>) {
  const { desde, ate } = periodo
  const { ficaramAcima: above, ficaramAbaixo: below = 0 } = ended
  const when = desde === ate ? `em ${day(ate)}` : `de ${day(desde)} a ${day(ate)}`
  const net =
    above === undefined || subiram + desceram === 0
      ? ''
      : `; ao fim, ${count(above, 'está', 'estão')} acima do começo e ${decimal(below)} abaixo`
  return `${when}: ${count(subiram, 'posto subiu', 'postos subiram')} algum preço e ${count(desceram, 'baixou', 'baixaram')}${net}`
}
