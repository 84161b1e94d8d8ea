import type { Slug } from '../../domain/facts/fuels.ts'

/** Words of a product's description that belong to another list of the same family. */
const OTHERS: Partial<Record<Slug, RegExp>> = {
  'gasolina-comum': /ADIT/i,
  'gasolina-aditivada': /^(?!.*ADIT).*COMUM/i,
  'diesel-comum': /\bS[- ]*1 ?0\b|ADIT/i,
  'diesel-aditivado': /\bS[- ]*5 ?0 ?0\b/i,
}

/** The invoice's own words where they contradict the list in which the sale was declared: `GASOLINA ADITIVADA` among the common ones. */
export function contraryWords(slug: Slug, { descricao }: { descricao: string }): string | undefined {
  return OTHERS[slug]?.test(descricao) ? descricao : undefined
}

/** `Na nota: GASOLINA ADITIVADA`; undefined without a contradiction. */
export function onTheInvoice(slug: Slug, produto: { descricao: string }): string | undefined {
  const words = contraryWords(slug, produto)
  return words === undefined ? undefined : `Na nota: ${words}`
}
