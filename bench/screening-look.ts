import { type Slug, slugs } from '../src/domain/facts/fuels.ts'
import { mean, median, roundHalfAway } from '../src/domain/basics/numbers.ts'
import type { Snapshot } from '../src/query/lists/snapshot.ts'

/** What screening did to one fuel of one commit. */
export interface Look {
  atualizadoEm: string
  combustivel: Slug
  prices: number
  absurd: number
  unbacked: number
  /** Largest distance of a shown price and smallest of a hidden one, in % of the median of all prices. */
  farthestShown: number
  nearestHidden: number
  /** The first line of the list, in % of the median, and how many sales back it. */
  cheapest: number
  cheapestSales: number
  cheapestUnscreened: number
  /** The mean with and without the suspects. */
  meanAll: number
  meanShown: number
  broken: string[]
}

/** One row per fuel, with the promises that do not hold. */
export function lookAt(snapshot: Snapshot): Look[] {
  return slugs
    .filter((slug) => snapshot.list(slug).entries.length >= 8)
    .map((slug) => {
      const { entries } = snapshot.list(slug)
      const all = entries.map((e) => Math.round(e.produto.venda.valorDeclarado * 1000))
      const middle = median(all) ?? NaN
      const away = (price: number) => ((price * 1000 - middle) / middle) * 100
      const shown = entries.filter((e) => !e.suspeito)
      const hidden = entries.filter((e) => e.suspeito)
      const distance = (e: (typeof entries)[number]) => Math.abs(away(e.produto.venda.valorDeclarado))
      const first = shown[0]
      const look: Look = {
        atualizadoEm: snapshot.atualizadoEm,
        combustivel: slug,
        prices: entries.length,
        absurd: hidden.filter((e) => e.suspeito?.motivo !== 'sem_confirmacao').length,
        unbacked: hidden.filter((e) => e.suspeito?.motivo === 'sem_confirmacao').length,
        farthestShown: Math.max(...shown.map(distance)),
        nearestHidden: Math.min(...hidden.map(distance)),
        cheapest: first ? away(first.produto.venda.valorDeclarado) : NaN,
        cheapestSales: first?.confirmacao.vendas ?? 0,
        cheapestUnscreened: entries[0] ? away(entries[0].produto.venda.valorDeclarado) : NaN,
        meanAll: roundHalfAway(mean(all) ?? NaN) / 1000,
        meanShown:
          roundHalfAway(mean(shown.map((e) => Math.round(e.produto.venda.valorDeclarado * 1000))) ?? NaN) /
          1000,
        broken: [],
      }
      if (look.farthestShown > 40) look.broken.push('shown more than 40 % off')
      if (look.nearestHidden <= 20) look.broken.push('hidden within 20 %')
      if (look.cheapest < -20 && look.cheapestSales < 3) look.broken.push('cheapest not backed')
      return look
    })
}
