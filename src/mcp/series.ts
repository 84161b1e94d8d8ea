import type { HistoricoDoCombustivel, RespostaHistorico } from '../domain/answers.ts'
import { perFuel } from '../domain/fuels.ts'

type Series = RespostaHistorico['combustiveis']

/** Each fuel's `serie` cut to its newest `n` members; `resumo` still tells of the whole period. */
export function newestRuns(combustiveis: Series, n: number): Series {
  const shorter: Series = {}
  for (const slug of Object.keys(perFuel(() => 0)) as (keyof Series)[]) {
    const history = combustiveis[slug]
    if (history) shorter[slug] = { ...history, serie: newest(history.serie, n) }
  }
  return shorter
}

function newest(serie: HistoricoDoCombustivel['serie'], n: number): HistoricoDoCombustivel['serie'] {
  return n === 0 ? [] : (serie.slice(-n) as HistoricoDoCombustivel['serie'])
}
