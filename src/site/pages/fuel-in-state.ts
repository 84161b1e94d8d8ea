import { figuresOf } from '../../domain/answers/estatisticas.ts'
import { type Slug, fuelByAlias, fuelOf, mayBeCookingGas } from '../../domain/facts/fuels.ts'
import { unknownFuel } from '../../domain/questions/parameter-problems.ts'
import { GasolinaError } from '../../errors.ts'
import { fuelStrip, aboutList, ranking } from '../parts/navigation.ts'
import { tellMe } from '../parts/tell-me.ts'
import { brandForm, brandSelect, brandsAmong } from '../parts/forms.ts'
import { html, intro } from '../markup/html.ts'
import { notesOnRows } from '../../format/words/invoice-words.ts'
import * as listing from '../parts/listing.ts'
import { municipalityFor, searchOf, slugOf } from '../request/addresses.ts'
import { readOneOf, readGivenPage, readPageNumber, readRatio, readText } from '../request/read-params.ts'
import { type Asked, type Content, type Sources, pedido, type Outcome } from '../request/page-interfaces.ts'
import { pastOfState, pastSection } from '../parts/past.ts'
import { fuelDataset } from '../discovery/schema-org.ts'
import { choropleth } from '../maps/state-map.ts'
import { compareTowns } from '../parts/compare-towns.ts'
import { ORDERS, townPage } from './fuel-in-town.ts'

/** Cheapest towns shown; the map's page has all. */
const TOWNS_SHOWN = 20

/** `gasolina-comum/`, `gasolina-comum/2/`, `gasolina-comum/maceio/` and `gasolina-comum/maceio/2/`. */
export function readFuel({ path, search, sources }: Asked): Outcome {
  const { links } = sources
  const [fuel = '', second = '', third, ...more] = path.at(-1) === '' ? path.slice(0, -1) : path
  const slug = fuelByAlias(fuel)?.slug
  if (mayBeCookingGas(fuel)) throw new GasolinaError('rota_nao_encontrada', unknownFuel(fuel).frase)
  if (!slug || more.length > 0) return undefined
  const { pagina: asked, ...others } = Object.fromEntries(search)
  const givenPage = readGivenPage(asked)
  const isSettled = (address: string) => address === links.page(path.join('/')) && givenPage === undefined
  const bandeira = readText('bandeira', search.get('bandeira'))
  const statePage = second === '' ? 1 : readPageNumber(second)
  if (statePage !== undefined && third === undefined && !/^\d{7}$/.test(second)) {
    readOneOf('ordenar', search.get('ordenar'), [ORDERS[0]])
    const pagina = givenPage ?? statePage
    const address = links.fuel(slug, {}, pagina)
    if (!isSettled(address)) return { to: address + searchOf({ bandeira }) }
    const key = JSON.stringify([slug, pagina, bandeira])
    return { key: `combustivel ${key}`, write: () => fuelPage(sources, slug, pagina, bandeira) }
  }
  const municipio = municipalityFor(second)
  const pathPage = readPageNumber(third)
  if (!municipio || pathPage === undefined) return undefined
  const bairro = readText('bairro', search.get('bairro'))
  const ordenar = readOneOf('ordenar', search.get('ordenar'), ORDERS)
  const { razao } = readRatio(search)
  const pagina = givenPage ?? pathPage
  const address = links.town(slug, municipio, {}, pagina)
  if (!isSettled(address)) return { to: address + searchOf(others) }
  const view = { slug, municipio, bairro, bandeira, ordenar, pagina, razao }
  const key = JSON.stringify({ ...view, municipio: slugOf(municipio) })
  return { key: `cidade ${key}`, write: () => townPage(sources, view) }
}

async function fuelPage(sources: Sources, slug: Slug, pagina: number, bandeira?: string): Promise<Content> {
  const { query, links } = sources
  const asked = { combustivel: slug, suspeitos: 'incluir', ordenar: 'provavel' }
  const [all, statistics, past] = await Promise.all([
    query.precos(pedido('precos', asked)),
    compareTowns(sources, slug),
    pastOfState(sources),
  ])
  const ofBrand = pedido('estatisticas', { bandeira })
  const list = bandeira === undefined ? all : await query.precos(pedido('precos', { ...asked, bandeira }))
  const { combustiveis } = bandeira === undefined ? statistics : await query.estatisticas(ofBrand)
  const figures = figuresOf(combustiveis, slug)
  const { nomePopular: nome, unidade } = fuelOf(slug)
  const { precoMinimoProvavel } = figures
  const trusted = list.conteudo.filter((entry) => !entry.suspeito)
  const shown = listing.pageOf(trusted, pagina)
  const notes = notesOnRows(list, slug, shown.entries)
  const hidden = list.conteudo.filter((entry) => entry.suspeito)
  const suspects = listing.suspectsOf(hidden, links, true)
  const brands = bandeira === undefined ? undefined : query.bandeira(bandeira)
  const where = brands === undefined ? 'Alagoas' : `Alagoas, ${brands}`
  const title = `${nome} em ${where}`
  const path = links.fuel(slug, { bandeira }, pagina)
  const { answer, description } = listing.listWords(where, figures)
  const month = pastSection(sources, { slug, name: 'Alagoas', past })

  return {
    title: pagina > 1 ? `${title}, página ${pagina}` : title,
    fuel: slug,
    headline: { title, price: precoMinimoProvavel },
    description,
    path,
    atualizadoEm: list.atualizadoEm,
    feed: { combustivel: slug },
    ...(pagina === 1 && { data: [fuelDataset(slug, list.atualizadoEm, sources)] }),
    ...(shown.entries.length > 0 && { skip: listing.TO_ROWS }),
    main: html` ${intro(title, html`<p class="lead">${answer}</p>`)}
      ${fuelStrip(combustiveis, slug, (other) => links.fuel(other, { bandeira }))}
      <div class="columns">
        <section class="list" aria-labelledby="lista">
          <h2 id="lista" class="hidden">Postos, do menor preço ao maior</h2>
          ${brandForm(links.fuel(slug), brandSelect(brandsAmong(all.conteudo), bandeira, brands))}
          ${aboutList(links, { isByLikely: true }, { mes: month !== undefined && 'Dia a dia', cidades: 'Por cidade' })}
          ${shown.entries.length > 0 && listing.rowsOf(sources, shown, { slug, withTown: true, agora: list.atualizadoEm, byPrice: true })}
          ${listing.pager(shown, pagina, (n) => links.fuel(slug, { bandeira }, n))} ${suspects}
          ${bandeira === undefined && tellMe(links, { combustivel: slug }, { abaixo: precoMinimoProvavel ?? undefined }, [{ words: title, key: `Alagoas-${slug}` }])}
        </section>
        <aside aria-label="Mais sobre estes preços">
          <div>
            ${notes.length > 0 && html`<p class="note">${notes.join(' ')}</p>`}
            ${listing.unitNote(unidade, list.atualizadoEm)}
          </div>
          ${month}
          <section id="cidades">
            <h2>Mediana por cidade</h2>
            ${choropleth(statistics.towns, { outlines: sources.outlines, title: `${nome}: mediana por cidade. A página do mapa diz o mesmo em lista.`, addressOf: (municipio) => links.town(slug, municipio), isBesideList: true })}
            <p>
              <a href="${links.page('mapa/', { combustivel: slug })}">O mapa grande e todas as cidades</a>
            </p>
            ${ranking(statistics.towns, (municipio) => links.town(slug, municipio), TOWNS_SHOWN)}
          </section>
          ${listing.takeTheData(sources, { title, slug, search: { bandeira, ordenar: 'provavel' }, pagina, path, atualizadoEm: list.atualizadoEm })}
        </aside>
      </div>`,
  }
}
