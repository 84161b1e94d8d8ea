import type { Slug } from './fuels.ts'

/** Words of a product's description that belong to another list of the same family. */
const OTHERS: Partial<Record<Slug, RegExp>> = {
  'gasolina-comum': /(?<!\b(?:N[AÃ]O|SEM|S\/) ?)ADI?T/i,
  'gasolina-aditivada': /^(?!.*ADI?T).*COMUM/i,
  'diesel-comum': /\bB?S[- ]*1 ?0\b|^(?!.*S[- ]*5 ?0 ?0).*ADI?T/i,
  'diesel-aditivado': /\bB?S[- ]*5 ?0 ?0\b/i,
}

/** The invoice's own words where they contradict the list in which the sale was declared: `GASOLINA ADITIVADA` among the common ones. */
export function contraryWords(slug: Slug, { descricao }: { descricao: string }): string | undefined {
  return OTHERS[slug]?.test(descricao) ? descricao : undefined
}
