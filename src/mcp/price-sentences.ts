import { isInAlagoas } from '../domain/distances.ts'
import type { Pedido } from '../domain/parameters.ts'
import { insteadOf } from '../format/hints.ts'
import { count } from '../format/words.ts'
import type { Lista } from './price-list.ts'
import { isApproximate } from './price-list.ts'
import { unitPrice } from './text.ts'

/** Rows at most. */
export const MOST = 50
/** Stations from which on a place's own prices say what is cheap there. */
const ENOUGH = 5

/** What a list of prices says before its rows: how many, from what to what, and what to mind. */
export function sentences(answer: Lista, pedido: Pedido<'precos'>): (string | false | undefined)[] {
  return [
    summary(answer, pedido),
    few(answer, pedido),
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

function summary(answer: Lista, pedido: Pedido<'precos'>): string {
  const { combustivel, conteudo, totalEncontrados } = answer
  const [cheapest, dearest] = [conteudo[0], conteudo.at(-1)]
  if (!cheapest || !dearest) return `${combustivel}: ${noRows(answer, pedido)}`
  const [from, to] = [cheapest, dearest].map(({ produto: { venda, unidadeMedida } }) =>
    unitPrice(venda.valorDeclarado, unidadeMedida),
  )
  return `${combustivel}: ${conteudo.length} de ${count(totalEncontrados, 'posto', 'postos')}, do mais barato ao mais caro, ${from === to ? `a ${from}` : `de ${from} a ${to}`}.`
}

function noRows(answer: Lista, pedido: Pedido<'precos'>): string {
  const { totalEncontrados, totalPaginas, pagina = 1, sugestoes } = answer
  if (totalPaginas !== undefined && totalPaginas > 0 && pagina > totalPaginas)
    return `a página ${pagina} não existe; a última é a ${totalPaginas}.`
  if (totalEncontrados > 0) return `${count(totalEncontrados, 'posto', 'postos')}.`
  const why = sugestoes
    ? 'Lugares de nome parecido estão em sugestoes.'
    : (outside(pedido) ?? insteadOf(pedido.combustivel) ?? 'Alargue os filtros.')
  return `nenhum posto atende ao pedido. ${why}`
}

/** Why a point finds nobody: it lies in another state, perhaps because its two numbers were exchanged. */
function outside({ lat, lon }: Pedido<'precos'>): string | undefined {
  if (lat === undefined || lon === undefined || isInAlagoas({ latitude: lat, longitude: lon }))
    return undefined
  const exchanged = isInAlagoas({ latitude: lon, longitude: lat })
  return `O ponto pedido fica fora de Alagoas, e só há dados de lá${exchanged ? ': lat e lon parecem trocadas' : ''}.`
}

/** Too few stations to call one of them cheap. */
function few({ totalEncontrados }: Lista, { bairro, municipio }: Pedido<'precos'>): string | undefined {
  if (totalEncontrados === 0 || totalEncontrados >= ENOUGH || (bairro ?? municipio) === undefined)
    return undefined
  const wider = bairro === undefined ? '' : 'municipio em vez de bairro, ou '
  return `São poucos para comparar (menos de ${ENOUGH}): para outros por perto, peça ${wider}lat, lon e raio.`
}
