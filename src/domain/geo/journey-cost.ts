import type { Custo, RespostaPrecos } from '../answers/precos.ts'
import { fromThousandths, roundHalfAway } from '../basics/numbers.ts'

/** Parameters of the cost of a drive, as in the answer. */
export type Contas = NonNullable<RespostaPrecos['contas']>

/** Roads are so much longer than the straight line. A declared guess, of the kind that serves towns and highways alike. */
export const FATOR_DE_VIA = 1.3

/** Cost of filling up at `price` (in thousandths) and driving there and back, `metres` in a straight line; in reais and km. */
export function costOf(price: number, metres: number, contas: Contas): Custo {
  const detour = detourOf(metres, contas)
  return {
    abastecimento: fromThousandths(contas.litros * price),
    desvioKm: fromThousandths(detour),
    deslocamento: fromThousandths(driveOf(price, detour, contas)),
    total: fromThousandths(totalOf(price, metres, contas)),
  }
}

/** Cost in whole thousandths of a real: costs are compared as they are shown. */
export function totalOf(price: number, metres: number, contas: Contas): number {
  return roundHalfAway(contas.litros * price + driveOf(price, detourOf(metres, contas), contas))
}

/** Length of the detour in metres. */
function detourOf(metres: number, { fatorDeVia }: Contas): number {
  return 2 * metres * fatorDeVia
}

function driveOf(price: number, detour: number, { consumo }: Contas): number {
  return (detour / 1000 / consumo) * price
}
