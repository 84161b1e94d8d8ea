import { joined } from '../../format/words/formatting.ts'
import { rowId } from '../parts/rows.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import { type RespostaEstatisticas, figuresOf } from '../../domain/answers/estatisticas.ts'
import { brandSelect, brandsAmong, choice, option, paysUpTo, percentOf } from '../parts/forms.ts'
import { type Slug, fuelOf } from '../../domain/facts/fuels.ts'
import { dayOf } from '../../domain/basics/time.ts'
import { isBeforeDaysOff } from '../../domain/past/days-off-blocks.ts'
import { capitalized, quote } from '../../domain/basics/text.ts'
import { GasolinaError } from '../../errors.ts'
import { parametros } from '../../domain/questions/parameters.ts'
import { STATIONS_TO_RANK } from '../../domain/facts/rules.ts'
import { districtKeyOf, placeKey } from '../../domain/places/place-names.ts'
import { type Addresses, type Search, municipalityFor } from '../request/addresses.ts'
import { aboutList, fuelStrip, nearItem } from '../parts/navigation.ts'
import { tellMe } from '../parts/tell-me.ts'
import { reais, withReais } from '../words/page-figures.ts'
import { type Html, html, intro, listOf, raw } from '../markup/html.ts'
import { notesOnRows } from '../../format/words/invoice-words.ts'
import * as listing from '../parts/listing.ts'
import { NEAR_KM, type TownPart, compareTowns, nearPlace, townIn } from '../parts/compare-towns.ts'
import { type Content, type Sources, pedido } from '../request/page-interfaces.ts'
import { pastOfState, pastOfTown, pastSection } from '../parts/past.ts'
import { streetAttributes } from './map.ts'
import { townMap } from '../maps/town-map.ts'
import { gasolineOfPlace, weekendHabit } from '../../format/words/comparisons.ts'
import { inPlace, ofPlace } from '../../format/words/names.ts'
import { rounded } from '../../domain/basics/numbers.ts'

interface TownView extends TownPart {
  slug: Slug
  ordenar: (typeof ORDERS)[number]
  pagina: number
  razao: number
}

export const ORDERS = ['provavel', 'preco', 'recente'] as const

/** One fuel in one town: the page people come for. */
export async function townPage(sources: Sources, view: TownView): Promise<Content> {
  const { links, query } = sources
  const { slug, municipio, bairro, bandeira, ordenar, pagina } = view
  const place = { municipio: municipio.codigoIBGE }
  const found = await findTown(sources, view)
  const { town, here, where, trusted } = found
  const figures = figuresOf(found.figures, slug)
  const { nomePopular: nome } = fuelOf(slug)
  const { precoMinimoProvavel } = figures
  const shown = listing.pageOf(trusted, pagina)
  const title = `${nome} ${inPlace(where)}`
  const search: Search = { bairro, bandeira, ordenar: ordenar === ORDERS[0] ? undefined : ordenar }
  const path = links.town(slug, municipio, search, pagina)
  const { answer, description } = listing.listWords(where, figures)
  const notes = notesOf(found, view, shown, links)
  // Instead of a district without stations of its own, the town's: told before the list.
  const isWider = bairro !== undefined && here.lugar.bairros.length === 0
  const near = nearSection(found, view, links)
  const map = mapSection(sources, view, found, shown)
  const month = await monthIn(sources, view)
  const isOfState = shown.entries.some((entry) => query.posicao(slug, entry)?.ambito === 'estado')
  const sections = {
    mapa: map !== undefined && 'Mapa',
    mes: month !== undefined && 'Dia a dia',
    perto: found.near !== undefined && found.near.length > 0 && 'Mais barato por perto',
  }
  const words = html`<p class="lead">${answer}</p>
    ${isWider && notes} ${weekendIn(where, figures, town.atualizadoEm)}`
  const list = html`${aboutList(links, { isByLikely: ordenar === 'provavel', isOfState }, sections)}
  ${listing.rowsOf(sources, shown, { slug, withTown: false, agora: here.atualizadoEm, byPrice: ordenar !== 'recente' })}`

  return {
    title: pagina > 1 ? `${title}, página ${pagina}` : title,
    fuel: slug,
    headline: { title, price: precoMinimoProvavel },
    description,
    path,
    atualizadoEm: town.atualizadoEm,
    feed: { combustivel: slug, ...place, bairro },
    ...(shown.entries.length > 0 && { skip: listing.TO_ROWS }),
    main: html` ${intro(title, words)}
      ${fuelStrip(found.figures, slug, (other) => links.town(other, municipio, search))}
      <div class="columns">
        <section class="list" aria-labelledby="lista">
          <h2 id="lista" class="hidden">Postos</h2>
          ${town.conteudo.length > 1 && filters(view, found, links.town(slug, municipio))}
          ${shown.entries.length === 0 ? near : list}
          ${listing.pager(shown, pagina, (n) => links.town(slug, municipio, search, n))}
          ${listing.suspectsOf(found.suspects, links, false)}
          ${bandeira === undefined && tellMe(links, { combustivel: slug, ...place, bairro }, { abaixo: precoMinimoProvavel ?? undefined }, [{ words: `${nome} em ${municipio.nome}`, key: `${municipio.nome}-${slug}` }])}
        </section>
        <aside aria-label="Mais sobre estes preços">
          <div>
            ${!isWider && notes} ${listing.unitNote(fuelOf(slug).unidade, here.atualizadoEm)}
            ${savingIn(figures)}
            ${(slug === 'alcool' || slug === 'gasolina-comum') && parityIn(where, found.paridade)}
            <p class="crumbs">
              <a href="${links.fuel(slug)}">${nome} em Alagoas</a>
              <a href="${links.allFuels(municipio)}">Todos os combustíveis em ${municipio.nome}</a>
            </p>
          </div>
          ${map} ${month} ${trusted.length > 0 && near}
          ${listing.takeTheData(sources, { title, slug, search: { ...place, bairro, bandeira, ordenar }, pagina, path, atualizadoEm: here.atualizadoEm })}
        </aside>
      </div>`,
  }
}

type Found = Awaited<ReturnType<typeof findTown>>

/** Answers on the place: `town` whole, `here` and `figures` of the district and brand asked for. */
async function findTown(sources: Sources, { slug, municipio, bairro, bandeira, ordenar, razao }: TownView) {
  const { query } = sources
  const place = { municipio: municipio.codigoIBGE }
  const ask = (there: Search) =>
    Promise.all([
      query.precos(pedido('precos', { combustivel: slug, ...there, suspeitos: 'incluir', ordenar })),
      query.estatisticas(pedido('estatisticas', { ...there, razao })),
    ])
  const [whole, menu] = await Promise.all([ask(place), query.bairros(pedido('bairros', place))])
  const isWhole = bairro === undefined && bandeira === undefined
  const [here, { combustiveis: figures, paridade }] = isWhole
    ? whole
    : await ask({ ...place, bairro, bandeira })
  if (here.lugar.municipios.length === 0)
    throw new GasolinaError('rota_nao_encontrada', here.observacoes.join(' '), {
      erros: [{ parametro: 'bairro', valor: quote(bairro ?? ''), aceitos: [...(here.sugestoes ?? [])] }],
    })
  const trusted = here.conteudo.filter((entry) => !entry.suspeito)
  const suspects = here.conteudo.filter((entry) => entry.suspeito)
  const brands = bandeira === undefined ? undefined : query.bandeira(bandeira)
  // The usual spelling, whatever the address has.
  const spot = bairro === undefined ? municipio.nome : here.lugar.nome
  const where = brands === undefined ? spot : `${spot}, ${brands}`
  const near = await nearPlace(sources, slug, { municipio, bairro, bandeira }, trusted)
  return { town: whole[0], menu, here, trusted, suspects, figures, paridade, brands, where, near }
}

async function monthIn(sources: Sources, { slug, municipio }: TownView): Promise<Html | undefined> {
  const [comparison, past, state] = await Promise.all([
    compareTowns(sources, slug),
    pastOfTown(sources, municipio, slug),
    pastOfState(sources),
  ])
  const { middle } = townIn(comparison, municipio) ?? {}
  const place = { municipio: municipio.codigoIBGE }
  return pastSection(sources, { slug, name: municipio.nome, past, middle, state, place })
}

/** Notes of the API on the place; of one without a price, those near are told once, from its middle to the station. */
function notesOf(
  { here, trusted, near, menu }: Found,
  { slug, municipio }: TownView,
  { entries }: listing.ListPage,
  links: Addresses,
) {
  const untold = near?.length ? [NOBODY, FEW] : [FEW]
  const notes = notesOnRows(here, slug, entries).filter(
    (note) => trusted.length > 0 || !untold.some((sentence) => sentence.test(note)),
  )
  if (notes.length === 0) return false
  /** Places with a distance become links: `perto (em linha reta, de centro a centro) há Jatiúca (1,2 km)`. */
  const linked = (part: string, at: number) => {
    if (at % 2 === 0) return part
    const isDistrict = menu.conteudo.some(({ nome }) => placeKey(nome) === placeKey(part))
    const town = isDistrict ? municipio : municipalityFor(part)
    if (!town) return part
    return html`<a href="${links.town(slug, town, isDistrict ? { bairro: part } : {})}">${part}</a>`
  }
  return html`<p class="note">${notes.map((note) => `${note} `.split(PLACES).map(linked))}</p>`
}

const PLACES = /(?<=há |, |: )([^;:,()]+)(?= \([\d,]+ km\))/

/** Sentences of an answer without a price, which the page says by its title and the nearest places. */
const NOBODY = /^Ninguém de lá vendeu |^Nenhum posto conhecido é de lá;| mais perto que vende /
/** Sentence on a list of few stations, which may be only a suspect price's. */
const FEW = /, pouco para comparar/

function nearSection(found: Found, { slug, municipio }: TownView, links: Addresses) {
  const { near, here, trusted, brands } = found
  if (!near) return undefined
  const from = joined((here.lugar.bairros.length > 0 ? here.lugar.bairros : [municipio.nome]).map(ofPlace))
  const isEmpty = trusted.length === 0
  const only = brands && `, ${brands}`
  const [first, ...others] = near
  if (!first) return html`<section id="perto"><p>Nada mais barato a até ${NEAR_KM} km${only}.</p></section>`
  const items = (isEmpty ? others : near).map((each) => nearItem(each, links, here.atualizadoEm))
  return html`<section id="perto">
    ${isEmpty ? html`<p class="empty">O mais perto${only}: ${nearItem(first, links, here.atualizadoEm)}.</p>` : html`<h2>Mais barato por perto${only}</h2>`}
    ${listOf('near', items)}
    <p class="note">
      O preço provável; distâncias em linha reta, do meio ${from}. Vale a viagem?
      <a href="${links.page('perto/', { combustivel: slug })}">Perto de mim</a> faz a conta com os seus
      litros.
    </p>
  </section>`
}

const TANK = parametros.litros.padrao

/** `Em 40 L, o mais barato poupa R$ 16,00 contra a mediana dos preços prováveis.` */
function savingIn({ economia, postos, unidadeMedida }: listing.Figures) {
  const saving = rounded(TANK * (economia.provavel.sobreMediana ?? 0), 2)
  if (postos < STATIONS_TO_RANK || unidadeMedida !== 'L' || saving < 1) return undefined
  return html`<p class="note">
    Em ${TANK} L, o mais barato poupa ${reais(saving)} contra a mediana dos preços prováveis.
  </p>`
}

/** `Álcool compensa? Em Maceió: não, o álcool mais barato (R$ 5,00) é 78 % da gasolina mais barata (R$ 6,39).` */
function parityIn(where: string, { lugar, limite }: RespostaEstatisticas['paridade']): Html | undefined {
  if (!lugar) return undefined
  const { alcool, razao, compensa } = lugar
  return html`<p class="note" data-razao>
    Álcool compensa? ${capitalized(inPlace(where))}: ${compensa === 'alcool' ? 'sim' : 'não'}, o álcool mais
    barato (${reais(alcool)}) é ${percentOf(razao)} da gasolina mais barata
    (${withReais(gasolineOfPlace(lugar))}). ${paysUpTo(limite)}.
  </p>`
}

function weekendIn(where: string, { fimDeSemana }: listing.Figures, atualizadoEm: string | null) {
  if (!fimDeSemana || atualizadoEm === null || !isBeforeDaysOff(dayOf(atualizadoEm))) return undefined
  return html`<p class="note">${capitalized(inPlace(where))}, ${withReais(weekendHabit(fimDeSemana))}.</p>`
}

/** Map of all stations, with links to their rows, or to their own pages where the row is on another page. */
function mapSection(sources: Sources, view: TownView, { trusted, here }: Found, shown: listing.ListPage) {
  const { query, links } = sources
  const { slug, municipio } = view
  const dots = trusted.map((entrada) => ({ entrada, posicao: query.posicao(slug, entrada) }))
  const addressOf = (entrada: Entrada) =>
    shown.entries.includes(entrada) ? `#${rowId(entrada)}` : links.station(entrada.estabelecimento.cnpj)
  const streets = streetAttributes(sources, slug, municipio)
  const map = townMap(dots, municipio, here.atualizadoEm, addressOf, streets)
  return (
    map &&
    html`<section id="mapa">
      <h2>Onde ficam</h2>
      ${map}
    </section>`
  )
}

/** Form of district, brand and order. `lugar.bairros`: those understood from the address. */
function filters(view: TownView, { town, menu, here, brands }: Found, action: string): Html {
  const { bairro = '', bandeira, ordenar } = view
  // One name for all spellings, in the menu's order.
  const keys = new Set(town.conteudo.map(({ estabelecimento }) => districtKeyOf(estabelecimento.endereco)))
  const districts = menu.conteudo.flatMap(({ nome }) => (keys.has(placeKey(nome)) ? [nome] : []))
  const [understood, ...others] = here.lugar.bairros
  // Several districts are no option of the menu: shown as they were asked for.
  const wanted = others.length === 0 ? understood : bairro
  const chosen = wanted && (districts.find((name) => placeKey(name) === placeKey(wanted)) ?? wanted)
  const known = chosen === undefined || districts.includes(chosen) ? districts : [chosen, ...districts]
  return html`<form class="filters" action="${action}">
    ${
      known.length > 1 &&
      choice(
        'bairro',
        'Bairro',
        html`<option value="">Bairro: todos</option>
          ${known.map((name) => html`<option${name === chosen && raw(' selected')}>${name}</option>`)}`,
      )
    }
    ${brandSelect(brandsAmong(town.conteudo), bandeira, brands)}
    ${choice(
      'ordenar',
      'Ordem',
      ORDERS.map((order) => option(order, ORDER_NAMES[order], ordenar)),
    )}
    <p><button type="submit">Aplicar</button></p>
  </form>`
}

export const ORDER_NAMES = {
  provavel: 'Menor preço',
  preco: 'Menor na última venda',
  recente: 'Mais recente',
} as const
