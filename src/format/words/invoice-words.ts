import type { Entrada, RespostaPrecos } from '../../domain/answers/precos.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { count } from './formatting.ts'

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

/** Sentence on a list with `n` invoices whose words are of another fuel; undefined without any. */
export function contraryNote(n: number): string | undefined {
  if (n === 0) return undefined
  return `${count(n, 'nota desta lista dá', 'notas desta lista dão')} ao produto o nome de outro combustível: a lista segue o código da nota.`
}

/** Notes of an answer of which a face shows only `rows`: the sentence above counts those rows. */
export function notesOnRows(
  { conteudo, observacoes }: Pick<RespostaPrecos, 'conteudo' | 'observacoes'>,
  slug: Slug,
  rows: readonly Entrada[],
): string[] {
  const noteOn = (entries: readonly Entrada[]) =>
    contraryNote(entries.filter(({ produto }) => contraryWords(slug, produto)).length)
  const ofAll = noteOn(conteudo)
  return observacoes.flatMap((note) => (note === ofAll ? (noteOn(rows) ?? []) : note))
}
