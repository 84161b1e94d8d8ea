/** Up to which part of gasolina's price ethanol pays in a common flex car: what it yields of gasolina, litre for litre. */
export const USUAL_RATIO = 0.7

/** Prices of both at one station, in thousandths of a real. */
export interface Pair {
  alcool: number
  gasolina: number
}

/** A ratio has no more decimals than this tells apart. */
const PARTS = 1_000_000

/** On whole numbers: exactly the ratio still pays. */
export function ethanolPays({ alcool, gasolina }: Pair, razao: number): boolean {
  return alcool * PARTS <= gasolina * Math.round(razao * PARTS)
}
