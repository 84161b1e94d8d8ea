import type { RespostaHistoricoDoLugar } from '../../domain/answers/historico.ts'
import { count, day, decimal } from './formatting.ts'

type Changes = Pick<
  RespostaHistoricoDoLugar,
  'lugar' | 'periodo' | 'subiram' | 'desceram' | 'subiramConfirmados' | 'desceramConfirmados'
>

/** `Maceió, em 16/04/2026: 12 postos subiram algum preço e 3 baixaram; com os preços ainda por confirmar, 20 e 9`. */
export function changesHeadline({ lugar, ...changes }: Changes): string {
  return `${lugar.nome}, ${changesSaid(changes)}`
}

/** A station may be among both. An older server does not tell which of them sales confirm. */
export function changesSaid({ periodo, subiram = 0, desceram = 0, ...confirmed }: Omit<Changes, 'lugar'>) {
  const { desde, ate } = periodo
  const { subiramConfirmados: up = subiram, desceramConfirmados: down = desceram } = confirmed
  const when = desde === ate ? `em ${day(ate)}` : `de ${day(desde)} a ${day(ate)}`
  const others =
    up === subiram && down === desceram
      ? ''
      : `; com os preços ainda por confirmar, ${decimal(subiram)} e ${decimal(desceram)}`
  return `${when}: ${count(up, 'posto subiu', 'postos subiram')} algum preço e ${count(down, 'baixou', 'baixaram')}${others}`
}
