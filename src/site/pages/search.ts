import { type Slug, fuelOf } from '../../domain/facts/fuels.ts'
import { USUAL_FUEL as USUAL } from '../../domain/facts/rules.ts'
import { punctuatedCnpj } from '../../format/words/formatting.ts'
import type { LugarAchado } from '../../query/places/found-places.ts'
import { type Achados, isFound } from '../../query/answers/search-words.ts'
import { counted, reais } from '../words/page-figures.ts'
import { type Html, html, intro, listOf } from '../markup/html.ts'
import { inPlace, stationName } from '../../format/words/names.ts'
import { USUAL_KM, readText } from '../request/read-params.ts'
import { byName, slugOf } from '../request/addresses.ts'
import { type Asked, type Content, type Sources, pedido, type Outcome } from '../request/page-interfaces.ts'
import { mapInTurns } from '../../domain/basics/event-loop.ts'
import { fold, unaccented } from '../../domain/basics/text.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import { doubtsOf, inBrackets } from '../words/page-doubts.ts'
import { compareTowns } from '../parts/compare-towns.ts'
import { searchForm } from '../parts/forms.ts'
import { addressLine, isLocated } from '../parts/rows.ts'
import { MOST_ROWS } from './near-place.ts'

/** A single result is a redirect to its page. */
export function readSearch({ search, sources }: Asked): Outcome {
  const { links, query, version } = sources
  const q = readText('nome', search.get('q'), 'A busca') ?? ''
  if (q === '') return { key: 'busca', write: async () => searchPage(sources, q, undefined) }
  const between = journeyIn(q, sources) ?? comparisonIn(q, sources)
  if (between !== undefined) return { to: between, isForNow: true }
  const words = unaccented(q).toLowerCase()
  const way = WAYS.find(([phrase]) => phrase.test(words))
  if (way) return { to: wayTo(way[1], words, sources), isForNow: true }
  const commit = version()
  const found = query.busca(q)
  const sole = soleAddress(found, q, links)
  if (sole !== undefined) return { to: sole, isForNow: true }
  return {
    key: `busca ${q}`,
    write: async () => searchPage(sources, q, version() === commit ? found : query.busca(q)),
  }
}

const PARITY = 'alcool-ou-gasolina/'

/** Phrases that mean a page of the site, and the page. */
const WAYS: readonly (readonly [RegExp, string])[] = [
  [/perto de mim|perto daqui|aqui perto|near me\b|(?:mais proximo|mais perto)$/, 'perto/'],
  [
    /(?:compensa|vale a pena).*(?:alcool|etanol|gasolina)|(?:alcool|etanol|gasolina).*(?:compensa|vale a pena)|(?:alcool|etanol) ou gasolina|gasolina ou (?:alcool|etanol)/,
    PARITY,
  ],
  [/^(?:o |no |ver )?mapa$|^(?:a |qual (?:e )?a )?cidades? (?:com .* )?mais (?:car|barat)as?$/, 'mapa/'],
  [/^(?:meus )?favoritos$/, 'favoritos/'],
  [/^comparar(?: cidades)?$/, 'comparar/'],
  [/^no caminho$/, 'caminho/'],
  [/^situacao(?: dos dados)?$/, 'situacao/'],
  [/^privacidade$/, 'privacidade/'],
  [/^acessibilidade$/, 'acessibilidade/'],
]

/** With the fuel beside the words; of ethanol or gasoline in a town the town's list, which says which one pays there. */
function wayTo(page: string, words: string, { links, query }: Sources): string {
  if (page === 'perto/' || page === 'mapa/') {
    const { combustivel } = query.busca(words)
    // Gas alone may be that of kitchens.
    const isMeant = combustivel !== 'gnv' || /gnv|natural|veicular/.test(words)
    return links.page(page, { combustivel: isMeant ? combustivel : undefined })
  }
  const place = page === PARITY ? query.busca(words.replaceAll(PARITY_WORDS, ' ')).lugares[0] : undefined
  const isTown = place?.exato && place.bairro === undefined
  return isTown ? links.town('alcool', place.municipio) : links.page(page)
}

const PARITY_WORDS = /alcool|etanol|gasolina|compensa|vale a pena|\bou\b/g

const ENDS =
  /^(?:(?:viagem|caminho|rota|trajeto) )?(?:entre |d[eoa] )?(.+?) (?:para|pr[ao]|at[eé]|[aàx–→-]|->) (.+)$/i
/** `onde abastecer entre Penedo e Maceió`: stations on the way. Without such a word the two are compared. */
const STOPS_BETWEEN =
  /^(?!compara|qual\b|quem\b)(?=.*\b(?:abastec|encher|parar\b|postos?\b))(.*\bentre .+) e (.+)$/i
const ENDS_SIDE_BY_SIDE = /^(?:viagem|caminho|rota|trajeto) (?:entre |d[eoa] )?(.+?)(?: e)? (.+)$/i

/** `de Maceió pra Penedo`, `viagem Maceió Penedo`, a fuel beside one or none: the page of the journey between two places of exactly these names. */
function journeyIn(q: string, { links, query }: Sources): string | undefined {
  const ends = (STOPS_BETWEEN.exec(q) ?? ENDS.exec(q) ?? ENDS_SIDE_BY_SIDE.exec(q))?.slice(1) ?? []
  const found = ends.map((end) => query.busca(end))
  const [de, para] = found.map(nameOfSole)
  const [combustivel] = found.flatMap((end) => end.combustivel ?? [])
  return de && para && de !== para ? links.page('caminho/', { de, para, combustivel }) : undefined
}

const MOST_TOWNS = 4
/** `Maceió ou Arapiraca, onde a gasolina é mais barata?`: what is compared stands after the towns. */
const CHEAPER_WHERE = /^(.+?),? (?:em )?(?:onde|qual|quem) (.*?) ?mais barat[oa] ?\??$/i

/** `Maceió ou Arapiraca`, `comparar Penedo, Piaçabuçu e Coruripe`: the page of their comparison. */
function comparisonIn(q: string, { links, query }: Sources): string | undefined {
  const names = q
    .replace(/^comparar? /i, '')
    .replace(CHEAPER_WHERE, '$2 $1')
    .trim()
    .split(/\s*,\s*(?:e |ou )?|\s+(?:e|ou|com|vs\.?|versus)\s+/i)
  const areTowns = names.every((name) => byName.some(({ nome }) => fold(name).endsWith(fold(nome))))
  // Only then is it worth a search for each.
  if (names.length < 2 || names.length > MOST_TOWNS || !areTowns) return undefined
  const found = names.map((name) => query.busca(name))
  const towns = found.flatMap(({ lugares: [place, ...others] }) =>
    place?.exato && place.bairro === undefined && others.length === 0 ? [place.municipio] : [],
  )
  if (towns.length < names.length || new Set(towns).size < towns.length) return undefined
  const [combustivel] = found.flatMap((each) => each.combustivel ?? [])
  return links.page('comparar/', { combustivel, municipios: towns.map(slugOf).join(',') })
}

function nameOfSole({ lugares: [place, ...others], marcos: [marco, ...more] }: Achados): string | undefined {
  if (!place) return more.length === 0 ? marco : undefined
  return place.exato && others.length === 0
    ? [place.bairro, place.municipio.nome].filter(Boolean).join(', ')
    : undefined
}

/** Address of the only place or station of exactly this name; undefined if the notes would be lost. */
function soleAddress(found: Achados, q: string, links: Sources['links']): string | undefined {
  const { combustivel = USUAL, bandeira, estado, lugares, marcos, postos, parecidos, observacoes } = found
  if (parecidos || observacoes.length > 0) return undefined
  if (marcos.length > 0)
    return marcos.length === 1 && !isFound({ ...found, marcos: [] }) ? aroundOf(found, links) : undefined
  const [place, ...others] = lugares
  if (estado && !place) return links.fuel(combustivel, { bandeira: bandeira?.slug })
  const [station, ...more] = postos
  if (station && !place && more.length === 0)
    return [fold(station.nomeFantasia), station.cnpj].some(
      (name) => name === fold(q) || name === fold(q).replaceAll(' ', ''),
    )
      ? links.station(station.cnpj)
      : undefined
  if (!place?.exato || others.length > 0) return undefined
  if (place.observacoes.length > 0 && place.palavras === undefined) return undefined
  return addressOf(place, found, links)
}

/** Results for the words `q`; without words or results, the largest towns. */
async function searchPage(sources: Sources, q: string, found: Achados | undefined): Promise<Content> {
  const { links } = sources
  const hasResults = found !== undefined && isFound(found)
  const title = q === '' ? 'Buscar' : `Busca por “${q}”`
  return {
    title,
    description:
      'Busca de cidades, bairros e postos de Alagoas pelo nome, de lugares pelo CEP e do posto pelo CNPJ.',
    path: links.page('busca/', { q }),
    unlisted: true,
    main: html`${intro(title, searchForm(links, q))}
    ${
      found?.estrada !== undefined &&
      html`<p class="ways"><a href="${links.page('caminho/')}">Postos no caminho de uma viagem</a></p>`
    }
    ${found && !hasResults && html`<p class="empty">${nothing(found, q)}</p>`}
    ${hasResults ? await results(found, sources) : await suggestions(sources)}`,
  }
}

function nothing({ cnpj, observacoes }: Achados, q: string): string {
  if (cnpj !== undefined)
    return `Nenhum posto conhecido tem o CNPJ ${punctuatedCnpj(cnpj)}. Confira os números ou procure o posto pelo nome.`
  return observacoes.join(' ') || `Nenhuma cidade, bairro ou posto tem nome parecido com “${q}”.`
}

async function suggestions(sources: Sources): Promise<Html> {
  const { links } = sources
  const { towns } = await compareTowns(sources, USUAL)
  const largest = towns.toSorted((a, b) => b.postos - a.postos).slice(0, TOWNS_SHOWN)
  return html`<p class="ways"><a href="${links.page('perto/')}">Perto de mim</a></p>
    ${group(
      'Cidades com mais postos',
      largest.map(
        ({ municipio, precoMinimoProvavel }) =>
          html`<a href="${links.town(USUAL, municipio)}">${municipio.nome}</a>
            ${from(USUAL, precoMinimoProvavel)}`,
      ),
    )}`
}

const TOWNS_SHOWN = 8

/** `gasolina comum desde R$ 6,39`, or nothing where none is sold. */
function from(slug: Slug, lowest: number | null | undefined, within = ''): Html {
  const { nomePopular } = fuelOf(slug)
  return html`<span class="why"
    >${typeof lowest === 'number' ? html`${nomePopular} desde <b>${reais(lowest)}</b>` : `sem venda de ${nomePopular}`}${within}</span
  >`
}

async function results(found: Achados, sources: Sources): Promise<Html> {
  const { links, query } = sources
  const { combustivel, bandeira, estado, lugares, marcos, postos, parecidos, observacoes } = found
  const slug = combustivel ?? USUAL
  const brand = bandeira?.slug
  const fuel = combustivel && fuelOf(combustivel).nomePopular
  const ofBrand = bandeira && `, ${query.bandeira(bandeira.slug)}`
  const cheapest = { combustivel: slug, bandeira: brand, ordenar: 'provavel', limite: 1 }
  const placeRow = async (place: LugarAchado): Promise<Html> => {
    const { municipio, bairro } = place
    const spot = [bairro, municipio.nome].filter(Boolean).join(', ')
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
    return html`<a href="${aroundOf({ ...found, marcos: [marco] }, links)}">${marco}</a>
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
  const towns = lugares.filter(({ bairro }) => bairro === undefined)
  const districts = lugares.filter(({ bairro }) => bairro !== undefined)
  const groups = [
    estado && group('Combustível', [state]),
    group('Cidades', await mapInTurns(towns, placeRow)),
    group('Perto de um lugar', await mapInTurns(marcos, landmarkRow)),
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
  return html`${whyOf(observacoes)}${parecidos && html`<p>Nada se chama assim. Talvez:</p>`}${groups}`
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

function aroundOf({ combustivel, bandeira, marcos }: Achados, links: Sources['links']): string {
  return links.page('perto/', { perto: marcos[0], combustivel, bandeira: bandeira?.slug })
}

/** With the reader's own words, if the page explains how it understood them. */
function addressOf({ municipio, bairro, palavras }: LugarAchado, found: Achados, links: Sources['links']) {
  const { combustivel = USUAL, bandeira } = found
  return links.town(combustivel, municipio, { bairro: palavras ?? bairro, bandeira: bandeira?.slug })
}

function whyOf(observacoes: readonly string[]): Html | undefined {
  return observacoes.length > 0 ? html`<p class="why">${observacoes.join(' ')}</p>` : undefined
}

function group(title: string, items: readonly Html[]): Html | undefined {
  return items.length === 0
    ? undefined
    : html`<section class="found">
        <h2>${title}</h2>
        ${listOf('plain', items)}
      </section>`
}
