import { type Slug, fuelOf } from '../../domain/facts/fuels.ts'
import { fold } from '../../domain/basics/text.ts'
import { fewerKnown } from '../../domain/past/periods.ts'
import { type Search, byName, slugOf } from '../request/addresses.ts'
import { nobodySold, seenLower } from '../words/page-doubts.ts'
import { cents, counted, percent, reais } from '../words/page-figures.ts'
import { citation } from '../parts/listing.ts'
import { fuelStrip } from '../parts/navigation.ts'
import { UNKNOWN_BEFORE } from '../../format/words/group-words.ts'
import { ofLikely } from '../../format/words/doubt.ts'
import { type Html, html, intro, raw } from '../markup/html.ts'
import { invalid, listIn, readOneOf, readFuelName, readText, readTownName } from '../request/read-params.ts'
import { type Asked, type Content, type Sources, type View, pedido } from '../request/page-interfaces.ts'
import { brandFilter, brandForm } from '../parts/forms.ts'
import { AT_THE_END, isDrawn, medianOver, pastOfTown, sideBySide } from '../parts/past.ts'
import { placeChart } from '../charts/step-charts.ts'
import { joined, perUnit } from '../../format/words/formatting.ts'
import { type Town, compareTowns } from '../parts/compare-towns.ts'

const COLUMNS = ['mediana', 'minimo', 'semana', 'nome'] as const

/** Most towns in the title and the description. */
const MOST_NAMED = 4

/** Most towns, each with a chart and a column of the table. */
const MOST_COMPARED = 20

export function readComparison({ search, sources }: Asked): View {
  const view = viewOf(search)
  const key = JSON.stringify({ ...view, municipios: view.municipios.map(slugOf) })
  return { key: `comparar ${key}`, write: () => comparePage(sources, view) }
}

type CompareView = ReturnType<typeof viewOf>

function viewOf(search: Asked['search']) {
  const slug = readFuelName(search.get('combustivel'))
  const municipios = [...new Set(listIn(search.get('municipios')).map(readTownName))]
  if (municipios.length > MOST_COMPARED)
    throw invalid(`municipios traz ${municipios.length} cidades: compare até ${MOST_COMPARED}.`)
  return {
    slug,
    municipios,
    bandeira: readText('bandeira', search.get('bandeira')),
    ordenar: readOneOf('ordenar', search.get('ordenar'), COLUMNS),
  }
}

async function comparePage(sources: Sources, view: CompareView): Promise<Content> {
  const { links } = sources
  const { slug, municipios, bandeira, ordenar } = view
  const [sole] = municipios
  const isChoice = municipios.length > 1
  const comparison = await compareTowns(sources, slug, bandeira)
  const codes = isChoice ? municipios.map(({ codigoIBGE }) => codigoIBGE).join(',') : undefined
  const asked = { por: 'municipio', combustivel: slug, bandeira, municipios: codes }
  const { combustiveis: figures } = isChoice
    ? await sources.query.estatisticas(pedido('estatisticas', asked))
    : comparison
  const among = comparison.towns.filter(({ municipio }) => !isChoice || municipios.includes(municipio))
  const suspects = among.reduce((sum, { suspeitos }) => sum + suspeitos, 0)
  const towns = among.filter(({ postos }) => postos > 0).toSorted(ORDERS[ordenar])
  const { nomePopular, unidade } = fuelOf(slug)
  const brands = brandFilter(sources, bandeira)
  const nome = [nomePopular, brands.words].filter(Boolean).join(', ')
  const names = towns.map(({ municipio }) => municipio.nome)
  const isNamed = names.length <= MOST_NAMED
  const told = isNamed ? joined(names) : counted(names.length, 'cidade', 'cidades')
  const chosen = isNamed ? `${nome}: ${joined(names)}` : `Comparar ${names.length} cidades: ${nome}`
  const title = !isChoice || names.length === 0 ? `Comparar cidades: ${nome}` : chosen
  const path = addressOf(view, links)
  const lead = html`<p class="lead">
    Em reais ${perUnit(unidade)}. Menor: o provável. Em destaque, o mais baixo da coluna.
  </p>`
  return {
    title,
    fuel: slug,
    headline: {
      title: `${nome} em ${told}`,
      price: towns[0] && leastOf(towns, ({ precoMinimoProvavel }) => precoMinimoProvavel),
    },
    description: `${nome}, ${isChoice ? 'lado a lado' : 'cidade por cidade'}: ${towns.slice(0, MOST_NAMED).map(inShort).join('; ')}.`,
    path,
    atualizadoEm: comparison.atualizadoEm,
    unlisted: municipios.length > 0,
    main: html` ${intro(title, lead)}
      ${fuelStrip(figures, slug, (other) => addressOf(view, links, { combustivel: other }))}
      ${
        sole &&
        !isChoice &&
        html`<p class="note">
          Para comparar, marque duas cidades ou mais: só ${sole.nome} está marcada. Enquanto isso, a tabela
          mostra todas.
        </p>`
      }
      ${brandForm(links.page('comparar/'), brands.menu, { combustivel: slug, municipios: chosenIn(view) }, brands.words === undefined ? [] : comparison.observacoes)}
      ${chooser(view, links.page('comparar/'))}
      ${
        towns.length === 0
          ? html`<p class="empty">${nobodySold(suspects, { fuel: nome, where: 'nestas cidades' })}</p>`
          : tableOf(towns, view, links)
      }
      ${isChoice && bandeira === undefined && (await multiples(sources, slug, towns))}
      <p class="note">
        Na última venda, metade ou mais dos postos cobrou até a mediana; de um ou dois postos, ela é a dos
        preços prováveis, e a cidade vem depois das outras, sem destaque.
        <a href="${links.api('estatisticas', asked)}">Esta tabela em JSON</a>
      </p>
      ${comparison.atualizadoEm && html`<p class="note">${citation(sources, title, path, comparison.atualizadoEm)}</p>`}`,
  }
}

function chosenIn({ municipios }: CompareView): string {
  return municipios.map(slugOf).join(',')
}

/** Address of the same page with something changed; without what is usual. */
function addressOf(view: CompareView, links: Sources['links'], change: Search = {}): string {
  const { slug, bandeira, ordenar } = view
  return links.page('comparar/', {
    combustivel: links.combustivel(slug),
    municipios: chosenIn(view),
    bandeira,
    ordenar: ordenar === 'mediana' ? undefined : ordenar,
    ...change,
  })
}

function leastOf(towns: readonly Town[], of: (town: Town) => number | null): number {
  return Math.min(...towns.map((town) => of(town) ?? Infinity))
}

/** A row for each town; the title of a column orders by it. */
function tableOf(towns: readonly Town[], view: CompareView, links: Sources['links']): Html {
  const { slug, bandeira, ordenar } = view
  const ranked = towns.filter(({ colocacao }) => colocacao !== null)
  const least = {
    middle: leastOf(ranked, ({ middle }) => middle),
    precoMinimoProvavel: leastOf(towns, ({ precoMinimoProvavel }) => precoMinimoProvavel),
    highest: leastOf(towns, highestOf),
  }
  // Without a week of collections the column is left out.
  const hasWeek = towns.some((town) => weekIn(town) !== null)
  const column = (name: (typeof COLUMNS)[number], label: string) =>
    html`<th scope="col" ${name === ordenar && raw('aria-sort="ascending"')}>
      <a href="${addressOf(view, links, { ordenar: name === 'mediana' ? undefined : name })}">${label}</a>
    </th>`
  const row = (town: Town): Html => {
    const { municipio, middle, precoMinimo, precoMinimoProvavel, postos, colocacao } = town
    const { precoMaximo, maisCaro, maisBaratoProvavel } = town
    const [week, highest] = [weekIn(town), highestOf(town)]
    return html`<tr>
      <th scope="row">
        <a href="${links.town(slug, municipio, { bandeira })}">${municipio.nome}</a>
        <span>${counted(postos, 'posto', 'postos')}</span>
      </th>
      ${cell(middle, colocacao === null ? Infinity : least.middle)}${cell(precoMinimoProvavel, least.precoMinimoProvavel, seenLower(town) ? `visto ${cents(precoMinimo ?? 0)}` : usualOf(ofLikely(maisBaratoProvavel)))}${cell(highest, least.highest, highest === precoMaximo && usualOf(maisCaro))}
      ${
        hasWeek &&
        html`<td>${week === null ? '–' : html`${week > 0 ? '+' : week < 0 ? '−' : ''}${percent(week)}`}</td>`
      }
    </tr>`
  }
  return html`<section class="scroll compared">
    <table class="towns-table" aria-label="Preços por cidade">
      <thead>
        <tr>
          ${column('nome', 'Cidade')}${column('mediana', 'Mediana')}${column('minimo', 'Menor')}
          <th scope="col">Maior</th>
          ${hasWeek && column('semana', 'Semana')}
        </tr>
      </thead>
      <tbody>
        ${towns.map(row)}
      </tbody>
    </table>
    ${hasWeek && towns.some((town) => weekIn(town) === null) && html`<p class="note">${UNKNOWN_BEFORE}</p>`}
  </section>`
}

/** A small chart for each town, all on one scale. */
async function multiples(sources: Sources, slug: Slug, towns: readonly Town[]): Promise<Html | undefined> {
  const answers = await Promise.all(
    towns.map(async ({ municipio, middle }) => {
      const { combustiveis, periodo } = await pastOfTown(sources, municipio, slug)
      const history = combustiveis[slug]
      return history && isDrawn(history)
        ? [{ municipio, periodo, history, words: medianOver(history, middle) }]
        : []
    }),
  )
  const charts = answers.flat()
  const room = charts.flatMap(({ history }) => history.serie.map(({ mediana }) => mediana))
  const desde = charts.map(({ history }) => history.serie[0]?.periodo ?? '').toSorted()[0]
  if (desde === undefined) return undefined
  const columns = charts.map(({ municipio, history }) => ({ nome: municipio.nome, serie: history.serie }))
  return html`<section>
    <h2>A mediana, dia a dia</h2>
    <p class="note">Todos os gráficos têm a mesma altura em reais; a linha marca o preço ${AT_THE_END}.</p>
    <ul class="multiples">
      ${charts.map(({ municipio, periodo, history, words }) => {
        const title = `${fuelOf(slug).nomePopular} em ${municipio.nome}`
        const chart = { title, description: words, ...periodo, desde }
        return html`<li>
          <h3><a href="${sources.links.allFuels(municipio)}">${municipio.nome}</a></h3>
          ${placeChart(chart, history.serie, [], room)}
          <p class="why">${words}</p>
        </li>`
      })}
    </ul>
    ${sideBySide(columns, 'Mediana de cada dia', ({ mediana }) => cents(mediana))}
  </section>`
}

/** `Maceió desde R$ 4,60, mediana R$ 5,35`. */
function inShort({ municipio, postos, precoMinimoProvavel, middle }: Town): string {
  const half = middle === null || postos < 3 ? '' : `, mediana ${reais(middle)}`
  return `${municipio.nome} desde ${reais(precoMinimoProvavel ?? 0)}${half}`
}

/** Null where it is unknown, or of other stations. */
function weekIn({ postos, variacao: { semana } }: Town): number | null {
  return semana === null || fewerKnown(semana.postos, postos) ? null : semana.percentual
}

/** Where all are doubted, the least likely price lies above the highest declared one. */
function highestOf({ precoMaximo, precoMinimoProvavel }: Town): number | null {
  return precoMaximo === null ? null : Math.max(precoMaximo, precoMinimoProvavel ?? 0)
}

/** `usual 7,57`, beside a price of few sales. */
function usualOf(price: Town['maisCaro'] | undefined): string | undefined {
  return price?.duvida && `usual ${cents(price.duvida.usual)}`
}

/** `doubt`: a lower price of few sales, or the usual one, below the price it is of. */
function cell(value: number | null, least: number, doubt?: string | false): Html {
  const words = value === null ? '–' : cents(value)
  return html`<td>
    ${words === cents(least) ? html`<b>${words}</b>` : words}${doubt && html` <span class="care">${doubt}</span>`}
  </td>`
}

function chooser({ slug, municipios, bandeira }: CompareView, action: string): Html {
  return html`<details class="chooser" ${municipios.length === 1 && raw('open')}>
    <summary>Escolher só algumas cidades</summary>
    <form action="${action}">
      <input type="hidden" name="combustivel" value="${slug}" />
      ${bandeira !== undefined && html`<input type="hidden" name="bandeira" value="${bandeira}" />`}
      <fieldset>
        <legend class="hidden">Cidades</legend>
        <div class="checks">
          ${byName.map(
            (municipio) =>
              html`<label
                ><input
                  type="checkbox"
                  name="municipios"
                  value="${slugOf(municipio)}"
                  ${municipios.includes(municipio) && raw('checked')}
                />
                ${municipio.nome}</label
              >`,
          )}
        </div>
      </fieldset>
      <p><button type="submit">Comparar</button></p>
    </form>
  </details>`
}

const ORDERS: Record<(typeof COLUMNS)[number], (a: Town, b: Town) => number> = {
  // The order of `compareTowns`, ranked towns first.
  mediana: () => 0,
  minimo: (a, b) => known(a.precoMinimoProvavel) - known(b.precoMinimoProvavel),
  semana: (a, b) => known(weekIn(a)) - known(weekIn(b)),
  nome: (a, b) => (fold(a.municipio.nome) < fold(b.municipio.nome) ? -1 : 1),
}

/** Unknown values come last. */
function known(value: number | null | undefined): number {
  return value ?? Number.MAX_SAFE_INTEGER
}
