import type { Entrada } from '../../domain/answers/precos.ts'
import type { Grupo } from '../../domain/answers/estatisticas.ts'
import type { Confirmacao } from '../../domain/answers/shared-schemas.ts'
import type { HistoricoDoCombustivel } from '../../domain/answers/historico.ts'
import { STATIONS_TO_RANK } from '../../domain/facts/rules.ts'
import { count, money } from './formatting.ts'

/** `4 vendas seguidas a este preço`: the newest, exactly at this pump price. */
export function salesAtPrice({ nestePreco }: Pick<Confirmacao, 'nestePreco'>): string {
  return `${nestePreco === 1 ? 'só a última venda' : `${count(nestePreco, 'venda', 'vendas')} seguidas`} a este preço`
}

/** `13 vendas entre R$ 6,54 e R$ 6,60`; undefined where all were at this price, and where the product's history begins within the run. */
export function nearSales(
  { vendas, desde, nestePreco }: Confirmacao,
  codigo: string,
  history: Pick<HistoricoDoCombustivel, 'serie'> | undefined,
): string | undefined {
  if (vendas === nestePreco) return undefined
  const run = (history?.serie ?? []).flatMap((trecho) =>
    'de' in trecho && trecho.codigo === codigo && trecho.de >= desde ? [trecho] : [],
  )
  if (run.reduce((sum, trecho) => sum + trecho.vendas, 0) !== vendas) return undefined
  const prices = run.map(({ valorDeclarado }) => valorDeclarado)
  return `${count(vendas, 'venda', 'vendas')} entre ${money(Math.min(...prices))} e ${money(Math.max(...prices))}`
}

/** ` (de só 1 posto)` after a median of too few stations to rank a place: one sale may move it. */
export function fewStations(serie: readonly { postos: number }[]): string {
  const stations = serie.at(-1)?.postos ?? 0
  return stations < STATIONS_TO_RANK ? ` (de só ${count(stations, 'posto', 'postos')})` : ''
}

type Doubtful = Pick<Entrada, 'duvida'> & { confirmacao?: Partial<Confirmacao>; nestePreco?: number }

/** Reasons to doubt a price: its sales, exactly at it or, where they are not counted, near it; and the usual price in reais. */
export function doubtIn({ duvida, confirmacao, nestePreco = duvida?.vendas ?? 0 }: Doubtful) {
  return duvida && { sales: confirmacao?.nestePreco ?? nestePreco, usual: duvida.usual }
}

type Lowest = Pick<Grupo, 'precoMinimo'> & { maisBarato: Pick<Entrada, 'precoProvavel'> | null }

/** The lowest price of a place is not the likely one at its station. */
export function isDoubtfulLowest({ precoMinimo, maisBarato }: Lowest): boolean {
  return maisBarato !== null && maisBarato.precoProvavel !== precoMinimo
}

/** `; o maior é de só 1 venda, e o usual do posto é R$ 6,79`, after a highest price; empty without a doubt. */
export function doubtOfHighest(maisCaro: Doubtful | null): string {
  const doubt = maisCaro && doubtIn(maisCaro)
  if (!doubt) return ''
  return `; o maior é de só ${count(doubt.sales, 'venda', 'vendas')}, e o usual do posto é ${money(doubt.usual)}`
}

/** Explains the sign `*` after doubtful prices. */
export const HARDLY_PAID = 'Poucas vendas, e abaixo do usual do posto: dificilmente se paga.'

/** `só 1 venda; o usual é R$ 6,57`. */
export function doubtOf(price: Doubtful): string | undefined {
  return inWords(doubtIn(price))
}

/** ` (só 1 venda; o usual é R$ 6,57)`, after a price. Of several stations at it, the doubt with most sales; empty if one is not doubted. */
export function doubtInBrackets(...prices: readonly (Doubtful | null | undefined)[]): string {
  const doubts = prices.flatMap((price) => (price && doubtIn(price)) ?? [])
  const [least] = doubts.toSorted((a, b) => b.sales - a.sales)
  return least && doubts.length === prices.length ? ` (${inWords(least)})` : ''
}

/** The doubt in a likely price: above the usual it is the declared one. */
export function ofLikely<P extends Doubtful>(price: P | null | undefined): P | undefined {
  return price?.duvida?.motivo === 'acima_do_usual' ? price : undefined
}

interface Priced {
  produto: { venda: { valorDeclarado: number } }
  /** Tools omit it where it is the declared one. */
  precoProvavel?: number | undefined
}

/** The declared price of a station, or the likely one. */
export function priceOf({ produto, precoProvavel }: Priced, isLikely: boolean): number {
  const { valorDeclarado } = produto.venda
  return isLikely ? (precoProvavel ?? valorDeclarado) : valorDeclarado
}

/** The lowest and the highest of declared or likely prices, written, each with the doubt in it. */
export function extremesOf(
  entries: readonly (Priced & Doubtful)[],
  isLikely: boolean,
  write: (price: number) => string,
): string[] {
  const prices = entries.map((entry) => priceOf(entry, isLikely))
  return [Math.min(...prices), Math.max(...prices)].map((price) => {
    const there = entries.filter((_, at) => prices[at] === price)
    return write(price) + doubtInBrackets(...(isLikely ? there.map(ofLikely) : there))
  })
}

export function doubtOfLowest(group: Pick<Grupo, 'precoMinimo' | 'maisBarato'>): string | undefined {
  const { maisBarato } = group
  if (!maisBarato || !isDoubtfulLowest(group)) return undefined
  return inWords({ sales: maisBarato.vendas, usual: maisBarato.precoProvavel })
}

function inWords(doubt: ReturnType<typeof doubtIn>): string | undefined {
  return doubt && `só ${count(doubt.sales, 'venda', 'vendas')}; o usual é ${money(doubt.usual)}`
}
