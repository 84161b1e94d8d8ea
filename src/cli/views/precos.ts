import type { Entrada, RespostaPrecos } from '../../domain/answers.ts'
import type { Pedido } from '../../domain/parameters.ts'
import { parametros } from '../../domain/parameters.ts'
import { insteadOf } from '../../format/hints.ts'
import type { Column } from '../../format/table.ts'
import { renderTable } from '../../format/table.ts'
import { age, count, decimal, money, titled } from '../../format/words.ts'
import type { Canvas } from '../lookup.ts'
import { townOf } from './place.ts'
import { sourceLine } from './source-line.ts'

/** Rows of a table unless --limite says otherwise. */
export const ROWS = 20

/** Headline, table, what was left out, where it comes from. The answer holds all rows found unless there is a limite. */
export function precosView(resposta: RespostaPrecos, pedido: Pedido<'precos'>, canvas: Canvas): string {
  const { paint, width } = canvas
  const { conteudo } = resposta
  const isBounded = pedido.limite !== undefined || resposta.pagina !== undefined
  const rows = isBounded ? conteudo : conteudo.slice(0, ROWS)
  const hidden = resposta.totalEncontrados - rows.length
  return [
    paint.strong(headline(resposta, pedido)),
    '',
    renderTable(columns(resposta, pedido, canvas), rows, { width, paintTitle: paint.faint }),
    '',
    ...(hidden > 0 && resposta.pagina === undefined
      ? [`E mais ${count(hidden, 'posto', 'postos')}: --limite ${resposta.totalEncontrados} mostra todos.`]
      : []),
    ...(rows.some(({ suspeito }) => suspeito) ? ['? preço suspeito, fora das contas'] : []),
    paint.faint(sourceLine(resposta, canvas)),
  ].join('\n')
}

/** The sentence for a question that found nothing. */
export function nothingFound(resposta: RespostaPrecos, pedido: Pedido<'precos'>): string {
  const { sugestoes = [], suspeitosOmitidos, totalEncontrados, totalPaginas = 0 } = resposta
  if (totalEncontrados > 0) return `A página ${pedido.pagina} não existe: a última é a ${totalPaginas}.`
  const meant = sugestoes.length > 0 ? ` Talvez ${sugestoes.map(titled).join(', ')}?` : ''
  const omitted =
    suspeitosOmitidos > 0 ? ` ${omission(suspeitosOmitidos)}: veja com --suspeitos incluir.` : ''
  const other = insteadOf(pedido.combustivel)
  const instead = other && sugestoes.length === 0 ? ` ${other}` : ''
  return `Nenhum posto com ${resposta.combustivel} ${place([], pedido)}.${meant}${omitted}${instead}`
}

function headline(resposta: RespostaPrecos, pedido: Pedido<'precos'>): string {
  const { combustivel, conteudo, totalEncontrados, suspeitosOmitidos } = resposta
  const prices = trusted(resposta)
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  const shown = conteudo.length
  const part = shown < totalEncontrados ? `${decimal(shown)} de ` : ''
  const counted = `${part}${count(totalEncontrados, 'posto', 'postos')}`
  const range =
    prices.length === 0
      ? ''
      : lowest === highest
        ? `, a ${money(lowest)}`
        : `, de ${money(lowest)} a ${money(highest)}`
  const omitted = suspeitosOmitidos > 0 ? `; ${omission(suspeitosOmitidos)}` : ''
  const { pagina, totalPaginas } = resposta
  const page = pagina === undefined ? '' : `; página ${pagina} de ${totalPaginas}`
  return `${combustivel}: ${counted} ${place(conteudo, pedido)}${range}${omitted}${page}`
}

function omission(n: number): string {
  return count(n, 'preço suspeito omitido', 'preços suspeitos omitidos')
}

/** Where the stations are, in the words of the data when it knows the place by one name. */
function place(conteudo: readonly Entrada[], { bairro, municipio, lat, raio }: Pedido<'precos'>): string {
  const places = conteudo.map(({ estabelecimento }) => estabelecimento.endereco)
  const town = only(places.map((p) => townOf(p)))
  const district = bairro === undefined ? undefined : only(places.map((p) => p.bairro))
  const asked = [bairro, municipio].filter((text) => text !== undefined).map(titled)
  const named = [...(district ? [titled(district)] : []), ...(town ? [town] : [])]
  const area =
    asked.length === 0 ? (lat === undefined ? 'em Alagoas' : '') : `em ${(town ? named : asked).join(', ')}`
  const distance = lat === undefined ? '' : `a até ${decimal(raio ?? parametros.raio.padrao)} km`
  return [area, distance].filter(Boolean).join(', ')
}

function columns(
  resposta: RespostaPrecos,
  pedido: Pedido<'precos'>,
  { paint, now }: Canvas,
): Column<Entrada>[] {
  // A later page does not hold the cheapest of all.
  const lowest = resposta.pagina === undefined ? Math.min(...trusted(resposta)) : resposta.precoMinimo
  const oneTown = only(resposta.conteudo.map(({ estabelecimento }) => townOf(estabelecimento.endereco)))
  const told = oneTown !== undefined && (pedido.bairro ?? pedido.municipio) !== undefined
  const isCheapest = (entrada: Entrada) => !entrada.suspeito && priceOf(entrada) === lowest
  return [
    {
      title: '',
      text: (e) => (e.suspeito ? '?' : isCheapest(e) ? '►' : ''),
      paint: (text, e) => (e.suspeito ? paint.doubtful(text) : paint.cheap(text)),
    },
    {
      title: 'PREÇO',
      align: 'right',
      text: (e) => money(priceOf(e)),
      paint: (text, e) => (isCheapest(e) ? paint.cheap(text) : e.suspeito ? paint.doubtful(text) : text),
    },
    { title: 'POSTO', min: 14, text: ({ estabelecimento: e }) => e.nomeFantasia },
    { title: 'BAIRRO', min: 8, optional: true, text: ({ estabelecimento: e }) => e.endereco.bairro },
    { title: 'MUNICÍPIO', min: 9, text: ({ estabelecimento: e }) => (told ? '' : townOf(e.endereco)) },
    {
      title: 'DISTÂNCIA',
      align: 'right',
      text: (e) =>
        e.distanciaKm === undefined ? '' : `${approximately(e)}${decimal(e.distanciaKm, 1, 1)} km`,
    },
    { title: 'VENDA', align: 'right', text: (e) => age(e.produto.venda.dataVenda, now), paint: paint.faint },
  ]
}

/** A station placed at its district's or town's middle is only so far away. */
function approximately({ estabelecimento }: Entrada): string {
  return estabelecimento.endereco.localizacao?.precisao === 'exata' ? '' : '~'
}

function trusted({ conteudo }: RespostaPrecos): number[] {
  return conteudo.filter(({ suspeito }) => !suspeito).map((entrada) => priceOf(entrada))
}

function priceOf({ produto }: Entrada): number {
  return produto.venda.valorDeclarado
}

function only(names: readonly string[]): string | undefined {
  return new Set(names).size === 1 ? names[0] : undefined
}
