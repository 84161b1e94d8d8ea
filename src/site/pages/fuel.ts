import type { Slug } from '../../domain/facts/fuels.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import { NA_JANELA } from '../../domain/facts/rule-words.ts'
import { doubtsOf, inBrackets } from '../words/doubts.ts'
import { counted, moment, perUnit, reais, trend } from '../words/figures.ts'
import { fuelStrip } from '../parts/fuel-strip.ts'
import { html } from '../markup/html.ts'
import { pageOf, pager, rowsOf, suspectsOf } from '../parts/listing.ts'
import { below } from '../parts/jump-links.ts'
import type { Content, Sources } from '../request/view.ts'
import { pedido } from '../request/view.ts'
import { pastOfState } from '../parts/past-chart.ts'
import { pastSection } from '../parts/past-section.ts'
import { takeTheData } from '../parts/take-the-data.ts'
import { headlineOf, itemList } from '../found/structured-data.ts'
import { fuelDataset } from '../found/structured-dataset.ts'
import { choropleth } from '../maps/state-map.ts'
import { ranking } from '../towns/ranking.ts'
import { compareTowns } from '../towns/compare-towns.ts'

/** Of the cheapest towns; the page of the map has them all. */
const TOWNS_SHOWN = 20

/** One fuel in the whole state. */
export async function fuelPage(
  sources: Sources,
  { slug, pagina }: { slug: Slug; pagina: number },
): Promise<Content> {
  const { query, links } = sources
  const [list, statistics, past] = await Promise.all([
    query.precos(pedido('precos', { combustivel: slug, suspeitos: 'incluir', ordenar: 'provavel' })),
    compareTowns(sources, slug),
    pastOfState(sources),
  ])
  const { nome, unidade, precoMinimo, precoMediano, precoMaximo, postos, maisBarato, variacao } = {
    ...fuelOf(slug),
    ...statistics.combustiveis[slug],
  }
  const shown = pageOf(
    list.conteudo.filter((entry) => !entry.suspeito),
    pagina,
  )
  const hidden = list.conteudo.filter((entry) => entry.suspeito)
  const title = `${nome} em Alagoas`
  const doubts = maisBarato && doubtsOf(maisBarato)
  const answer =
    precoMinimo === null || precoMediano === null || precoMaximo === null
      ? `Ninguém vendeu ${nome} em Alagoas ${NA_JANELA}.`
      : `De ${reais(precoMinimo)}${inBrackets(doubts)} a ${reais(precoMaximo)} em ${counted(postos, 'posto', 'postos')}; metade cobra até ${reais(precoMediano)}. ${trend(variacao.semana, 'na semana') ?? ''}`.trim()
  const month = pastSection(links, {
    title,
    name: 'Alagoas',
    history: past.combustiveis[slug],
    periodo: past.periodo,
    search: { combustivel: slug },
  })

  return {
    title: pagina > 1 ? `${title}, página ${pagina}` : title,
    headline: headlineOf(title, precoMinimo, { doubts }),
    description: answer,
    path: links.fuel(slug, pagina),
    section: 'precos',
    atualizadoEm: list.atualizadoEm,
    data: [
      itemList(shown.entries, sources),
      ...(pagina === 1 ? [fuelDataset(slug, list.atualizadoEm, sources)] : []),
    ],
    main: html` <div class="intro">
        <h1>${title}</h1>
        <p class="lead">${answer}</p>
        <p class="note">
          Preço
          ${perUnit(unidade)}${list.atualizadoEm && html` · coleta: <span class="fresh">${moment(list.atualizadoEm)}</span>`}
        </p>
        ${below(shown.entries.length, { mes: month !== undefined && '30 dias', cidades: 'mediana por cidade' })}
      </div>
      ${fuelStrip(statistics.combustiveis, slug, (other) => links.fuel(other))}
      <div class="columns">
        <section class="list" aria-labelledby="lista">
          <h2 id="lista" class="hidden">Postos, pelo preço mais provável</h2>
          ${shown.entries.length > 0 && rowsOf(shown, slug, sources, true)}
          ${pager(pagina, shown.pages, (n) => links.fuel(slug, n))} ${suspectsOf(hidden, links, true)}
        </section>
        <aside aria-label="Mais sobre estes preços">
          ${month}
          <section id="cidades">
            <h2>Mediana por cidade</h2>
            ${choropleth(statistics.towns, { outlines: sources.outlines, title: `${nome}: mediana por cidade. A página do mapa diz o mesmo em lista.` })}
            <p>
              <a href="${links.page('mapa/', { combustivel: slug })}">O mapa grande e todas as cidades</a>
            </p>
            ${ranking(statistics.towns, slug, links, TOWNS_SHOWN)}
          </section>
          ${takeTheData(links, slug, { ordenar: 'provavel' })}
        </aside>
      </div>`,
  }
}
