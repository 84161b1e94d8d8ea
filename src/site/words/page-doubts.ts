import { inSentence } from '../../format/words/names.ts'
import { doubtIn } from '../../format/words/doubt.ts'
import { CONFIRMING_SALES, NA_JANELA } from '../../domain/facts/rules.ts'
import { counted, reais } from './page-figures.ts'
import { type Html, html } from '../markup/html.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import { decimal } from '../../format/words/formatting.ts'

type Priced = Parameters<typeof doubtIn>[0] | null | undefined
export type Doubts = NonNullable<ReturnType<typeof doubtsOf>>

/** Reasons to doubt a price: `só 1 venda` and `o usual é R$ 6,20`. */
export function doubtsOf(price: Priced) {
  const doubt = price && doubtIn(price)
  if (!doubt) return undefined
  return { few: `só ${counted(doubt.sales, 'venda', 'vendas')}`, usually: `o usual é ${reais(doubt.usual)}` }
}

/** ` (só 1 venda; o usual é R$ 6,20)`, after a price in a sentence. */
export function inBrackets(doubts: Doubts | null | undefined): string {
  return doubts ? ` (${doubts.few}; ${doubts.usually})` : ''
}

export function care(doubts: Doubts | null | undefined): Html | undefined {
  return doubts ? html`<span class="care">${doubts.few}; ${doubts.usually}</span>` : undefined
}

/** `o usual; visto a R$ 6,02`, of a usual price that stands for the one last seen. */
export function seenOtherwise(counted: number, seen: number): Html | undefined {
  if (reais(counted) === reais(seen)) return undefined
  return html`<span class="care">o usual; visto a ${reais(seen)}</span>`
}

type Lowest = Record<'precoMinimo' | 'precoMinimoProvavel', number | null> & { maisBarato: Priced }

/** A declared price below the likely ones of a place: `visto a R$ 6,02: só 1 venda; o usual é R$ 6,60`. */
export function seenLower({ precoMinimo, precoMinimoProvavel, maisBarato }: Lowest): string | undefined {
  const doubts = doubtsOf(maisBarato)
  if (!doubts || precoMinimo === null || precoMinimoProvavel === null) return undefined
  const seen = reais(precoMinimo)
  return seen === reais(precoMinimoProvavel) ? undefined : `visto a ${seen}: ${doubts.few}; ${doubts.usually}`
}

/** `Ninguém vendeu GNV em Maragogi nos últimos dez dias.`, or that only prices under suspicion are known there. */
export function nobodySold(suspeitos: number, { fuel = '', where = '' } = {}): string {
  // A place of two parts ends with a comma: `no Farol, Maceió, nos últimos dez dias`.
  const place = where && `${where}${where.includes(',') ? ', ' : ' '}`
  if (suspeitos === 0) return `Ninguém vendeu ${fuel && `${inSentence(fuel)} `}${place}${NA_JANELA}.`
  const out = counted(suspeitos, 'preço ficou', 'preços ficaram')
  return `Nenhum preço ${fuel && `de ${inSentence(fuel)} `}sem suspeita ${place}${NA_JANELA}; ${out} fora da lista.`
}

type Suspect = Pick<Entrada, 'suspeito' | 'confirmacao'>

/** `parece erro da nota`; unconfirmed where more sales may still confirm the price; only far from others where several sales have it. */
export function suspicionWords({ suspeito, confirmacao }: Suspect): string {
  if (suspeito?.motivo === 'sem_confirmacao') return 'ainda não foi confirmado'
  return confirmacao.vendas >= CONFIRMING_SALES ? 'fica longe dos outros' : 'parece erro da nota'
}

/** `parece erro da nota: está 52 % abaixo da mediana do estado com todos os preços (R$ 5,29)`: those in doubt count for it, too. */
export function suspicionReason(suspect: Suspect): string {
  const { desvio = 0, referencia = 0 } = suspect.suspeito ?? {}
  const away = `${decimal(Math.abs(desvio), 0, 0)}\u00A0% ${desvio < 0 ? 'abaixo' : 'acima'}`
  return `${suspicionWords(suspect)}: está ${away} da mediana do estado com todos os preços (${reais(referencia)})`
}

export function outcomeOf({ suspeito, confirmacao }: Suspect): string {
  if (suspeito?.motivo === 'sem_confirmacao') return 'fica fora das listas até que mais vendas o confirmem'
  return `fica fora das listas${confirmacao.vendas >= CONFIRMING_SALES ? '' : '; não conte com ele'}`
}
