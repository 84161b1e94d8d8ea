import type { RespostaEstatisticas } from '../../domain/answers/estatisticas.ts'
import { rounded } from '../../domain/basics/numbers.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import { count } from './formatting.ts'
import { howMuch } from './weekend.ts'

/** `Gasolina aditivada custa R$ 0,15 a mais que Gasolina comum, na mediana de 340 postos`; answers of older servers have none. */
export function differenceWords({ diferencas }: Partial<Pick<RespostaEstatisticas, 'diferencas'>>): string[] {
  return (diferencas ?? []).flatMap(({ combustivel, sobre, mediana, postos }) =>
    mediana === null
      ? []
      : [
          `${fuelOf(combustivel).nomePopular} custa ${rounded(mediana, 2) === 0 ? 'o mesmo' : howMuch(mediana)} que ${fuelOf(sobre).nomePopular}, na mediana de ${count(postos, 'posto', 'postos')}`,
        ],
  )
}
