import { figuresOf } from '../../domain/answers/estatisticas.ts'
import type { Entrada, RespostaPrecos } from '../../domain/answers/precos.ts'
import { tellsUnderstanding } from '../../format/words/understanding.ts'
import { type Slug, fuelOf } from '../../domain/facts/fuels.ts'
import { readPoint } from '../../domain/geo/driving-route.ts'
import { namedNotes, ofPlace } from '../../format/words/names.ts'
import { GasolinaError } from '../../errors.ts'
import { html, intro, listOf } from '../markup/html.ts'
import { brandFilter, choice, fuelChoice, option, placeField, radiusChoice } from '../parts/forms.ts'
import { TO_ROWS, pricesIn, rowsOf, takeTheData, understanding, unitNote } from '../parts/listing.ts'
import { isLocated } from '../parts/rows.ts'
import { tellMe } from '../parts/tell-me.ts'
import { reais } from '../words/page-figures.ts'
import { USUAL_KM, readOneOf, readFuelName, readRadius, readText } from '../request/read-params.ts'
import { type Asked, type Content, type Sources, type View, pedido } from '../request/page-interfaces.ts'
import { nearPage } from './near-me.ts'

const ORDERS = { provavel: 'Menor preço', distancia: 'Mais perto' } as const

/** Around the device, or around the place that `perto` names. */
export function readNear({ search, sources }: Asked): View {
  const perto = search.get('perto')?.trim().slice(0, 100) ?? ''
  const slug = readFuelName(search.get('combustivel'))
  if (perto === '') return { key: `perto ${slug}`, write: () => nearPage(sources, slug) }
  const view = viewOf(perto, slug, search)
  return { key: `perto ${JSON.stringify(view)}`, write: () => nearPlacePage(sources, view) }
}

type NearPlace = ReturnType<typeof viewOf>

function viewOf(perto: string, slug: Slug, search: Asked['search']) {
  return {
    perto,
    slug,
    raio: readRadius(search.get('raio')),
    ordenar: readOneOf('ordenar', search.get('ordenar'), ['provavel', 'distancia']),
    bandeira: readText('bandeira', search.get('bandeira')),
  }
}

async function nearPlacePage(sources: Sources, view: NearPlace): Promise<Content> {
  const { links } = sources
  const { perto, slug, raio, ordenar, bandeira } = view
  const { nomePopular, unidade } = fuelOf(slug)
  const found = await around(sources, view)
  const brands = brandFilter(sources, bandeira)
  const { list, names = [] } = found
  const where = [list?.centro?.nome ?? perto, brands.words].filter(Boolean).join(', ')
  const title = `${nomePopular} perto ${ofPlace(where)}`
  const orders = Object.entries(ORDERS).map(([order, name]) => option(order, name, ordenar))
  // Without what is usual.
  const addressOf = (name: string) =>
    links.page('perto/', {
      perto: name,
      combustivel: links.combustivel(slug),
      raio: raio === USUAL_KM ? undefined : raio,
      ordenar: ordenar === 'provavel' ? undefined : ordenar,
      bandeira,
    })
  const choices = names.map((name) => html`<a href="${addressOf(name)}">${name}</a>`)
  const words = html`${list && understanding(list)}
    <p class="lead">${found.told}</p>`
  const notes = list ? namedNotes(list).filter((sentence) => !tellsUnderstanding(sentence)) : []
  return {
    title,
    fuel: slug,
    headline: { price: found.least },
    description: list
      ? found.told
      : `Os postos com ${nomePopular} perto ${ofPlace(where)}, e a distância de cada um.`,
    path: addressOf(perto),
    atualizadoEm: list?.atualizadoEm,
    unlisted: true,
    ...(list && list.conteudo.length > 0 && { skip: TO_ROWS }),
    main: html`${intro(title, words)} ${names.length > 0 && listOf('plain', choices)}
      <form class="filters" data-keep action="${links.page('perto/')}">
        ${placeField(perto)} ${fuelChoice(slug)} ${radiusChoice(raio)} ${choice('ordenar', 'Ordem', orders)}
        ${brands.menu}
        <p><button type="submit">Ver</button></p>
      </form>
      ${
        list &&
        html`<section class="list" aria-labelledby="lista">
            <h2 id="lista" class="hidden">Postos</h2>
            ${listIn(list, view, sources)}
            ${list.totalEncontrados > list.conteudo.length && html`<p class="note">Os ${list.conteudo.length} primeiros de ${list.totalEncontrados}.</p>`}
            ${bandeira === undefined && tellMe(links, { combustivel: slug, perto, raio }, {})}
          </section>
          <p class="note">${notes.join(' ')} Distâncias em linha reta.</p>
          ${unitNote(unidade, list.atualizadoEm)}
          ${takeTheData(sources, { title, slug, search: { perto, raio, ordenar, bandeira }, pagina: 1, path: addressOf(perto), atualizadoEm: list.atualizadoEm })}`
      }`,
  }
}

/** A list as near me: of equal prices the exact places first; those of which only the town is known apart, unless there is no other. */
function listIn({ conteudo, atualizadoEm }: RespostaPrecos, { slug, ordenar }: NearPlace, sources: Sources) {
  const at = (...places: readonly string[]) =>
    conteudo.filter(({ estabelecimento: { endereco } }) =>
      places.includes(endereco.localizacao?.precisao ?? ''),
    )
  const byPrice = ordenar === 'provavel'
  const sure = byPrice
    ? [...at('exata'), ...at('bairro')].toSorted((a, b) => a.precoProvavel - b.precoProvavel)
    : at('exata', 'bairro')
  const ranked = sure.length > 0 ? sure : conteudo
  const apart = sure.length > 0 ? at('municipio') : []
  const options = { slug, withTown: true, agora: atualizadoEm, byPrice }
  const rows = (entries: readonly Entrada[], from: number) =>
    rowsOf(sources, { entries, from }, { ...options, isSecond: from > 1 })
  const least = Math.min(...apart.map(({ precoProvavel }) => precoProvavel))
  return html`${rows(ranked, 1)}
  ${
    apart.length > 0 &&
    html`<details class="alike">
      <summary>${apart.length} na cidade, sem ponto no mapa: desde ${reais(least)}</summary>
      ${rows(apart, ranked.length + 1)}
    </details>`
  }`
}

export const MOST_ROWS = 50

/**
 * The list, and in `told` its prices in a sentence, or the reason for there being none; in `least` the lowest likely price of a
 * known place; in `names` the places that the words may mean.
 */
async function around({ query }: Sources, view: NearPlace) {
  const { perto, slug, raio, bandeira } = view
  // A position is no name: the addresses of pages have none in them.
  if (readPoint(perto))
    return { told: 'Escreva o nome de um lugar: nenhuma página tem uma posição no endereço.' }
  try {
    const listOf = (ordenar: NearPlace['ordenar']) =>
      query.precos(pedido('precos', { combustivel: slug, perto, raio, ordenar, bandeira, limite: MOST_ROWS }))
    const list = await listOf(view.ordenar)
    const asked = pedido('estatisticas', { perto, raio, bandeira })
    const { combustiveis } = await query.estatisticas(asked)
    const figures = figuresOf(combustiveis, slug)
    const where = `${list.centro?.nome} e a até ${raio} km dali`
    const byPrice = view.ordenar === 'provavel' ? list : await listOf('provavel')
    const { precoMinimoProvavel: lowest } = figures
    const least = (byPrice.conteudo.find(isLocated) ?? byPrice.conteudo[0])?.precoProvavel
    const vague =
      lowest !== null && least !== undefined && lowest < least
        ? ` O de ${reais(lowest)} pode estar em qualquer parte da cidade; com ponto ou bairro conhecido, desde ${reais(least)}.`
        : ''
    return { list, told: pricesIn(where, figures) + vague, least }
  } catch (error) {
    if (!(error instanceof GasolinaError) || error.codigo !== 'parametro_invalido') throw error
    const { aceitos = [], sugestao, parametro } = error.erros?.[0] ?? {}
    if (parametro !== 'perto') throw error
    // The refusal of a text that is no name asks for coordinates too, which pages do not take.
    const told = error.motivo ?? 'Escreva o nome de uma cidade, de um bairro ou de um lugar conhecido.'
    return { told, names: sugestao === undefined ? [] : aceitos }
  }
}
