import type {
  HistoricoDoLugar,
  RespostaHistoricoDoLugar,
  TrechoDoLugar,
} from '../../domain/answers/historico.ts'
import { type Slug, combustiveis } from '../../domain/facts/fuels.ts'
import { oncePer } from '../../domain/basics/memoize.ts'
import type { Municipio } from '../../domain/alagoas/municipalities.ts'
import type { Addresses, Search } from '../request/addresses.ts'
import { cents, dayAndMonth, percent, reais } from '../words/figures.ts'
import { type Html, html } from '../markup/html.ts'
import { type Sources, pedido } from '../request/view.ts'
import { placeChart, unbroken } from '../charts/place-chart.ts'
import { asTable, table } from '../markup/elements.ts'

export type History = Pick<RespostaHistoricoDoLugar, 'periodo' | 'combustiveis' | 'observacoes'>

/** The last thirty days of a town: all fuels, or one. */
export function pastOfTown(
  { query }: Sources,
  { codigoIBGE }: Municipio,
  combustivel?: Slug,
): Promise<History> {
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
  /** `Gasolina comum em Maceió`. */
  title: string
  history: HistoricoDoLugar | undefined
  periodo: History['periodo']
  /** The state, drawn beside a town. */
  state?: HistoricoDoLugar | undefined
}

/** A chart with a caption; undefined without a line to draw. */
export function pastChart({ title, history, periodo, state }: PastOptions): Html | undefined {
  if (!history?.resumo || !isDrawn(history)) return undefined
  const { minimo, maximo } = history.resumo
  const desde = history.serie[0]?.periodo ?? periodo.desde
  const words = `${medianOver(history)} O menor preço foi ${reais(minimo)}; o maior, ${reais(maximo)}.`
  const days = `${title}, de ${dayAndMonth(desde)} a ${dayAndMonth(periodo.ate)}`
  const chart = placeChart({ title: days, description: words, ...periodo, desde }, history.serie, {
    beside: (state?.serie ?? []).filter((day) => day.periodo >= desde),
  })
  return html`<figure class="past">
    ${chart}
    <figcaption class="why">${words}</figcaption>
  </figure>`
}

/** A line needs two days. */
export function isDrawn({ serie }: HistoricoDoLugar): boolean {
  return serie.length > 1
}

/** Legend of these charts. */
export function pastKeys(name: string, withState: boolean): Html {
  return html`<ul class="keys">
    <li><i class="key-line"></i>mediana de ${name}</li>
    <li><i class="key-range"></i>do menor ao maior preço</li>
    ${withState && html`<li><i class="key-beside"></i>mediana do estado</li>`}
  </ul>`
}

/** Links to the same days in the API, after the sentences on which days there are. */
export function pastLinks(
  links: Addresses,
  search: Search,
  { observacoes }: Pick<History, 'observacoes'>,
): Html {
  return html`<p class="note">
    ${observacoes.filter((note) => note.includes('acompanhados desde')).join(' ')} Estes dias em
    <a href="${links.api('historico', search)}">JSON</a> e
    <a href="${links.api('historico', { ...search, formato: 'csv' })}">CSV</a>
  </p>`
}

/** `De 24/10 a 22/11 a mediana caiu 0,3 %, de R$ 6,51 para R$ 6,49.` */
export function medianOver({ serie, resumo }: HistoricoDoLugar): string {
  const [first, last] = [serie[0], serie.at(-1)]
  if (!first || !last) return ''
  const { percentual } = resumo?.variacao ?? { percentual: 0 }
  const medians = serie.map(({ mediana }) => mediana)
  const [low, high] = [Math.min(...medians), Math.max(...medians)]
  const words =
    reais(first.mediana) === reais(last.mediana)
      ? reais(high) === reais(low)
        ? `a mediana ficou estável: ${reais(last.mediana)}`
        : `a mediana foi de ${reais(low)} a ${reais(high)} e terminou onde começou, em ${reais(last.mediana)}`
      : `a mediana ${percentual < 0 ? 'caiu' : 'subiu'} ${percent(percentual)}, de ${reais(first.mediana)} para ${reais(last.mediana)}`
  const gaps = unbroken(serie).length > 1 ? ' Onde a linha se interrompe, ninguém coletou.' : ''
  return `De ${dayAndMonth(first.periodo)} a ${dayAndMonth(last.periodo)} ${words}.${gaps}`
}

interface PastSection extends PastOptions {
  /** Place of the line: `Maceió`. */
  name: string
  /** Parameters for the same days in the API. */
  search: Search
  past: History
}

/** One fuel's last thirty days in a place: chart, table, downloads. */
export function pastSection(
  links: Addresses,
  { search, name, past, ...options }: PastSection,
): Html | undefined {
  const chart = pastChart(options)
  return (
    chart &&
    html`<section id="mes">
      <h2>${daysIn(options)}</h2>
      ${chart} ${pastKeys(name, options.state !== undefined)} ${options.history && pastTable(options.history)}
      ${pastLinks(links, search, past)}
    </section>`
  )
}

/** `Os últimos 30 dias`, or `Desde 19/11` of a history that began within them. */
function daysIn({ history, periodo }: PastOptions): string {
  const first = history?.serie[0]?.periodo ?? periodo.desde
  return first > periodo.desde ? `Desde ${dayAndMonth(first)}` : 'Os últimos 30 dias'
}

/** A chart's days as a table, newest first. */
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
  return asTable(table(['Dia', 'Menor', 'Mediana', 'Maior', 'Postos'], rows))
}

/** The days of all fuels side by side: the median, and from the lowest to the highest. */
export function pastOfFuels({ combustiveis: histories }: History): Html | undefined {
  const columns = combustiveis.flatMap(({ slug, nomePopular }) => {
    const serie = histories[slug]?.serie ?? []
    return serie.length > 0 ? [{ nome: nomePopular, serie }] : []
  })
  if (columns.length === 0) return undefined
  return sideBySide(columns, {
    label: 'Mediana de cada dia, do menor ao maior preço',
    note: 'A mediana do dia e, entre parênteses, o menor e o maior preço.',
    figures: ({ minimo, mediana, maximo }) => `${cents(mediana)} (${cents(minimo)}–${cents(maximo)})`,
  })
}

/** The medians of several places side by side. */
export function pastOfPlaces(columns: readonly Column[]): Html {
  return sideBySide(columns, {
    label: 'Mediana de cada dia',
    figures: ({ mediana }) => cents(mediana),
  })
}

interface Column {
  nome: string
  serie: HistoricoDoLugar['serie']
}

interface SideBySide {
  label: string
  note?: string
  figures(day: TrechoDoLugar): string
}

/** A row for each day of any column, newest first. */
function sideBySide(columns: readonly Column[], { label, note, figures }: SideBySide): Html {
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
        ${table(['Dia', ...columns.map(({ nome }) => nome)], rows, { wide: true })}
      </section>
      ${note && html`<p class="note">${note}</p>`}`,
  )
}
