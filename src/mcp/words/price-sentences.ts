import { ORDEM_DE_LEITURA, type Pedido, type Valor, parametros } from '../../domain/questions/parameters.ts'
import { extremesOf, priceOf } from '../../format/words/doubt.ts'
import { beyondSentence } from '../../format/words/journey-text.ts'
import { count, money } from '../../format/words/formatting.ts'
import type { Lista } from './price-list.ts'
import { PAY_THE_USUAL, UNCONFIRMED, placeSentences, unitPrice } from './text.ts'
import texts from '../texts.json' with { type: 'json' }

/** Rows unless the question says, and at most. */
export const [USUAL_ROWS, MOST_ROWS] = [10, 50] as const

export function priceSentences(answer: Lista, pedido: Pedido<'precos'>) {
  const beyond = beyondSentence(answer, pedido.ordenar ?? ORDEM_DE_LEITURA)
  return [
    summary(answer, pedido),
    answer.conteudo.some(({ duvida }) => duvida) && PAY_THE_USUAL,
    suspectsSentence(answer),
    ...placeSentences(answer),
    beyond && `${beyond}.`,
    answer.conteudo.some(({ estabelecimento }) => estabelecimento.endereco.localizacao) &&
      `Distância aproximada (“no bairro”, “na cidade”): até o meio dele${answer.contas ? '; o custo do desvio não se sabe' : ''}.`,
  ]
}

export function howToSeeMore({ pagina = 1, conteudo }: Lista, more: number): string {
  const isAll = pagina > 1 || conteudo.length >= MOST_ROWS
  const ways = [!isAll && `aumente limite (até ${MOST_ROWS})`, `peça pagina ${pagina + 1}`].filter(Boolean)
  return `Há mais ${count(more, 'posto', 'postos')}: ${ways.join(', ')} ou restrinja o lugar.`
}

export function suspects(omitted: number): string | undefined {
  if (omitted === 0) return undefined
  return `${count(omitted, 'preço suspeito foi omitido', 'preços suspeitos foram omitidos')}; suspeitos=so ${omitted === 1 ? 'o mostra' : 'os mostra'}.`
}

function suspectsSentence({ conteudo }: Lista) {
  const motives = conteudo.flatMap(({ suspeito }) => suspeito?.motivo ?? [])
  const n = motives.length
  const why = motives.includes('sem_confirmacao') ? ` ${UNCONFIRMED}` : ''
  if (n === 0) return undefined
  return `${count(n, 'preço, marcado com suspeito, fica', 'preços, marcados com suspeito, ficam')} longe dos outros: não conte com ${n === 1 ? 'ele' : 'eles'}.${why}`
}

function summary(answer: Lista, pedido: Pedido<'precos'>): string {
  const { nomePopular, conteudo, totalEncontrados, pagina, totalPaginas } = answer
  const unidade = conteudo[0]?.produto.unidadeMedida
  if (!unidade) return `${nomePopular}: ${noRows(answer)}`
  const { ordenar = ORDEM_DE_LEITURA, ordem = parametros.ordem.padrao } = pedido
  const trusted = conteudo.filter(({ suspeito }) => !suspeito)
  const counted = trusted.length > 0 ? trusted : conteudo
  const isLikely = ordenar === 'provavel'
  const least = (likely: boolean) => Math.min(...counted.map((row) => priceOf(row, likely)))
  const left =
    counted.length < conteudo.length &&
    `fora da conta, ${count(conteudo.length - counted.length, 'preço suspeito', 'preços suspeitos')}`
  const doubted = least(false) < least(isLikely) && `o menor declarado, ${money(least(false))}, é duvidoso`
  const [from, to] = extremesOf(counted, isLikely, (price) => unitPrice(price, unidade))
  const span = from === to ? `a ${from}` : `de ${from} a ${to}`
  // In a part of the list the last price is not the highest of the place.
  const isPart = conteudo.length < totalEncontrados
  const order = IN_ORDER[ordem][ordenar === 'distancia' && pedido.rota ? 'along' : ordenar]
  const page = pagina === undefined ? '' : ` (página ${pagina} de ${totalPaginas})`
  const prefix = `${nomePopular}: ${conteudo.length} de ${count(totalEncontrados, 'posto', 'postos')}${page}, ${order}`
  const range = isPart
    ? `; o menor${isLikely ? ' provável' : ''} desta lista é ${from}${from === to ? '' : `, o maior ${to}`}`
    : `, ${span}`
  return `${[`${prefix}${range}`, left, doubted].filter(Boolean).join('; ')}.`
}

const IN_ORDER: Record<Valor<'ordem'>, Record<Valor<'ordenar'> | 'along', string>> = texts.orders

function noRows(answer: Lista): string {
  const { totalEncontrados, totalPaginas, pagina = 1, observacoes } = answer
  if (totalPaginas !== undefined && totalPaginas > 0 && pagina > totalPaginas)
    return `a página ${pagina} não existe; a última é a ${totalPaginas}.`
  if (totalEncontrados > 0) return `${count(totalEncontrados, 'posto', 'postos')}.`
  const why = observacoes.length > 0 ? '' : ' Alargue os filtros.'
  return `nenhum posto atende ao pedido.${why}`
}
