import { count } from '../format/words.ts'
import type { Lista } from './price-list.ts'
import { isApproximate } from './price-list.ts'
import { placeSentences, unitPrice } from './text.ts'

/** Rows at most. */
export const MOST = 50

/** What a list of prices says before its rows: how many, from what to what, and what to mind. */
export function sentences(answer: Lista): (string | false | undefined)[] {
  return [
    summary(answer),
    ...placeSentences(answer),
    answer.conteudo.some((row) => row.distanciaKm !== undefined && isApproximate(row)) &&
      'Onde aproximada é true, a distância é até o meio do bairro ou do município, não até o posto.',
  ]
}

export function howToSeeMore({ pagina }: Lista, more: number): string {
  const here = pagina === undefined ? `aumente limite (até ${MOST})` : `peça pagina ${pagina + 1}`
  return `Há mais ${count(more, 'posto', 'postos')}: ${here}, restrinja por bairro, municipio ou raio, ou baixe o CSV ligado.`
}

export function suspects(omitted: number): string | undefined {
  if (omitted === 0) return undefined
  return `${count(omitted, 'preço suspeito foi omitido', 'preços suspeitos foram omitidos')}; suspeitos=incluir mostra.`
}

function summary(answer: Lista): string {
  const { combustivel, conteudo, totalEncontrados } = answer
  const [cheapest, dearest] = [conteudo[0], conteudo.at(-1)]
  if (!cheapest || !dearest) return `${combustivel}: ${noRows(answer)}`
  const [from, to] = [cheapest, dearest].map(({ produto: { venda, unidadeMedida } }) =>
    unitPrice(venda.valorDeclarado, unidadeMedida),
  )
  return `${combustivel}: ${conteudo.length} de ${count(totalEncontrados, 'posto', 'postos')}, do mais barato ao mais caro, ${from === to ? `a ${from}` : `de ${from} a ${to}`}.`
}

function noRows(answer: Lista): string {
  const { totalEncontrados, totalPaginas, pagina = 1, observacoes } = answer
  if (totalPaginas !== undefined && totalPaginas > 0 && pagina > totalPaginas)
    return `a página ${pagina} não existe; a última é a ${totalPaginas}.`
  if (totalEncontrados > 0) return `${count(totalEncontrados, 'posto', 'postos')}.`
  const why = observacoes.length > 0 ? '' : ' Alargue os filtros.'
  return `nenhum posto atende ao pedido.${why}`
}
