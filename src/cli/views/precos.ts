import type { Entrada, RespostaPrecos } from '../../domain/answers/precos.ts'
import { type Pedido, parametros, priceFilters } from '../../domain/questions/parameters.ts'
import { POUCAS_VENDAS } from '../../domain/facts/rules.ts'
import { beyondSentence } from '../../format/words/journey-text.ts'
import { isBelowUsual } from '../../format/words/comparisons.ts'
import { extremesOf, priceOf } from '../../format/words/doubt.ts'
import { contraryWords, notesOnRows } from '../../format/words/invoice-words.ts'
import { directionsTo, kmTo } from '../../format/words/directions.ts'
import type { Column } from '../../format/terminal/table.ts'
import { type View, left, right, tableOf } from '../../format/terminal/view.ts'
import { age, count, decimal, money, together, wholeCents } from '../../format/words/formatting.ts'
import { districtOf, namedNotes, stationName, streetOf, townOf } from '../../format/words/names.ts'
import { doubtIn, meantInstead, nothingThere, omission, whereIs } from './wording.ts'

/** Rows of a table unless --limite says otherwise. */
export const ROWS = 20

/** The answer has all rows unless the question has a limite, so the page cuts them. */
export function precosView(
  resposta: RespostaPrecos,
  pedido: Pedido<'precos'>,
  now: number,
  { links = false }: { links?: boolean } = {},
): View {
  const { conteudo } = resposta
  const isBounded = pedido.limite !== undefined || resposta.pagina !== undefined
  const rows = isBounded ? conteudo : conteudo.slice(0, ROWS)
  const hidden = resposta.totalEncontrados - rows.length
  const direction = pedido.ordem === 'desc' ? ', do mais caro ao mais barato' : ''
  return {
    title: headline(resposta, pedido),
    body: [[tableOf(rows, columns(resposta, pedido, now), links ? linkTo : undefined)]],
    notes: [
      hidden > 0 &&
        resposta.pagina === undefined &&
        `E mais ${count(hidden, 'posto', 'postos')}: --limite ${resposta.totalEncontrados} mostra todos.`,
      rows.some(({ suspeito }) => suspeito) && '? preço suspeito, fora das contas',
      rows.some(isRough) &&
        `uns: só se conhece o bairro ou a cidade do posto${resposta.contas ? ', e o custo do desvio não se sabe' : ''}`,
      rows.some(doubtIn) && `! longe do usual do posto, e de ${POUCAS_VENDAS} só`,
      pedido.ordenar === 'provavel' && {
        text: `Em ordem do que provavelmente se paga${direction}: o usual, onde o preço fica abaixo dele (--ordenar preco muda).`,
        tone: 'faint',
      },
      ...namedNotes({ ...resposta, observacoes: notesOnRows(resposta, pedido.combustivel, rows) }),
      beyond(resposta, pedido),
    ],
  }
}

function linkTo({ estabelecimento }: Entrada): string {
  return directionsTo(estabelecimento) ?? ''
}

function beyond(resposta: RespostaPrecos, { ordenar = parametros.ordenar.padrao }: Pedido<'precos'>) {
  const said = beyondSentence(resposta, ordenar)
  const posto = resposta.logoDepois?.estabelecimento
  return said && posto && `${said} (${stationName(posto)}, ${townOf(posto.endereco)}).`
}

export function nothingFound(resposta: RespostaPrecos, pedido: Pedido<'precos'>): string {
  const { suspeitosOmitidos, totalEncontrados, totalPaginas = 0 } = resposta
  if (totalEncontrados > 0) return `A página ${pedido.pagina} não existe: a última é a ${totalPaginas}.`
  const omitted = suspeitosOmitidos > 0 && `${omission(suspeitosOmitidos)}: veja com --suspeitos incluir.`
  const isNarrowed = priceFilters(pedido).length > 0
  const none = !isNarrowed && nothingThere(resposta, resposta.nomePopular, pedido.horas)
  return together(' ', [none, meantInstead(resposta), omitted, ...namedNotes(resposta)])
}

function headline(resposta: RespostaPrecos, { ordenar }: Pedido<'precos'>): string {
  const { nomePopular, conteudo, totalEncontrados, suspeitosOmitidos } = resposta
  const trusted = conteudo.filter(({ suspeito }) => !suspeito)
  const [lowest, highest] = extremesOf(trusted, ordenar === 'provavel', money)
  const shown = conteudo.length
  const part = shown < totalEncontrados ? `${decimal(shown)} de ` : ''
  const counted = `${part}${count(totalEncontrados, 'posto', 'postos')}`
  const range =
    trusted.length === 0 ? '' : lowest === highest ? `, a ${lowest}` : `, de ${lowest} a ${highest}`
  const omitted = suspeitosOmitidos > 0 ? `; ${omission(suspeitosOmitidos)}` : ''
  const { pagina, totalPaginas } = resposta
  const page = pagina === undefined ? '' : `; página ${pagina} de ${totalPaginas}`
  return `${nomePopular}: ${counted} ${whereIs(resposta)}${range}${omitted}${page}`
}

function columns(resposta: RespostaPrecos, pedido: Pedido<'precos'>, now: number): Column<Entrada>[] {
  const towns = new Set(resposta.conteudo.map(({ estabelecimento }) => townOf(estabelecimento.endereco)))
  const told = towns.size === 1 && (pedido.bairro ?? pedido.municipio) !== undefined
  const isCheapest = cheapestOf(resposta, pedido)
  const signOf = (e: Entrada) =>
    e.suspeito ? '?' : `${isCheapest(e) && !isBelowUsual(e) ? '►' : ''}${doubtIn(e) ? '!' : ''}`
  return [
    left('', signOf, { tone: (e) => (e.suspeito || doubtIn(e) ? 'doubtful' : 'cheap') }),
    right('PREÇO', ({ produto }) => money(produto.venda.valorDeclarado), {
      tone: (e) => (isCheapest(e) ? 'cheap' : e.suspeito ? 'doubtful' : undefined),
    }),
    right('USUAL', (e) => (e.usual && doubtIn(e) ? money(e.usual.valor) : ''), { optional: true }),
    left('POSTO', ({ estabelecimento: e }) => e.nomeFantasia, { min: 14 }),
    left('ENDEREÇO', ({ estabelecimento: e }) => streetOf(e), { min: 12, optional: true, below: true }),
    left('NA NOTA', ({ produto }) => contraryWords(pedido.combustivel, produto) ?? '', {
      min: 8,
      below: 'na nota: ',
    }),
    left('BANDEIRA', ({ estabelecimento: e }) => e.bandeiraNome ?? '', { min: 8, optional: true }),
    left('BAIRRO', ({ estabelecimento: e }) => districtOf(e.endereco), { min: 8, below: true }),
    left('MUNICÍPIO', ({ estabelecimento: e }) => (told ? '' : townOf(e.endereco)), { min: 9, below: true }),
    right('DISTÂNCIA', (e) => (e.distanciaKm === undefined ? '' : kmTo(e.estabelecimento, e.distanciaKm))),
    right('KM', ({ rota }) => (rota ? decimal(rota.kmDaRota, 0, 0) : '')),
    right('DA ROTA', (e) => (e.rota ? kmTo(e.estabelecimento, e.rota.distanciaKm) : ''), { optional: true }),
    right('CUSTO', (e) => (e.custo && !isRough(e) ? wholeCents(e.custo.total) : '')),
    right('VENDA', (e) => age(e.produto.venda.dataVenda, now), { tone: () => 'faint' }),
  ]
}

/** Tests for the rows that cost least, by the figure that orders the list. */
function cheapestOf(resposta: RespostaPrecos, { ordenar, ordem }: Pedido<'precos'>) {
  const { conteudo, pagina, precoMinimo } = resposta
  const figureOf = (e: Entrada) =>
    (ordenar === 'custo' && e.custo?.total) || priceOf(e, ordenar === 'provavel')
  const isCounted = (e: Entrada) => !e.suspeito && (ordenar !== 'custo' || !isRough(e))
  const figures = conteudo.filter(isCounted).map(figureOf)
  // A later page lacks the cheapest of all; of prices the answer has it in precoMinimo.
  const byPrice = ordenar !== 'provavel' && ordenar !== 'custo'
  const least = byPrice && pagina !== undefined ? precoMinimo : Math.min(...figures)
  // In descending order the page seldom reaches the cheapest.
  const isKnown = ordem !== 'desc' && (byPrice || (pagina ?? 1) === 1)
  return (e: Entrada) => isKnown && isCounted(e) && figureOf(e) === least
}

/** A distance to a point that is only the middle of a district or a town. */
function isRough({ distanciaKm, rota, estabelecimento }: Entrada): boolean {
  return (
    (distanciaKm ?? rota) !== undefined &&
    (estabelecimento.endereco.localizacao?.precisao ?? 'exata') !== 'exata'
  )
}
