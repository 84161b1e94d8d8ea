import type { RespostaEstatisticas } from '../../domain/answers/estatisticas.ts'
import { rounded } from '../../domain/basics/numbers.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import { count, moneyChange } from './formatting.ts'

/** `Gasolina aditivada +R$ 0,15 sobre Gasolina comum (mediana de 340 postos)`; answers of older servers have none. */
export function differenceWords({ diferencas }: Partial<Pick<RespostaEstatisticas, 'diferencas'>>): string[] {
  return (diferencas ?? []).flatMap(({ combustivel, sobre, mediana, postos }) =>
    mediana === null
      ? []
      : [
          `${fuelOf(combustivel).nomePopular} ${moneyChange(rounded(mediana, 2))} sobre ${fuelOf(sobre).nomePopular} (mediana de ${count(postos, 'posto', 'postos')})`,
        ],
  )
}
