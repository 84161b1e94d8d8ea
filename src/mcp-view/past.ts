import type { HistoricoDoCombustivel, HistoricoDoLugar, MudancaNoLugar } from '../domain/answers/historico.ts'
import { fuelOf } from '../domain/facts/fuels.ts'
import { DAY, addDays, startOfDay, toMs } from '../domain/basics/time.ts'
import { day } from '../format/words/formatting.ts'
import { cents, shortTime, reais } from '../site/words/page-figures.ts'
import { table, type Html, html } from '../site/markup/html.ts'
import { stationName } from '../format/words/names.ts'
import { type ChartStep, placeChart, stepChart } from '../site/charts/step-charts.ts'
import type { Past } from './result.ts'

type Days = HistoricoDoLugar['serie']
type Series = HistoricoDoCombustivel['serie'] | Days

export function pastOf(answer: Past): Html {
  const { periodo } = answer
  const who = 'lugar' in answer ? answer.lugar.nome : stationName(answer.estabelecimento)
  return html`<h1>${who}</h1>
    <p class="why">De ${day(periodo.desde)} a ${day(periodo.ate)}</p>
    ${'mudancas' in answer && answer.mudancas ? changesOf(answer.mudancas) : chartsOf(answer)}`
}

function changesOf(mudancas: readonly MudancaNoLugar[]): Html {
  return table(
    'Mudanças de preço',
    ['Quando', 'Posto', 'Combustível', 'De', 'Para'],
    mudancas.map(
      ({ em, nomeFantasia, combustivel, de, para }) =>
        html`<tr>
          <th scope="row">${shortTime(em)}</th>
          <td>${stationName({ nomeFantasia })}</td>
          <td>${fuelOf(combustivel).nomePopular}</td>
          <td>${cents(de)}</td>
          <td>${cents(para)}</td>
        </tr>`,
    ),
  )
}

export function chartsOf({ periodo, combustiveis }: Pick<Past, 'periodo' | 'combustiveis'>): Html {
  const charts = Object.values(combustiveis).map(
    (fuel) => fuel && chartOf(fuel.nomePopular, fuel.serie, periodo),
  )
  return html`<div class="charts">${charts}</div>`
}

function chartOf(nome: string, serie: Series, periodo: Past['periodo']): Html {
  const days = serie.flatMap(toDay)
  const steps = days.length > 0 && isDaily(days) ? [] : stepsOf(serie, days, periodo)
  const prices =
    steps.length > 0
      ? steps.map(({ value }) => value)
      : days.flatMap(({ minimo, maximo }) => [minimo, maximo])
  if (prices.length === 0)
    return html`<section>
      <h2>${nome}</h2>
      <p>Nenhum preço no período.</p>
    </section>`
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const last = days.at(-1)?.mediana ?? steps.at(-1)?.value ?? 0
  const said = `${low === high ? `Sempre ${reais(low)}` : `De ${reais(low)} a ${reais(high)}`}; ${reais(last)} no fim.`
  const chart = { title: nome, description: said, ...periodo }
  return html`<section>
    <h2>${nome}</h2>
    <figure>
      ${steps.length > 0 ? stepChart(chart, steps) : placeChart(chart, days)}
      <figcaption>${said} ${legendOf(serie, steps)}</figcaption>
    </figure>
  </section>`
}

/** Days of a place; for days of a station the mean replaces the median. */
function toDay(step: Series[number]): Days {
  if (!('periodo' in step)) return []
  if ('mediana' in step) return [step]
  const { periodo, minimo, medio, maximo, vendas } = step
  return [{ periodo, minimo, mediana: medio, maximo, postos: vendas }]
}

function isDaily(days: Days): boolean {
  const [first, ...others] = days.map(({ periodo }) => toMs(startOfDay(periodo)))
  return first === undefined || others.every((ms, i) => i > 0 || ms - first < 7 * DAY)
}

/** Runs of one price, suspects left out; weeks and months, each until the next one. */
function stepsOf(serie: Series, days: Days, { desde, ate }: Past['periodo']): ChartStep[] {
  const runs = serie.flatMap((step) =>
    'valorDeclarado' in step && !step.suspeito
      ? [{ from: toMs(step.de), to: toMs(step.ate), value: step.valorDeclarado }]
      : [],
  )
  const spans = days.map(({ periodo, mediana }, i) => ({
    // The first week or month may have begun before.
    from: toMs(startOfDay(periodo > desde ? periodo : desde)),
    to: toMs(startOfDay(days[i + 1]?.periodo ?? addDays(ate, 1))),
    value: mediana,
  }))
  return [...runs, ...spans]
}

function legendOf([first]: Series, steps: readonly ChartStep[]): string | false {
  if (!first || !('periodo' in first)) return false
  const line = 'mediana' in first ? 'mediana' : 'média'
  return `Linha: ${line}${steps.length > 0 ? '.' : '; faixa: do menor ao maior preço.'}`
}
