import { stationName, townOf } from '../../format/words/names.ts'
import { isWidened } from '../../domain/past/periods.ts'
import { perUnit } from '../../format/words/formatting.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import { type RespostaEstatisticas, figuresOf } from '../../domain/answers/estatisticas.ts'
import { type Combustivel, combustiveis } from '../../domain/facts/fuels.ts'
import { DOUBTFUL_SALES, USUAL_RATIO } from '../../domain/facts/rules.ts'
import type { SourceWords } from '../../format/words/source-words.ts'
import { care, doubtsOf, nobodySold, seenLower } from '../words/page-doubts.ts'
import { ofLikely } from '../../format/words/doubt.ts'
import { counted, dayAndMonth, moment, reais, salesTold, trend } from '../words/page-figures.ts'
import { type Html, html, intro } from '../markup/html.ts'
import type { Addresses } from '../request/addresses.ts'
import { readRatio } from '../request/read-params.ts'
import { type Asked, type Content, type Sources, type View, pedido } from '../request/page-interfaces.ts'
import { type History, pastOfState } from '../parts/past.ts'
import type { Figures } from '../parts/listing.ts'
import { otherProducts, price } from '../parts/rows.ts'
import { paysUpTo, searchForm } from '../parts/forms.ts'
import { sparkline } from '../charts/step-charts.ts'
import { choropleth } from '../maps/state-map.ts'
import { compareTowns } from '../parts/compare-towns.ts'
import { townChooser } from '../parts/navigation.ts'
import { wishesTold } from '../parts/tell-me.ts'

/** Today, and the seven days before. */
const WEEK = 8

export function readHome({ search, sources }: Asked): View {
  const { razao } = readRatio(search)
  return { key: `inicio ${razao}`, write: () => homePage(sources, razao) }
}

async function homePage(sources: Sources, razao: number): Promise<Content> {
  const { query, links } = sources
  const [statistics, { paridade }, { conteudo: towns }, past, leading] = await Promise.all([
    compareTowns(sources, 'gasolina-comum'),
    query.estatisticas(pedido('estatisticas', { razao })),
    query.municipios(),
    pastOfState(sources),
    Promise.all(
      combustiveis.map(async ({ slug: combustivel }) => {
        const asked = pedido('precos', { combustivel, ordenar: 'provavel', limite: 1 })
        return (await query.precos(asked)).conteudo[0]
      }),
    ),
  ])
  const { atualizadoEm } = statistics
  const priced = towns.filter(({ postos }) => postos > 0)
  const stations = priced.reduce((sum, { postos }) => sum + postos, 0)
  const source = query.source()
  const collection = html`<p class="note">Coleta: <span class="fresh">${moment(atualizadoEm)}</span></p>`
  return {
    title: 'Preço dos combustíveis em Alagoas',
    headline: {
      price: figuresOf(statistics.combustiveis, 'gasolina-comum').precoMinimoProvavel,
      of: 'gasolina comum desde',
    },
    description: describe(statistics, source),
    path: links.page(''),
    atualizadoEm,
    feed: {},
    main: html` ${intro('Quanto custa abastecer em Alagoas, agora', collection)} ${searchForm(links)}
      <p class="ways home">
        <a href="${links.page('perto/')}">Perto de mim</a> <a href="${links.page('caminho/')}">No caminho</a>
      </p>
      ${wishesTold('todos')}
      <ul class="tiles">
        ${combustiveis.map((fuel, at) => tile(links, fuel, figuresOf(statistics.combustiveis, fuel.slug), past, leading[at]))}
      </ul>
      <p class="lead">
        Preços de ${counted(stations, 'posto', 'postos')} em ${counted(priced.length, 'cidade', 'cidades')},
        ${source.ofStations}.
      </p>
      ${
        paridade.postos > 0 &&
        html`<p class="parity" data-razao>
          <strong>Álcool ou gasolina?</strong>
          <a href="${links.page('alcool-ou-gasolina/', { razao: razao === USUAL_RATIO ? undefined : razao })}"
            >O álcool compensa em ${paridade.postosEmQueCompensaProvavel} de
            ${counted(paridade.postos, 'posto que vende', 'postos que vendem')} os dois</a
          >. ${razao !== USUAL_RATIO && `${paysUpTo(razao)}.`}
        </p>`
      }
      <section>
        <h2>Gasolina comum pelo estado</h2>
        ${choropleth(statistics.towns, { outlines: sources.outlines, title: 'Gasolina comum: mediana por cidade', addressOf: (municipio) => links.town('gasolina-comum', municipio), isBesideList: true })}
        <p>
          <a href="${links.page('mapa/')}">Escolher no mapa</a> ·
          <a href="${links.page('comparar/')}">Comparar cidades</a>
        </p>
      </section>
      <section>
        <h2>Escolha a cidade</h2>
        <p class="note">Preços da gasolina comum; dentro da cidade se troca de combustível.</p>
        ${townChooser(links, statistics.towns)}
      </section>`,
  }
}

function tile(links: Addresses, fuel: Combustivel, figures: Figures, past: History, leading?: Entrada): Html {
  const { slug, nomePopular: nome, unidade } = fuel
  const { precoMediano, precoMinimoProvavel, maisBaratoProvavel, maisBarato } = figures
  if (!maisBarato || !maisBaratoProvavel || precoMinimoProvavel === null || precoMediano === null)
    return html`<li class="tile">
      <h2><a href="${links.fuel(slug)}">${nome}</a></h2>
      <p>${nobodySold(figures.suspeitos)}</p>
    </li>`
  const lower = seenLower(figures)
  const doubts = doubtsOf(ofLikely(maisBaratoProvavel))
  const days = (past.combustiveis[slug]?.serie ?? []).slice(-WEEK)
  const line = isWidened(days) ? undefined : sparkline(days)
  const week =
    trend(figures) ??
    (line && html`<span aria-hidden="true">A linha: desde ${dayAndMonth(days[0]?.periodo ?? '')}.</span>`)
  return html`<li class="tile">
    <h2><a href="${links.fuel(slug)}">${nome}</a></h2>
    <p class="price">
      <span class="from">desde</span>
      ${price(precoMinimoProvavel)}${unidade !== 'L' && html` <span class="unit">${perUnit(unidade)}</span>`}
    </p>
    <p>${nameAndTown(maisBaratoProvavel)}</p>
    ${doubts ? html`<p class="why">${care(doubts)}</p>` : maisBaratoProvavel.confirmacao.vendas <= DOUBTFUL_SALES && html`<p class="why">${salesTold(maisBaratoProvavel.confirmacao.nestePreco, maisBaratoProvavel.confirmacao.vendas)}</p>`}
    ${leading?.estabelecimento.cnpj === maisBaratoProvavel.estabelecimento.cnpj && otherProducts(leading.outros, leading.produto)}
    ${lower !== undefined && html`<p class="why">${nameAndTown(maisBarato)}: <span class="care">${lower}</span></p>`}
    <p class="why">Na última venda, metade ou mais cobrou até ${reais(precoMediano)}. ${week}</p>
    ${line}
  </li>`
}

function nameAndTown({ estabelecimento }: Pick<Entrada, 'estabelecimento'>): string {
  return `${stationName(estabelecimento)}, ${townOf(estabelecimento.endereco)}`
}

function describe({ combustiveis: figures }: RespostaEstatisticas, { title, short }: SourceWords): string {
  const { precoMinimoProvavel, precoMediano } = figuresOf(figures, 'gasolina-comum')
  if (precoMinimoProvavel === null || precoMediano === null) return `${title}.`
  return `Gasolina comum desde ${reais(precoMinimoProvavel)}; na última venda, metade ou mais dos postos de Alagoas cobrou até ${reais(precoMediano)}. ${short}`
}
