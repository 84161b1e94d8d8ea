import type { RespostaPosto } from '../domain/answers/posto.ts'
import { combustiveis as fuels } from '../domain/facts/fuels.ts'
import { NA_JANELA } from '../domain/facts/rules.ts'
import type { Ponto } from '../domain/geo/distances.ts'
import { paritySentence, standing } from '../format/words/comparisons.ts'
import { roughDistance } from '../format/words/directions.ts'
import { doubtOf, salesAtPrice } from '../format/words/doubt.ts'
import { count, decimal, perUnit } from '../format/words/formatting.ts'
import { stationName, streetOf, titled, townOf } from '../format/words/names.ts'
import { HEIGHT, type Outlines, type Point, WIDTH, frameOf, onMap } from '../site/maps/drawing.ts'
import { type Html, html, raw } from '../site/markup/html.ts'
import { km, reais, shortTime } from '../site/words/page-figures.ts'
import { chartsOf } from './past.ts'
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
  const { produto, estabelecimento, confirmacao, custo } = row
  const { valorDeclarado, dataVenda } = produto.venda
  const { bairro, municipio } = estabelecimento.endereco
  return html`<li>
    <span class="rank">${at + 1}</span>
    <strong>${reais(valorDeclarado)}</strong>
    <div>
      <b>${stationName(estabelecimento)}</b>
      <span>${[titled(bairro), townOf({ municipio }), howFar(row)].filter(Boolean).join(', ')}</span>
      <span>${shortTime(dataVenda)}; ${salesAtPrice(confirmacao)}</span>
      ${custo && html`<span>${reais(custo.total)} com a ida e a volta</span>`} ${warnings(row)}
    </div>
  </li>`
}

function warnings(price: Row | Fuel): Html {
  const doubt = doubtOf(price)
  return html`${doubt && html`<span class="care">${doubt}</span>`}
  ${price.suspeito && html`<span class="care">preço suspeito</span>`}`
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

type Fuel = NonNullable<RespostaPosto['combustiveis'][keyof RespostaPosto['combustiveis']]>

export function stationOf(answer: RespostaPosto, outlines: Outlines): Html {
  const { estabelecimento, combustiveis, paridade, historico } = answer
  const { endereco } = estabelecimento
  const sold = fuels.flatMap(({ slug }) => combustiveis[slug] ?? [])
  return html`<h1>${stationName(estabelecimento)}</h1>
    <p class="why">${[streetOf(estabelecimento), titled(endereco.bairro), townOf(endereco)].join(', ')}</p>
    <div class="beside">
      <div>
        ${sold.length === 0 && html`<p>Nenhuma venda ${NA_JANELA}.</p>`}
        <ol class="fuels">
          ${sold.map(fuelRow)}
        </ol>
        ${paridade && html`<p class="why">${paritySentence(paridade)}</p>`}
      </div>
      ${pinOf(answer, outlines)}
    </div>
    ${chartsOf(historico)}`
}

function fuelRow(fuel: Fuel): Html {
  const { nomePopular, produto, confirmacao } = fuel
  const { valorDeclarado, dataVenda } = produto.venda
  return html`<li>
    <strong>${reais(valorDeclarado)}</strong>
    <div>
      <b>${nomePopular}</b>
      <span
        >${produto.unidadeMedida === 'M3' && `${perUnit('M3')}; `}${shortTime(dataVenda)};
        ${salesAtPrice(confirmacao)}</span
      >
      ${fuel.posicao && html`<span>${standing(fuel, fuel.posicao)}</span>`} ${warnings(fuel)}
    </div>
  </li>`
}

/** Map of the state with the town, and a pin if the place is exact. */
function pinOf({ estabelecimento: { endereco } }: RespostaPosto, outlines: Outlines): Html | undefined {
  const { codigoIBGE, localizacao } = endereco
  const town = outlines[codigoIBGE]
  if (!town) return undefined
  const point = localizacao?.precisao === 'exata' && onMap(localizacao)
  const pin =
    point && `<circle class="first" cx="${Math.round(point.x)}" cy="${Math.round(point.y)}" r="14"/>`
  return html`<figure>
    <svg class="state" viewBox="0 0 800 435" role="img" aria-label="Onde o posto fica em Alagoas">
      ${raw(
        `<path class="ground" d="${Object.values(outlines).join('')}"/><path class="town" d="${town}"/>${pin || ''}`,
      )}
    </svg>
    ${!point && html`<figcaption>Só o município: o lugar exato não é conhecido.</figcaption>`}
  </figure>`
}
