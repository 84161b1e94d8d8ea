import { bandWord } from '../../format/words/comparisons.ts'
import { ESTADO } from '../../domain/alagoas/state.ts'
import { districtOf, streetOf, stationName, townOf } from '../../format/words/names.ts'
import type { PostoServido } from '../../domain/answers/shared-schemas.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import type { Posicao } from '../../domain/answers/posto.ts'
import { directionsTo, exactPoint, searchOnMap } from '../../format/words/directions.ts'
import type { Addresses } from '../request/addresses.ts'
import { suspicionWords, doubtsOf } from '../words/page-doubts.ts'
import { moment, reais, saleMoment, salesTold, toCents } from '../words/page-figures.ts'
import { type Html, html, icon } from '../markup/html.ts'
import { farOf } from './navigation.ts'

export interface RowOptions {
  links: Addresses
  /** null: no label of it as cheap or dear. */
  posicao: Posicao
  /** Shows the town; a list of one town has it in the title. */
  withTown: boolean
  /** Time of the collection. */
  agora: string | null
  more?: string | undefined
}

/** One station of a list: name, price, place, confidence, in this order for ears; the price stands first for eyes. The whole row links to the station. */
export function row(entrada: Entrada, { links, posicao, withTown, agora, more }: RowOptions): Html {
  const { estabelecimento, produto, distanciaKm } = entrada
  const name = stationName(estabelecimento)
  const others = entrada.suspeito ? undefined : otherProducts(entrada.outros, produto)
  const place = [
    estabelecimento.bandeiraNome,
    withTown && townOf(estabelecimento.endereco),
    districtOf(estabelecimento.endereco),
    streetOf(estabelecimento),
  ]
  return html`<li class="row" id="${rowId(entrada)}">
    <h3><a href="${links.station(estabelecimento.cnpj)}">${name}</a></h3>
    <p class="price">${price(produto.venda.valorDeclarado)} ${posicao && badge(posicao, entrada, agora)}</p>
    <div class="who">
      <p>
        ${place.filter(Boolean).join(' · ')}${exactPoint(estabelecimento) === null && html` · <span class="far">ponto aproximado</span>`}
      </p>
      <p class="why">${backing(entrada, agora)}</p>
      ${others}${more !== undefined && html`<p>${more}</p>`}
    </div>
    <p class="way">
      ${distanciaKm !== undefined && html`<span class="far">${farOf(estabelecimento, distanciaKm)}</span>`}${wayTo(estabelecimento)}
    </p>
  </li>`
}

/** Products that the station sells under the same fuel at another price: the newest sale of any is the price shown. */
export function otherProducts(outros: Entrada['outros'], shown: Entrada['produto']): Html[] | undefined {
  return outros
    ?.filter(({ venda }) => toCents(venda.valorDeclarado) !== toCents(shown.venda.valorDeclarado))
    .map(otherProduct)
}

/** `Também OLEO DIESEL B S10: R$ 7,19, 22/11, 15:33`. */
export function otherProduct(other: NonNullable<Entrada['outros']>[number]): Html {
  const { descricao, venda, suspeito } = other
  return html`<p class="why">
    Também ${descricao}: ${reais(venda.valorDeclarado)},
    ${moment(venda.dataVenda)}${suspeito && ` · ${suspicionWords(other)}`}
  </p>`
}

/** The route to a station, or a search for the address of one without an exact point. */
export function wayTo(posto: PostoServido): Html {
  const [route, name] = [directionsTo(posto), stationName(posto)]
  // Stations of one name differ by district.
  const told = [name, districtOf(posto.endereco)].filter(Boolean).join(', ')
  return route === null
    ? html`<a
        href="${searchOnMap(name, streetOf(posto), townOf(posto.endereco), ESTADO.sigla)}"
        rel="noreferrer"
        aria-label="Procurar ${told} num mapa"
        >Procurar</a
      >`
    : html`<a href="${route}" rel="noreferrer" aria-label="Rota até ${told}">Rota</a>`
}

/** A large price. Scripts find the prices of a favourite by `id`. */
export function price(value: number, id?: string): Html {
  return html`<data${id !== undefined && html` id="${id}"`} value="${value}">${reais(value)}</data>`
}

/** Shape and word, as colour alone is not accessible. */
export function badge(
  posicao: NonNullable<Posicao>,
  entrada: Pick<Entrada, 'duvida' | 'produto'>,
  agora: string | null,
): Html | undefined {
  const word = bandWord(posicao, entrada, agora)
  if (word === undefined) return undefined
  return word === 'a confirmar'
    ? html`<span class="band normal">${word}</span>`
    : html`<span class="band ${word}">${icon(word)} ${word}</span>`
}

/** Time of the sale, and how many sales have its price; of a doubtful price in its place how few they are, and the station's usual price. */
function backing(entrada: Entrada, agora: string | null): Html {
  const { produto, confirmacao } = entrada
  const when = saleMoment(produto.venda.dataVenda, agora)
  const doubts = doubtsOf(entrada)
  if (doubts)
    return html`<span class="care">${doubts.few}</span>, ${when} ·
      <span class="care">${doubts.usually}</span>`
  return html`${when} · ${salesTold(confirmacao.nestePreco, confirmacao.vendas)}`
}

/** `Rua do Sol, 365 · Farol · Maceió`. */
export function addressLine(posto: PostoServido): string {
  return [streetOf(posto), districtOf(posto.endereco), townOf(posto.endereco)].filter(Boolean).join(' · ')
}

/** More than the town of the station is known. */
export function isLocated({ estabelecimento }: Entrada): boolean {
  return estabelecimento.endereco.localizacao?.precisao !== 'municipio'
}

/** The id of a station's row, target of links on the map. */
export function rowId({ estabelecimento }: Pick<Entrada, 'estabelecimento'>): string {
  return `posto-${estabelecimento.cnpj}`
}
