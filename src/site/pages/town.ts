import { figuresOf } from '../../domain/answers/estatisticas.ts'
import { type Combustivel, combustiveis, fuelOf } from '../../domain/facts/fuels.ts'
import type { MudancaNoLugar } from '../../domain/answers/historico.ts'
import { addDays, dayOf } from '../../domain/basics/time.ts'
import { stationName } from '../../format/words/names.ts'
import { nearItem, nearLine } from '../parts/navigation.ts'
import { citation } from '../parts/listing.ts'
import type { Municipio } from '../../domain/alagoas/municipalities.ts'
import { NA_JANELA, STATIONS_TO_COMPARE, STATIONS_TO_RANK, written } from '../../domain/facts/rules.ts'
import { municipalityFor, slugOf } from '../request/addresses.ts'
import { care, doubtsOf, nobodySold, seenLower } from '../words/page-doubts.ts'
import { ofLikely } from '../../format/words/doubt.ts'
import { percentBetween } from '../../domain/basics/numbers.ts'
import { counted, dayAndMonth, moment, percent, reais, salesTold, trend } from '../words/page-figures.ts'
import { html, intro, listOf } from '../markup/html.ts'
import { type Asked, type Content, type Outcome, type Sources, pedido } from '../request/page-interfaces.ts'
import { pastChart, pastKeys, pastLinks, pastOfFuels, pastOfState, pastOfTown } from '../parts/past.ts'
import { price } from '../parts/rows.ts'
import { type Comparison, compareTowns, isDoubted, nearPlace, townIn } from '../parts/compare-towns.ts'

export function readMunicipality({ path: [, name = '', ...rest], search, sources }: Asked): Outcome {
  const municipio = municipalityFor(name)
  if (!municipio || rest.length > 1 || (rest[0] ?? '') !== '') return undefined
  const slug = slugOf(municipio)
  if (rest.length === 0 || name !== slug)
    return { to: sources.links.allFuels(municipio, Object.fromEntries(search)) }
  return { key: `municipio ${slug}`, write: () => municipalityPage(sources, municipio) }
}

interface FuelHere {
  fuel: Combustivel
  comparison: Comparison
  here: ReturnType<typeof townIn>
  chart: ReturnType<typeof pastChart>
}

/** A town with all its fuels, each compared with the state. */
async function municipalityPage(sources: Sources, municipio: Municipio): Promise<Content> {
  const { links } = sources
  const [past, state] = await Promise.all([pastOfTown(sources, municipio), pastOfState(sources)])
  const fuels = await Promise.all(
    combustiveis.map(async (fuel): Promise<FuelHere> => {
      const comparison = await compareTowns(sources, fuel.slug)
      const here = townIn(comparison, municipio)
      const chart = pastChart({ slug: fuel.slug, name: municipio.nome, past, middle: here?.middle, state })
      return { fuel, comparison, here, chart }
    }),
  )
  const sold = fuels.filter(({ here }) => here?.postos)
  const soldFirst = [...sold, ...fuels.filter((each) => !sold.includes(each))]
  const cards = await Promise.all(soldFirst.map((each) => card(sources, municipio, each, sold.length > 0)))
  const days = pastOfFuels(past)
  const atualizadoEm = fuels[0]?.comparison.atualizadoEm
  const isSold = fuels.some(({ here }) => here && here.postos + here.suspeitos > 0)
  const changes = atualizadoEm && isSold ? await changesOfTown(sources, municipio, atualizadoEm) : undefined
  const title = `Combustíveis em ${municipio.nome}`
  const description = describe(municipio, fuels)
  const path = links.allFuels(municipio)
  return {
    title,
    headline: { price: fuels[0]?.here?.precoMinimoProvavel, of: 'gasolina comum desde' },
    description,
    path,
    feed: { municipio: municipio.codigoIBGE },
    atualizadoEm,
    main: html` ${intro(title, html`<p class="lead">${description}</p>`)}
      ${fuels.some(({ chart }) => chart) && pastKeys(municipio.nome, true)}
      <ul class="tiles broad">
        ${cards}
      </ul>
      ${changes} ${days}${days && pastLinks(sources, { municipio: municipio.codigoIBGE }, past)}
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

async function card(sources: Sources, municipio: Municipio, of: FuelHere, hasSales: boolean) {
  const { links } = sources
  const { here, fuel, comparison, chart } = of
  const { slug, nomePopular: nome } = fuel
  const { comparacao, combustiveis: state } = comparison
  const heading = html`<h2><a href="${links.town(slug, municipio)}">${nome}</a></h2>`
  if (!here || here.precoMinimoProvavel === null || here.middle === null) {
    const [nearest] = (await nearPlace(sources, slug, { municipio }, [])) ?? []
    return html`<li class="tile">
      ${heading}
      ${(hasSales || (here?.suspeitos ?? 0) > 0) && html`<p>${nobodySold(here?.suspeitos ?? 0)}</p>`}
      ${nearest && html`<p class="nearest">O mais perto: ${nearItem(nearest, links, comparison.atualizadoEm)}</p>`}${chart}
    </li>`
  }
  const lower = seenLower(here)
  const doubts = doubtsOf(ofLikely(here.maisBaratoProvavel))
  const median = figuresOf(state, slug).precoMediano
  const away = median === null ? 0 : percentBetween(median, here.middle)
  const side = away < 0 ? 'abaixo' : 'acima'
  const beside = Math.abs(away) < 0.05 ? 'como no estado' : `${percent(away)} ${side} do estado`
  return html`<li class="tile">
    ${heading}
    <p class="price"><span class="from">desde</span> ${price(here.precoMinimoProvavel)}</p>
    ${lower === undefined ? doubts && html`<p>${care(doubts)}</p>` : html`<p class="care">${lower}</p>`}
    ${
      // Of two stations the middle is the price of neither.
      here.postos !== 2 &&
      html`<p>
        ${isDoubted(here.precoMediano, here.middle) ? 'O mais provável é' : here.postos === 1 ? 'O preço é' : 'Na última venda, metade ou mais cobrou até'}
        ${reais(here.middle)}, ${beside}. ${here.postos >= STATIONS_TO_COMPARE && trend(here)}
      </p>`
    }
    <p class="why">${standing(here, comparacao)}</p>
    ${chart}
  </li>`
}

function standing({ colocacao, postos }: Comparison['towns'][number], comparacao: Comparison['comparacao']) {
  if (colocacao === null || !comparacao)
    return `Só ${counted(postos, 'posto', 'postos')}: pouco para comparar.`
  if (comparacao.colocados === 1) return `A única cidade com ${written(STATIONS_TO_RANK)} postos ou mais.`
  // Ranks count the cheaper ones, so no other town shares the last.
  const place = colocacao === comparacao.colocados ? 'A mais cara' : `${colocacao}ª mais barata`
  return `${place} de ${comparacao.colocados} cidades com ${written(STATIONS_TO_RANK)} postos ou mais.`
}

function describe({ nome }: Municipio, fuels: readonly FuelHere[]): string {
  const sold = fuels.flatMap(({ fuel, here }) =>
    typeof here?.precoMinimoProvavel === 'number'
      ? [`${fuel.nomePopular} desde ${reais(here.precoMinimoProvavel)}`]
      : [],
  )
  if (sold.length > 0) return `${sold.slice(0, 3).join(', ')}.`
  const hasSuspects = fuels.some(({ here }) => here && here.suspeitos > 0)
  return `Nenhum posto de ${nome} ${hasSuspects ? 'tem preço sem suspeita' : 'vendeu'} ${NA_JANELA}.`
}

const CHANGES_SHOWN = 12
/** Days of which the files tell. */
const WEEK = 7

/** The newest changes of price in a town since the day before, and the files of the week's. */
async function changesOfTown({ query, links }: Sources, { codigoIBGE }: Municipio, agora: string) {
  // Of a source that looks stopped the day before its newest sale: of the days after it nothing is known.
  const stopped = query.paradaDesde()
  const since = (days: number) => addDays(dayOf(stopped ?? agora), -days)
  const asked = { municipio: codigoIBGE, granularidade: 'mudancas' } as const
  const all = { ...asked, registrosPorPagina: MOST }
  const yesterday = pedido('historicoDoLugar', { ...all, desde: since(1) })
  const { mudancas = [] } = await query.historicoDoLugar(yesterday)
  const news = newsIn(mudancas)
  const rows = news
    .slice(0, CHANGES_SHOWN)
    .map(({ em, cnpj, nomeFantasia, combustivel, para, vendas, ...change }) => {
      const de = change.deConfirmado ?? change.de
      const way = para < de ? 'caiu' : 'subiu'
      const words = html`${fuelOf(combustivel).nomePopular}: ${way} de ${reais(de)}, ${moment(em)} ·
      ${salesTold(vendas)}`
      return nearLine(links.station(cnpj), stationName({ nomeFantasia }), para, words)
    })
  return html`<section id="mudancas">
    <h2>Quem mudou de preço</h2>
    <p class="note">
      Desde ${stopped === undefined ? 'ontem' : dayAndMonth(since(1))},
      ${news.length === 0 ? 'nenhuma mudança confirmada' : news.length > CHANGES_SHOWN ? 'as mais novas' : 'as mais novas primeiro'}.
      Um preço de uma só venda, ou de poucas longe do anterior, ainda não conta.
    </p>
    ${news.length > 0 && listOf('near', rows)}
    <p class="note">
      As da semana, também as de uma só venda, em
      <a href="${links.api('historico', { ...all, desde: since(WEEK) })}">JSON</a> e
      <a href="${links.api('historico', { ...all, desde: since(WEEK), formato: 'csv' })}">CSV</a>
    </p>
  </section>`
}

const MOST = 5000

/** The newest confirmed change of each station and fuel, where its price is still the station's; `mudancas` are newest first. */
export function newsIn(mudancas: readonly MudancaNoLugar[]): MudancaNoLugar[] {
  const prices = new Map<string, number>()
  const told = new Set<string>()
  return mudancas.filter(({ cnpj, combustivel, para, confirmada }) => {
    const sold = `${cnpj} ${combustivel}`
    if (!prices.has(sold)) prices.set(sold, para)
    if (!confirmada || told.has(sold)) return false
    told.add(sold)
    return prices.get(sold) === para
  })
}
