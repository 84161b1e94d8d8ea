import type { HistoricoDoLugar, TrechoDoLugar } from '../../domain/answers/historico.ts'
import { combustiveis } from '../../domain/facts/fuels.ts'
import { cents, dayAndMonth } from '../words/figures.ts'
import type { Html } from '../markup/html.ts'
import { html } from '../markup/html.ts'
import { table } from '../markup/table.ts'
import type { History } from './past-chart.ts'

/** A chart's days as a table, newest first. */
export function pastTable({ serie }: HistoricoDoLugar): Html {
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
  return html`<details>
    <summary>Os mesmos preços em tabela</summary>
    ${table(['Dia', 'Menor', 'Mediana', 'Maior', 'Postos'], rows)}
  </details>`
}

/** The days of all fuels side by side: the median, and from the lowest to the highest. */
export function pastOfFuels({ combustiveis: histories }: History): Html | undefined {
  const columns = combustiveis.flatMap(({ slug, nome }) => {
    const serie = histories[slug]?.serie ?? []
    return serie.length > 0 ? [{ nome, serie }] : []
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

export interface Column {
  nome: string
  serie: HistoricoDoLugar['serie']
}

interface SideBySide {
  label: string
  note?: string
  figures(day: TrechoDoLugar): string
}

/** A row for each day that any of them tells of, newest first. */
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
  return html`<details>
    <summary>Os mesmos preços em tabela</summary>
    <section class="scroll" tabindex="0" aria-label="${label}">
      ${table(['Dia', ...columns.map(({ nome }) => nome)], rows, { wide: true })}
    </section>
    ${note && html`<p class="note">${note}</p>`}
  </details>`
}
