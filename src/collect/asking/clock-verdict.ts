import type { Registro } from '../../domain/facts/sale-record.ts'
import { PRICES_FOR_A_MEDIAN } from '../../domain/facts/rules.ts'
import { DAY, type Instante, addMs, latestOf } from '../../domain/basics/time.ts'
import { dayAndTime } from '../../format/words/formatting.ts'
import { MAX_AHEAD } from '../../sources/normalize.ts'
import { CLOCK_TOLERANCE } from '../clock/wrong-clock.ts'
import type { SweepResult } from './sweep-result.ts'

/** The source shows ten days; when its newest sale is older than this, one of the two clocks is wrong. */
const OLDEST_NEWS = 11 * DAY

export interface ClockVerdict {
  /** Why this machine's clock is not believed, a Portuguese sentence. */
  motivo?: string
  /** True when the source confirms the clock. */
  confirmed: boolean
}

/**
 * Judges the clock by a collection. The time of the source counts first, unless it shows later sales: then the source's clock is
 * wrong. Without that time its sales count, which are of the last ten days.
 */
export function judgeClock({ desvio, registros, futuros }: SweepResult, agora: Instante): ClockVerdict {
  if (desvio !== undefined) {
    const told = addMs(agora, desvio)
    if (Math.abs(desvio) <= CLOCK_TOLERANCE) return { confirmed: true }
    if (countAfter(registros, addMs(told, MAX_AHEAD)) < PRICES_FOR_A_MEDIAN)
      return { motivo: disagreement(agora, `o da fonte, ${dayAndTime(told)}`), confirmed: false }
  }
  if (registros.length > 0 && countAfter(registros, addMs(agora, -OLDEST_NEWS)) === 0) {
    const newest = latestOf(registros.map(({ produto }) => produto.venda.dataVenda)) ?? ''
    return {
      motivo: disagreement(agora, `a venda mais recente é de ${dayAndTime(newest)}`),
      confirmed: false,
    }
  }
  return { confirmed: registros.length > 0 && futuros === 0 }
}

/** The reason to refuse a merge upon a commit dated in the future, while the clock is unconfirmed. */
export function commitAhead(agora: Instante, atualizadoEm: Instante): string {
  return disagreement(agora, `o último commit, ${dayAndTime(atualizadoEm)}`)
}

function disagreement(agora: Instante, other: string): string {
  return `O relógio desta máquina marca ${dayAndTime(agora)} e ${other}: acerte-o, se o errado é este. Nada do que veio foi guardado, e a próxima coleta tenta de novo.`
}

function countAfter(registros: readonly Registro[], moment: Instante): number {
  return registros.reduce((count, { produto }) => count + Number(produto.venda.dataVenda > moment), 0)
}
