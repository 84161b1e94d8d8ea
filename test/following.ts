import type { Mudanca } from '../src/domain/answers/mudancas.ts'

/** By fuel, station and product: what a follower of the changes knows. null where a price is told to be none. */
export type Prices = Record<string, [preco: number | null, suspeito: boolean]>

/** As a reader would, from the documentation: a row says what stands from then on, or that nothing does. */
export function apply(prices: Prices, changes: readonly Mudanca[]): Prices {
  const after = { ...prices }
  for (const { combustivel, cnpj, codigo, para, suspeito } of changes) {
    const key = `${combustivel} ${cnpj} ${codigo}`
    if (para === null) delete after[key]
    else after[key] = [para, suspeito !== undefined]
  }
  return after
}

/** By fuel and station: the code of the product whose price is shown. */
export type Shown = Record<string, string>

/** `trocou` sets it, and the first row of a station without one; it ends with the product. */
export function applyShown(shown: Shown, changes: readonly Mudanca[]): Shown {
  const after = { ...shown }
  for (const { combustivel, cnpj, codigo, tipo, para } of changes) {
    const key = `${combustivel} ${cnpj}`
    if (para === null && after[key] === codigo) delete after[key]
    else if (para !== null && (tipo === 'trocou' || after[key] === undefined)) after[key] = codigo
  }
  return after
}
