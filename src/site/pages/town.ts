import { type Combustivel, combustiveis } from '../../domain/facts/fuels.ts'
import { changesOfTown } from '../parts/changes.ts'
import { citation } from '../parts/listing.ts'
import { feedLink } from '../parts/tell-me.ts'
import type { Municipio } from '../../domain/alagoas/municipalities.ts'
import { NA_JANELA, STATIONS_TO_COMPARE, STATIONS_TO_RANK, written } from '../../domain/facts/rules.ts'
import { municipalityFor, slugOf } from '../request/addresses.ts'
import { care, doubtsOf, nobodySold, seenLower } from '../words/page-doubts.ts'
import { ofLikely } from '../../format/words/doubt.ts'
import { percentBetween } from '../../domain/basics/numbers.ts'
import { counted, percent, reais, trend } from '../words/page-figures.ts'
import { type Html, html } from '../markup/html.ts'
import type { Asked, Content, Moved, Sources, View } from '../request/page-interfaces.ts'
import {
  isDrawn,
  pastChart,
  pastKeys,
  pastLinks,
  pastOfFuels,
  pastOfState,
  pastOfTown,
} from '../parts/past.ts'
import { price } from '../parts/rows.ts'
import { nearItem } from './fuel-in-town.ts'
import {
  type Comparison,
  type Town,
  compareTowns,
  isDoubted,
  nearPlace,
  townIn,
} from '../parts/compare-towns.ts'

export function readMunicipality({ path: [, name = '', ...rest], sources }: Asked): View | Moved | undefined {
  const municipio = municipalityFor(name)
  if (!municipio || rest.length > 1 || (rest[0] ?? '') !== '') return undefined
  const slug = slugOf(municipio)
  if (rest.length === 0 || name !== slug) return { to: sources.links.page(`municipio/${slug}/`) }
  return { key: `municipio ${slug}`, write: () => municipalityPage(sources, municipio) }
}

/** A town with all its fuels, each compared with the state. */
async function municipalityPage(sources: Sources, municipio: Municipio): Promise<Content> {
  const { links } = sources
  const comparisons = await Promise.all(
    combustiveis.map(async (fuel) => ({ fuel, comparison: await compareTowns(sources, fuel.slug) })),
  )
  const [past, state] = await Promise.all([pastOfTown(sources, municipio), pastOfState(sources)])
  // Fuels that are not sold come last.
  const isSold = ({ comparison }: (typeof comparisons)[number]) => !!townIn(comparison, municipio)?.postos
  const inOrder = [...comparisons.filter(isSold), ...comparisons.filter((each) => !isSold(each))]
  const hasSales = comparisons.some(isSold)
  const cards = await Promise.all(
    inOrder.map(({ fuel, comparison }) => {
      const { middle } = townIn(comparison, municipio) ?? {}
      const chart = pastChart({ slug: fuel.slug, name: municipio.nome, past, middle, state })
      return card(sources, fuel, municipio, { comparison, hasSales, chart })
    }),
  )
  const days = pastOfFuels(past)
  const hasCharts = Object.values(past.combustiveis).some(isDrawn)
  const atualizadoEm = comparisons[0]?.comparison.atualizadoEm
  const changes = atualizadoEm ? await changesOfTown(sources, municipio, atualizadoEm) : undefined
  const title = `Combustíveis em ${municipio.nome}`
  const description = describe(municipio, comparisons)
  const path = links.page(`municipio/${slugOf(municipio)}/`)
  return {
    title,
    headline: {
      price: comparisons[0] && townIn(comparisons[0].comparison, municipio)?.precoMinimoProvavel,
      of: 'gasolina comum desde',
    },
    description,
    path,
    head: feedLink(links, { municipio: municipio.codigoIBGE }),
    atualizadoEm,
    main: html` <div class="intro">
        <h1>${title}</h1>
        <p class="lead">${description}</p>
      </div>
      ${hasCharts && pastKeys(municipio.nome, true)}
      <ul class="tiles broad">
        ${cards}
      </ul>
      ${changes} ${days}${days && pastLinks(links, { municipio: municipio.codigoIBGE }, past)}
      <p>
        <a href="${links.page('comparar/', { combustivel: 'gasolina-comum' })}"
          >Comparar com outras cidades</a
        >
        ·
        <a href="${links.page('alcool-ou-gasolina/')}">Álcool ou gasolina?</a>
      </p>
      <p class="note">
        <a href="${links.api('estatisticas', { municipio: municipio.codigoIBGE })}">Estes números em JSON</a>
      </p>
      ${atualizadoEm && html`<p class="note">${citation(sources, title, path, atualizadoEm)}</p>`}`,
  }
}

async function card(
  sources: Sources,
  { slug, nomePopular: nome }: Combustivel,
  municipio: Municipio,
  { comparison, chart, hasSales }: { comparison: Comparison; chart: Html | undefined; hasSales: boolean },
): Promise<Html> {
  const { links } = sources
  const { comparacao, combustiveis: state } = comparison
  const here = townIn(comparison, municipio)
  const heading = html`<h2><a href="${links.town(slug, municipio)}">${nome}</a></h2>`
  if (!here || here.precoMinimoProvavel === null || here.middle === null) {
    const [nearest] = (await nearPlace(sources, slug, { municipio }, [])) ?? []
    return html`<li class="tile">
      ${heading}
      ${(hasSales || (here?.suspeitos ?? 0) > 0) && html`<p>${nobodySold(here?.suspeitos ?? 0)}</p>`}
      ${nearest && html`<p class="nearest">O mais perto: ${nearItem(nearest, links)}</p>`}${chart}
    </li>`
  }
  const lower = seenLower(here, here.cheapest && doubtsOf(here.cheapest))
  const doubts = doubtsOf(ofLikely(here.maisBaratoProvavel))
  const median = state[slug].precoMediano
  const away = median === null ? 0 : percentBetween(median, here.middle)
  return html`<li class="tile">
    ${heading}
    <p class="price"><span class="from">desde</span> ${price(here.precoMinimoProvavel)}</p>
    ${lower === undefined ? doubts && html`<p>${care(doubts)}</p>` : html`<p class="care">${lower}</p>`}
    <p>
      ${isDoubted(here.precoMediano, here.middle) ? 'O mais provável é' : 'Metade cobra até'}
      ${reais(here.middle)}, ${beside(away)}. ${here.postos >= STATIONS_TO_COMPARE && trend(here)}
    </p>
    <p class="why">${standing(here, comparacao)}</p>
    ${chart}
  </li>`
}

function standing({ colocacao, postos }: Town, comparacao: Comparison['comparacao']): string {
  if (colocacao === null || !comparacao)
    return `Só ${counted(postos, 'posto', 'postos')}: pouco para comparar.`
  if (comparacao.colocados === 1) return `A única cidade com ${written(STATIONS_TO_RANK)} postos ou mais.`
  // Ranks count the cheaper ones, so no other town shares the last.
  const place = colocacao === comparacao.colocados ? 'A mais cara' : `${colocacao}ª mais barata`
  return `${place} de ${comparacao.colocados} cidades com ${written(STATIONS_TO_RANK)} postos ou mais.`
}

function beside(away: number): string {
  return Math.abs(away) < 0.05
    ? 'como no estado'
    : `${percent(away)} ${away < 0 ? 'abaixo' : 'acima'} do estado`
}

function describe(
  municipio: Municipio,
  comparisons: readonly { fuel: Combustivel; comparison: Comparison }[],
): string {
  let had = 'vendeu'
  const sold = comparisons.flatMap(({ fuel, comparison }) => {
    const here = townIn(comparison, municipio)
    if (here && here.suspeitos > 0) had = 'tem preço sem suspeita'
    if (typeof here?.precoMinimoProvavel !== 'number') return []
    return [`${fuel.nomePopular} desde ${reais(here.precoMinimoProvavel)}`]
  })
  return sold.length === 0
    ? `Nenhum posto de ${municipio.nome} ${had} ${NA_JANELA}.`
    : `${sold.slice(0, 3).join(', ')}.`
}
