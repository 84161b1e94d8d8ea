import { USUAL_FUEL } from '../../domain/facts/rules.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import { mapInTurns } from '../../domain/basics/event-loop.ts'
import { type Slug, fuelOf } from '../../domain/facts/fuels.ts'
import { joined } from '../../format/words/formatting.ts'
import { inPlace, stationName } from '../../format/words/names.ts'
import type { Achados } from '../../query/search/meanings.ts'
import { type LugarAchado, nameOfPlace } from '../../query/places/found-places.ts'
import { type Html, html, listOf } from '../markup/html.ts'
import { addressLine, isLocated } from '../parts/rows.ts'
import { type Sources, pedido } from '../request/page-interfaces.ts'
import { USUAL_KM } from '../request/read-params.ts'
import { doubtsOf, inBrackets } from '../words/page-doubts.ts'
import { counted, reais } from '../words/page-figures.ts'
import { MOST_ROWS } from './near-place.ts'
import { addressOf, aroundOf } from './search-addresses.ts'

/** Results of a search, in groups, with prices. */
export async function results(found: Achados, sources: Sources): Promise<Html> {
  const { links, query } = sources
  const { combustivel, bandeira, estado, lugares, marcos, postos, parecidos, observacoes, pontos } = found
  const slug = combustivel ?? USUAL_FUEL
  const brand = bandeira?.slug
  const fuel = combustivel && fuelOf(combustivel).nomePopular
  const ofBrand = bandeira && `, ${query.bandeira(bandeira.slug)}`
  const cheapest = { combustivel: slug, bandeira: brand, ordenar: 'provavel', limite: 1 }
  const placeRow = async (place: LugarAchado): Promise<Html> => {
    const { municipio, bairro } = place
    const spot = nameOfPlace(place)
    const there = { ...cheapest, municipio: municipio.codigoIBGE, bairro }
    const [lowest] = (await query.precos(pedido('precos', there))).conteudo
    return html`<a href="${addressOf(place, found, links)}"
        >${fuel === undefined ? spot : `${fuel} ${inPlace(spot)}`}${ofBrand}</a
      >
      ${bairro !== undefined && !bandeira && !combustivel && html`<span class="why">${counted(place.postos, 'posto', 'postos')}</span>`}
      ${from(slug, lowest?.precoProvavel)} ${whyOf(place.observacoes)}`
  }
  const landmarkRow = async (marco: string): Promise<Html> => {
    const around = { ...cheapest, perto: marco, raio: USUAL_KM, limite: MOST_ROWS }
    const { conteudo } = await query.precos(pedido('precos', around))
    const lowest = (conteudo.find(isLocated) ?? conteudo[0])?.precoProvavel
    return html`<a href="${aroundOf(marco, found, links)}">${marco}</a>
      ${from(slug, lowest, ` a até ${USUAL_KM} km`)}`
  }
  const state = html`<a href="${links.fuel(slug, { bandeira: brand })}"
    >${fuelOf(slug).nomePopular} em Alagoas${ofBrand}</a
  >`
  const cnpj = postos.map((posto) => posto.cnpj).join(',')
  // Only these: all of eighty states hold the event loop for 30 ms.
  const asked = { ...pedido('precos', { combustivel: slug, ordenar: 'provavel' }), cnpj }
  const conteudo = postos.length > 0 ? (await query.precos(asked)).conteudo : []
  const priced = new Map(conteudo.map((entry) => [entry.estabelecimento.cnpj, entry]))
  const others = postos.filter((posto) => !priced.has(posto.cnpj))
  const cheapestFirst = [...conteudo.map(({ estabelecimento }) => estabelecimento), ...others]
  const spots = [...marcos, ...(pontos ?? [])]
  const areas = pontos ? [] : lugares
  const towns = areas.filter(({ bairro }) => bairro === undefined)
  const districts = areas.filter(({ bairro }) => bairro !== undefined)
  const groups = [
    estado && group('Combustível', [state]),
    group('Cidades', await mapInTurns(towns, placeRow)),
    group('Perto de um lugar', await mapInTurns(spots, landmarkRow)),
    group('Bairros', await mapInTurns(districts, placeRow)),
    group(
      'Postos',
      cheapestFirst.slice(0, MOST_STATIONS).map(
        (posto) =>
          html`<a href="${links.station(posto.cnpj)}">${stationName(posto)}</a>
            ${priceAt(slug, priced.get(posto.cnpj))}
            <p class="why">${addressLine(posto)}</p>`,
      ),
    ),
    postos.length > MOST_STATIONS &&
      html`<p class="note">Os ${MOST_STATIONS} de menor preço, de ${postos.length} postos.</p>`,
  ]
  return html`${whyOf([...fuelsLeftOut(found), ...observacoes])}${parecidos && html`<p>Nada se chama assim. Talvez:</p>`}${groups}`
}

/** Stations shown; more words narrow the search. */
const MOST_STATIONS = 20

function priceAt(slug: Slug, entry: Entrada | undefined): Html | undefined {
  return (
    entry &&
    html`<span class="why"
      >${fuelOf(slug).nomePopular}
      <b>${reais(entry.produto.venda.valorDeclarado)}</b>${inBrackets(doubtsOf(entry))}</span
    >`
  )
}

/** A sentence on the fuels that the results leave out. */
function fuelsLeftOut({ combustivel = USUAL_FUEL, outros = [] }: Achados): string[] {
  if (outros.length === 0) return []
  const others = joined(outros.map((slug) => fuelOf(slug).nomePopular))
  return [
    `A busca responde por um combustível de cada vez: aqui é ${fuelOf(combustivel).nomePopular}, e não levou em conta ${others}.`,
  ]
}

/** `gasolina comum desde R$ 6,39`, or nothing where none is sold. */
export function from(slug: Slug, lowest: number | null | undefined, within = ''): Html {
  const { nomePopular } = fuelOf(slug)
  return html`<span class="why"
    >${typeof lowest === 'number' ? html`${nomePopular} desde <b>${reais(lowest)}</b>` : `sem venda de ${nomePopular}`}${within}</span
  >`
}

function whyOf(observacoes: readonly string[]): Html | undefined {
  return observacoes.length > 0 ? html`<p class="why">${observacoes.join(' ')}</p>` : undefined
}

export function group(title: string, items: readonly Html[]): Html | undefined {
  return items.length === 0
    ? undefined
    : html`<section class="found">
        <h2>${title}</h2>
        ${listOf('plain', items)}
      </section>`
}
