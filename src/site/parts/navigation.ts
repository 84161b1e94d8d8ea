import { type Slug, combustiveis } from '../../domain/facts/fuels.ts'
import { USUAL_FUEL } from '../../domain/facts/rules.ts'
import type { Municipio } from '../../domain/alagoas/municipalities.ts'
import type { NearPlace, Town } from './compare-towns.ts'
import { type RespostaEstatisticas, figuresOf } from '../../domain/answers/estatisticas.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import type { PostoServido } from '../../domain/answers/shared-schemas.ts'
import { roughDistance } from '../../format/words/directions.ts'
import { stationName } from '../../format/words/names.ts'
import { counted, km, reais, saleMoment } from '../words/page-figures.ts'
import { seenOtherwise } from '../words/page-doubts.ts'
import { type Html, html, raw } from '../markup/html.ts'
import { type Addresses, byName } from '../request/addresses.ts'

/** The fuels as one row to scroll, each with the lowest likely price of the place, and a lower one of few sales. */
export function fuelStrip(
  figures: RespostaEstatisticas['combustiveis'],
  here: Slug,
  addressOf: (slug: Slug) => string,
) {
  const links = combustiveis.map(({ slug, nomePopular }) => {
    const { precoMinimo, precoMinimoProvavel: lowest } = figuresOf(figures, slug)
    const seen = precoMinimo === null ? '' : reais(precoMinimo)
    const words = html`${nomePopular}
    ${lowest === null ? html`<b>sem preço</b>` : html`<span>desde <b>${reais(lowest)}</b>${seen !== reais(lowest) && ` · visto a ${seen.slice(3)}`}</span>`}`
    return stripEntry(addressOf(slug), slug === here, words)
  })
  return strip('Combustível', links)
}

export function strip(label: string, entries: readonly Html[]): Html {
  return html`<nav class="strip" aria-label="${label}">
    <ul>
      ${entries}
    </ul>
  </nav>`
}

export function stripEntry(address: string, isHere: boolean, words: Html | string): Html {
  return html`<li><a href="${address}" ${isHere && raw(' aria-current="page"')}>${words}</a></li>`
}

/** Why a list is not in the order of the prices it shows, and links by id to the sections after it. */
export function aboutList(
  links: Addresses,
  { isByLikely, isOfState = false }: { isByLikely: boolean; isOfState?: boolean },
  sections: Readonly<Record<string, string | false>>,
): Html {
  const jumps = Object.entries(sections).flatMap(([id, words]) =>
    words === false ? [] : html` · <a href="#${id}">${words}</a>`,
  )
  return html`<p class="note about">
    ${isByLikely ? html`<a href="${links.page('metodo/')}#provavel">Preço baixo de poucas vendas conta pelo usual</a>` : 'Pela última venda de cada posto'}${isOfState && ' · barato e caro: contra o estado'}<span
      class="jumps"
      >${jumps}</span
    >
  </p>`
}

/** All towns by name, with the number of stations that sell the usual fuel: the page of one without any leads to its neighbours. */
export function townChooser(links: Addresses, towns: readonly Town[]): Html {
  const stations = new Map(towns.map(({ municipio, postos }) => [municipio, postos]))
  return html`<ul class="towns">
    ${byName.map((town) => html`<li><a href="${links.town(USUAL_FUEL, town)}">${town.nome}</a> <span>${stations.get(town) ?? 0}</span></li>`)}
  </ul>`
}

/** Towns that sell the fuel, cheapest first; only towns with enough stations have a rank. */
export function ranking(towns: readonly Town[], addressOf: (town: Municipio) => string, most = towns.length) {
  const shown = towns.filter(({ postos }) => postos > 0).slice(0, most)
  const rows = shown.map((town) => {
    const { municipio, middle, precoMediano, postos, colocacao } = town
    return html`<li>
      <span>${colocacao !== null && `${colocacao}º`}</span>
      <a href="${addressOf(municipio)}">${municipio.nome}</a>
      <b>${middle !== null && reais(middle)}</b>
      <span
        >${counted(postos, 'posto', 'postos')}${middle !== precoMediano && html`, <span class="care">visto a ${reais(town.precoMinimo ?? 0)}</span>`}</span
      >
    </li>`
  })
  return html`<ol class="ranking">
      ${rows}
    </ol>
    ${shown.some(({ colocacao }) => colocacao === null) && html`<p class="note">Sem lugar na ordem: cidades de um ou dois postos.</p>`}`
}

/** A place or station around, its likely price, and words on it. */
export function nearLine(address: string, name: string, likely: number, words: Html): Html {
  return html`<a href="${address}">${name}</a> <strong>${reais(likely)}</strong> <span>${words}</span>`
}

/** `nearLine` of a station, with its distance and its last sale, and the price of that where the likely one is the usual; `where`: its place. */
export function nearStation(links: Addresses, entrada: Entrada, agora: string | null, where: Html | string) {
  const { estabelecimento, precoProvavel, distanciaKm = 0, produto } = entrada
  const { valorDeclarado, dataVenda } = produto.venda
  const seen = seenOtherwise(precoProvavel, valorDeclarado)
  const words = html`${farOf(estabelecimento, distanciaKm)} · ${where} ·
  ${seen && html`${seen}, `}${saleMoment(dataVenda, agora)}`
  return nearLine(links.station(estabelecimento.cnpj), stationName(estabelecimento), precoProvavel, words)
}

/** `Posto X R$ 5,75 · 18 km · Rio Largo`: the price is the station's, the place may have a lower one farther away. */
export function nearItem({ entrada, address, place }: NearPlace, links: Addresses, agora: string | null) {
  return nearStation(links, entrada, agora, html`<a href="${address}">${place}</a>`)
}

/** `2,1 km`, or `no bairro` of an approximate place. */
export function farOf({ endereco }: PostoServido, away: number): string {
  return roughDistance(endereco.localizacao?.precisao, away) ?? km(away)
}
