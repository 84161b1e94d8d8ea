import type { HistoricoDoLugar, RespostaHistoricoDoLugar } from '../../domain/answers/historico.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { createMemory } from '../../domain/basics/memoize.ts'
import type { Municipio } from '../../domain/alagoas/municipalities.ts'
import type { Addresses, Search } from '../request/addresses.ts'
import { dayAndMonth, percent, reais } from '../words/figures.ts'
import type { Html } from '../markup/html.ts'
import { html } from '../markup/html.ts'
import type { Sources } from '../request/view.ts'
import { pedido } from '../request/view.ts'
import { placeChart, unbroken } from '../charts/place-chart.ts'

export type History = Pick<RespostaHistoricoDoLugar, 'periodo' | 'combustiveis'>

/** The last thirty days of a town: all fuels, or one. */
export function pastOfTown(
  { query }: Pick<Sources, 'query'>,
  { codigoIBGE }: Municipio,
  combustivel?: Slug,
): Promise<History> {
  return query.historicoDoLugar(pedido('historicoDoLugar', { municipio: codigoIBGE, combustivel }))
}

/** The same of the state, drawn beside every town: asked once for each commit. */
export function pastOfState({ query, version }: Pick<Sources, 'query' | 'version'>): Promise<History> {
  const commit = version()
  const made = () => query.historicoDoLugar(pedido('historicoDoLugar', {}))
  return commit ? ofState(commit, made) : made()
}

const ofState = createMemory<object, Promise<History>>(new WeakMap())

export interface PastOptions {
  /** `Gasolina comum em Maceió`. */
  title: string
  history: HistoricoDoLugar | undefined
  periodo: History['periodo']
  /** The state, beside a town. */
  state?: HistoricoDoLugar | undefined
}

/** A chart with what it says in words; nothing where there is no line. */
export function pastChart({ title, history, periodo, state }: PastOptions): Html | undefined {
  if (!history?.resumo || !isDrawn(history)) return undefined
  const { minimo, maximo } = history.resumo
  const words = `${medianOver(history)} O menor preço foi ${reais(minimo)}; o maior, ${reais(maximo)}.`
  const days = `${title}, de ${dayAndMonth(periodo.desde)} a ${dayAndMonth(periodo.ate)}`
  const chart = placeChart({ title: days, description: words, ...periodo }, history.serie, {
    beside: state?.serie ?? [],
  })
  return html`<figure class="past">
    ${chart}
    <figcaption class="why">${words}</figcaption>
  </figure>`
}

/** A line of one day would be a dot. */
export function isDrawn({ serie }: HistoricoDoLugar): boolean {
  return serie.length > 1
}

/** What is what in such charts. */
export function pastKeys(name: string, withState: boolean): Html {
  return html`<ul class="keys">
    <li><i class="key-line"></i>mediana de ${name}</li>
    <li><i class="key-range"></i>do menor ao maior preço</li>
    ${withState && html`<li><i class="key-beside"></i>mediana do estado</li>`}
  </ul>`
}

/** Where the same days are, for programs. */
export function pastLinks(links: Addresses, search: Search): Html {
  return html`<p class="note">
    Estes dias em <a href="${links.api('historico', search)}">JSON</a> e
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
    percentual === 0
      ? high - low < 0.01
        ? `a mediana não mudou: ${reais(last.mediana)}`
        : `a mediana foi de ${reais(low)} a ${reais(high)} e terminou onde começou, em ${reais(last.mediana)}`
      : `a mediana ${percentual < 0 ? 'caiu' : 'subiu'} ${percent(percentual)}, de ${reais(first.mediana)} para ${reais(last.mediana)}`
  const gaps = unbroken(serie).length > 1 ? ' Onde a linha se interrompe, ninguém coletou.' : ''
  return `De ${dayAndMonth(first.periodo)} a ${dayAndMonth(last.periodo)} ${words}.${gaps}`
}
