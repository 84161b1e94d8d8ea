import { type Dia, type Instante, dayOf } from '../../domain/basics/time.ts'
import { day } from './formatting.ts'

/** Sentence on a period after the last day of the data. */
export const TO_COME = 'O período pedido ainda não chegou, e não há previsões.'

export function isToCome({ desde }: { desde: Dia }, atualizadoEm: Instante | null): boolean {
  return atualizadoEm !== null && desde > dayOf(atualizadoEm)
}

const SALES_BEGIN = 'As vendas vistas deste posto começam em '

/** Sentence on a station's period without sales: where its data begins. */
export function salesBegin(dia: Dia): string {
  return `${SALES_BEGIN}${month(dia)}.`
}

export function tellsBeginning(sentence: string): boolean {
  return sentence.startsWith(SALES_BEGIN)
}

/** `03/2026`. */
export function month(dia: Dia): string {
  return day(dia).slice(3)
}
