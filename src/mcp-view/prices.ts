import type { Ponto } from '../domain/geo/distances.ts'
import { roughDistance } from '../format/words/directions.ts'
import { doubtOf, salesAtPrice } from '../format/words/doubt.ts'
import { count, decimal, perUnit } from '../format/words/formatting.ts'
import { titled, townOf, stationName } from '../format/words/names.ts'
import { dayAndMonth, km, reais } from '../site/words/page-figures.ts'
import { type Html, html } from '../site/markup/html.ts'
import { HEIGHT, type Outlines, type Point, WIDTH, frameOf, onMap } from '../site/maps/drawing.ts'
import type { Prices, Row } from './result.ts'

export interface MapOptions {
  points: ReadonlyMap<string, Ponto & { precisao: string }>
  asked: Ponto | undefined
  outlines: Outlines
}

export function pricesHtml(answer: Prices, onIt: MapOptions): Html {
  const { nomePopular, lugar, totalEncontrados, conteudo } = answer
  const [first] = conteudo
  if (!first)
    return html`<h1>${nomePopular}, ${lugar.nome}</h1>
      <p>Nenhum posto atende ao pedido.</p>`
  return html`<h1>${nomePopular}, ${lugar.nome}</h1>
    <p class="why">
      ${decimal(conteudo.length)} de ${count(totalEncontrados, 'posto', 'postos')},
      ${perUnit(first.produto.unidadeMedida)}${first.distanciaKm !== undefined && '; distâncias em linha reta'}
    </p>
    <div class="beside">
      <ol>
        ${conteudo.map(rowOf)}
      </ol>
      ${mapOf(conteudo, onIt)}
    </div>`
}

function rowOf(row: Row, at: number): Html {
  const { produto, estabelecimento, confirmacao, suspeito, custo } = row
  const { valorDeclarado, dataVenda } = produto.venda
  const doubt = doubtOf(row)
  const { bairro, municipio } = estabelecimento.endereco
  return html`<li>
    <span class="rank">${at + 1}</span>
    <strong>${reais(valorDeclarado)}</strong>
    <div>
      <b>${stationName(estabelecimento)}</b>
      <span>${[titled(bairro), townOf({ municipio }), howFar(row)].filter(Boolean).join(', ')}</span>
      <span>${dayAndMonth(dataVenda)}, ${dataVenda.slice(11, 16)}; ${salesAtPrice(confirmacao)}</span>
      ${custo && html`<span>${reais(custo.total)} com a ida e a volta</span>`}
      ${doubt && html`<span class="care">${doubt}</span>`}
      ${suspeito && html`<span class="care">preço suspeito de erro</span>`}
    </div>
  </li>`
}

function howFar({ distanciaKm, rota, estabelecimento }: Row): string | undefined {
  const { localizacao } = estabelecimento.endereco
  if (rota) return `${localizacao ? 'cerca de ' : ''}km ${decimal(rota.kmDaRota, 0, 0)} do caminho`
  if (distanciaKm === undefined) return undefined
  return (localizacao && roughDistance(localizacao.precisao, distanciaKm)) ?? km(distanciaKm)
}

/** Stations of exact place, by number; undefined for fewer than two. */
function mapOf(rows: readonly Row[], { points, asked, outlines }: MapOptions): Html | undefined {
  const dots = rows.flatMap(({ estabelecimento }, at) => {
    const point = points.get(estabelecimento.cnpj)
    return point?.precisao === 'exata' ? [{ rank: at + 1, ...onMap(point) }] : []
  })
  if (dots.length < 2) return undefined
  const here = asked && onMap(asked)
  const frame = frameOf(here ? [...dots, here] : dots)
  const absent = rows.length - dots.length
  return html`<figure>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Onde ficam os postos da lista, pelo número">
      <path class="ground" transform="${frame.transform}" d="${Object.values(outlines).join('')}" />
      ${here && crossAt(frame.at(here))} ${dots.toReversed().map((dot) => numbered(dot.rank, frame.at(dot)))}
    </svg>
    ${absent > 0 && html`<figcaption class="why">Fora do mapa: ${count(absent, 'posto', 'postos')} de lugar só aproximado.</figcaption>`}
  </figure>`
}

function numbered(rank: number, { x, y }: Point): Html {
  const place = rank === 1 ? 'first' : 'other'
  return html`<circle class="${place}" cx="${x}" cy="${y}" r="9" /><text
      class="${place}"
      x="${x}"
      y="${y + 4}"
      text-anchor="middle"
      >${rank}</text
    >`
}

function crossAt({ x, y }: Point): Html {
  return html`<path class="here" d="M${x - 6} ${y}h12M${x} ${y - 6}v12"><title>O ponto pedido</title></path>`
}
