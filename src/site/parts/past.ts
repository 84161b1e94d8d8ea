import { isWidened } from '../../domain/past/periods.ts'
import type { HistoricoDoLugar, RespostaHistoricoDoLugar } from '../../domain/answers/historico.ts'
import { type Slug, combustiveis, fuelOf } from '../../domain/facts/fuels.ts'
import { STATIONS_TO_RANK } from '../../domain/facts/rules.ts'
import { oncePer } from '../../domain/basics/memoize.ts'
import type { Municipio } from '../../domain/alagoas/municipalities.ts'
import type { Search } from '../request/addresses.ts'
import { cents, dayAndMonth, percent, reais, counted } from '../words/page-figures.ts'
import { percentBetween } from '../../domain/basics/numbers.ts'
import { type Html, html, asTable, table } from '../markup/html.ts'
import { type Sources, pedido } from '../request/page-interfaces.ts'
import { type Days, placeChart, unbroken } from '../charts/step-charts.ts'
import { isDoubted } from './compare-towns.ts'

export type History = Pick<RespostaHistoricoDoLugar, 'periodo' | 'combustiveis'>

/** The last thirty days of a town: all fuels, or one. */
export function pastOfTown({ query }: Sources, { codigoIBGE }: Municipio, combustivel?: Slug) {
  return query.historicoDoLugar(pedido('historicoDoLugar', { municipio: codigoIBGE, combustivel }))
}

/** The last thirty days of the state: asked once per commit, as every town's page shows them. */
export function pastOfState({ query, version }: Sources): Promise<History> {
  return ofState(query)(version() ?? {})
}

const ofState = oncePer((query: Sources['query']) =>
  oncePer((_commit: object): Promise<History> => query.historicoDoLugar(pedido('historicoDoLugar', {}))),
)

interface PastOptions {
  slug: Slug
  /** Place of the line: `Maceió`. */
  name: string
  past: History
  /** `middle` of the town, as maps and comparisons have it. */
  middle?: number | null | undefined
  state?: History
  place?: Search
}

/** Days past are the state at their end, the last that of the commit: a price between two sales of a day is in none. */
export const AT_THE_END = 'no fim de cada dia e na última coleta'

/** A chart with a caption; undefined without a line to draw. */
export function pastChart({ slug, name, past, middle, state }: PastOptions): Html | undefined {
  const { combustiveis: histories, periodo } = past
  const history = histories[slug]
  if (!history?.resumo || !isDrawn(history)) return undefined
  const { minimo, maximo } = history.resumo
  const desde = history.serie[0]?.periodo ?? periodo.desde
  const words = `Preços ${AT_THE_END}. ${medianOver(history, middle)} O menor foi ${reais(minimo)}; o maior, ${reais(maximo)}.`
  const days = `${fuelOf(slug).nomePopular} em ${name}, de ${dayAndMonth(desde)} a ${dayAndMonth(history.serie.at(-1)?.periodo ?? periodo.ate)}`
  const beside = state?.combustiveis[slug]?.serie.filter((day) => day.periodo >= desde)
  return html`<figure class="past">
    ${placeChart({ title: days, description: words, ...periodo, desde }, history.serie, beside)}
    <figcaption class="why">${words}</figcaption>
  </figure>`
}

/** A line needs two days. */
export function isDrawn({ serie }: HistoricoDoLugar): boolean {
  return serie.length > 1
}

export function pastKeys(name: string, withState: boolean): Html {
  return html`<ul class="keys">
    <li><i class="key-line"></i>mediana de ${name}</li>
    <li><i class="key-range"></i>do menor ao maior preço</li>
    ${withState && html`<li><i class="key-beside"></i>mediana do estado</li>`}
  </ul>`
}

/** Links to the same days in the API, after the sentence on which days there are. */
export function pastLinks({ links, query }: Sources, search: Search, { periodo }: Pick<History, 'periodo'>) {
  return html`<p class="note">
    ${query.diasDeAntes(periodo.desde)} Estes dias em
    <a href="${links.api('historico', search)}">JSON</a> e
    <a href="${links.api('historico', { ...search, formato: 'csv' })}">CSV</a>
  </p>`
}

/** `De 24/10 a 22/11 a mediana caiu 0,3 %, de R$ 6,51 para R$ 6,49.`; no change to a last median that is doubted. */
export function medianOver({ serie }: HistoricoDoLugar, middle?: number | null): string {
  const [first, last] = [serie[0], serie.at(-1)]
  if (!first || !last) return ''
  const gaps =
    unbroken(serie).length > 1
      ? ' Onde a linha se interrompe, não havia preço em que confiar ou ninguém coletou.'
      : ''
  return `De ${dayAndMonth(first.periodo)} a ${dayAndMonth(last.periodo)} a mediana ${courseOf(serie, first, last, middle)}.${gaps}`
}

/** `caiu 1,2 %, de R$ 6,29 para R$ 6,21`. */
function courseOf(serie: Days, first: Days[number], last: Days[number], middle?: number | null): string {
  const medians = serie.map(({ mediana }) => mediana)
  const [low, high] = [reais(Math.min(...medians)), reais(Math.max(...medians))]
  const [start, end] = [reais(first.mediana), reais(last.mediana)]
  const range = low === high ? 'ficou estável' : `foi de ${low} a ${high}`
  if (start !== end && isWidened(serie))
    return `passou de ${start}, de ${counted(first.postos, 'posto conhecido', 'postos conhecidos')}, a ${end}, de ${last.postos}; a diferença é também dos que se passou a conhecer`
  if (last.postos < STATIONS_TO_RANK && isDoubted(last.mediana, middle))
    return `${range}; a última, ${end}, está a confirmar: a dos preços prováveis é ${reais(middle ?? 0)}`
  if (start === end) return low === high ? `${range}: ${end}` : `${range} e terminou onde começou, em ${end}`
  const change = percentBetween(first.mediana, last.mediana)
  const verb = last.mediana < first.mediana ? 'caiu' : 'subiu'
  return `${verb} ${change === 0 ? 'menos de 0,1\u00A0%' : percent(change)}, de ${start} para ${end}`
}

/** One fuel's last thirty days in a place: chart, table, downloads. */
export function pastSection(sources: Sources, options: PastOptions): Html | undefined {
  const { slug, name, past, state, place } = options
  const history = past.combustiveis[slug]
  const { desde } = past.periodo
  const first = history?.serie[0]?.periodo ?? desde
  const chart = pastChart(options)
  return (
    chart &&
    html`<section id="mes">
      <h2>${first > desde ? `Desde ${dayAndMonth(first)}` : 'Os últimos 30 dias'} em ${name}</h2>
      ${chart} ${pastKeys(name, state !== undefined)} ${history && pastTable(history)}
      ${pastLinks(sources, { combustivel: slug, ...place }, past)}
    </section>`
  )
}

function pastTable({ serie }: HistoricoDoLugar): Html {
  const rows = serie.toReversed().map(
    ({ periodo, minimo, mediana, maximo, postos }) =>
      html`<tr>
        <th scope="row">${dayAndMonth(periodo)}</th>
        <td>${cents(minimo)}</td>
        <td>${cents(mediana)}</td>
        <td>${cents(maximo)}</td>
        <td>${postos}</td>
      </tr>`,
  )
  return asTable(table(`Preços ${AT_THE_END}`, ['Dia', 'Menor', 'Mediana', 'Maior', 'Postos'], rows))
}

/** The days of all fuels side by side: the median, and from the lowest to the highest. */
export function pastOfFuels({ combustiveis: histories }: History): Html | undefined {
  const columns = combustiveis.flatMap(({ slug, nomePopular }) => {
    const serie = histories[slug]?.serie ?? []
    return serie.length > 0 ? [{ nome: nomePopular, serie }] : []
  })
  if (columns.length === 0) return undefined
  return sideBySide(
    columns,
    'Mediana de cada dia, do menor ao maior preço',
    ({ minimo, mediana, maximo }) => `${cents(mediana)} (${cents(minimo)}–${cents(maximo)})`,
    `A mediana ${AT_THE_END} e, entre parênteses, o menor e o maior preço.`,
  )
}

/** A row for each day of any column, newest first. */
export function sideBySide(
  columns: readonly (Pick<HistoricoDoLugar, 'serie'> & { nome: string })[],
  label: string,
  figures: (day: Days[number]) => string,
  note?: string,
): Html {
  const told = columns.map(({ serie }) => new Map(serie.map((day) => [day.periodo, day])))
  const days = [...new Set(told.flatMap((byDay) => [...byDay.keys()]))].toSorted().toReversed()
  const rows = days.map(
    (day) =>
      html`<tr>
        <th scope="row">${dayAndMonth(day)}</th>
        ${told.map((byDay) => {
          const known = byDay.get(day)
          return html`<td>${known ? figures(known) : '–'}</td>`
        })}
      </tr>`,
  )
  return asTable(
    html`<section class="scroll" tabindex="0" aria-label="${label}">
        ${table(label, ['Dia', ...columns.map(({ nome }) => nome)], rows, { wide: true })}
      </section>
      ${note && html`<p class="note">${note}</p>`}`,
  )
}
