import { districtName, rowId, stationName, townName } from '../words/names.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import type { Posicao } from '../../domain/answers/posto.ts'
import { directionsTo } from '../../format/words/directions.ts'
import type { Addresses } from '../request/addresses.ts'
import { doubtsOf } from '../words/doubts.ts'
import { counted, km, moment, reais } from '../words/figures.ts'
import type { Html } from '../markup/html.ts'
import { html } from '../markup/html.ts'
import { icon } from '../markup/elements.ts'
import { streetOf } from '../../format/words/names.ts'

type Faixa = NonNullable<Posicao>['faixa']

export interface Row {
  entrada: Entrada
  /** null: a suspect price stands nowhere. */
  posicao: Posicao
}

export interface RowOptions {
  links: Addresses
  /** Whether the town is told: a list of one town has it in its title. */
  withTown: boolean
}

/** One station in a list: what it costs first, then where, then why to believe it. The whole row leads to the station. */
export function row({ entrada, posicao }: Row, { links, withTown }: RowOptions): Html {
  const { estabelecimento, produto, distanciaKm } = entrada
  const route = directionsTo(estabelecimento)
  const place = [
    withTown && townName(estabelecimento),
    districtName(estabelecimento),
    streetOf(estabelecimento),
  ]
  return html`<li class="row" id="${rowId(entrada)}">
    <p class="price">${price(produto.venda.valorDeclarado)}${posicao && band(posicao.faixa)}</p>
    <div class="who">
      <h3><a href="${links.station(estabelecimento.cnpj)}">${stationName(estabelecimento)}</a></h3>
      <p>
        ${place.filter(Boolean).join(' · ')}${isApproximate(entrada) && html` · <span class="far">endereço aproximado</span>`}
      </p>
      <p class="why">${backing(entrada)}</p>
    </div>
    <p class="way">
      ${distanciaKm !== undefined && html`<span class="far">${isApproximate(entrada) && '~'}${km(distanciaKm)}</span>`}${
        route &&
        html`<a href="${route}" rel="noreferrer" aria-label="Rota até ${stationName(estabelecimento)}"
          >Rota</a
        >`
      }
    </p>
  </li>`
}

/** The figure of the board at the roadside. By its `id` the script knows a kept station's prices again. */
export function price(value: number, id?: string): Html {
  return html`<data${id !== undefined && html` id="${id}"`} value="${value}">${reais(value)}</data>`
}

/** Never colour alone: a shape and the word. */
export function band(faixa: Faixa): Html {
  return html`<span class="band ${faixa}">${icon(faixa)} ${faixa}</span>`
}

/** How many sales back the price; where few stand under what the station usually charges, that it may not last. */
function backing(entrada: Entrada): Html {
  const { produto, confirmacao } = entrada
  const { vendas } = confirmacao
  const when = moment(produto.venda.dataVenda)
  const doubts = doubtsOf(entrada)
  if (doubts)
    return html`<span class="care">${doubts.few}</span>, ${when} ·
      <span class="care">${doubts.usually}</span>`
  if (vendas <= 1) return html`só 1 venda · ${when}`
  return html`venda ${when} · ${counted(vendas, 'venda', 'vendas')} a este preço`
}

function isApproximate({ estabelecimento: { endereco } }: Entrada): boolean {
  return endereco.localizacao?.precisao !== 'exata'
}
