import type { HistoricoDoLugar } from '../domain/answers.ts'
import { combustiveis } from '../domain/fuels.ts'
import { decimal } from '../format/words.ts'
import { dayAndMonth } from './figures.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'
import type { History } from './past.ts'

/** A chart's days as a table, newest first. */
export function pastTable({ serie }: HistoricoDoLugar): Html {
  return html`<details>
    <summary>Os mesmos preços em tabela</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">Dia</th>
          <th scope="col">Menor</th>
          <th scope="col">Mediana</th>
          <th scope="col">Maior</th>
          <th scope="col">Postos</th>
        </tr>
      </thead>
      <tbody>
        ${serie.toReversed().map(
          ({ periodo, minimo, mediana, maximo, postos }) =>
            html`<tr>
              <th scope="row">${dayAndMonth(periodo)}</th>
              <td>${decimal(minimo, 2)}</td>
              <td>${decimal(mediana, 2)}</td>
              <td>${decimal(maximo, 2)}</td>
              <td>${postos}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`
}

/** The days of all fuels side by side: the median, and from the lowest to the highest. */
export function pastOfFuels({ combustiveis: histories }: History): Html | undefined {
  const columns = combustiveis.flatMap(({ slug, nome }) => {
    const serie = histories[slug]?.serie ?? []
    return serie.length > 0 ? [{ nome, byDay: new Map(serie.map((day) => [day.periodo, day])) }] : []
  })
  const days = [...new Set(columns.flatMap(({ byDay }) => [...byDay.keys()]))].toSorted().toReversed()
  if (columns.length === 0) return undefined
  return html`<details>
    <summary>Os mesmos preços em tabela</summary>
    <section class="scroll" tabindex="0" aria-label="Mediana de cada dia, do menor ao maior preço">
      <table class="towns-table">
        <thead>
          <tr>
            <th scope="col">Dia</th>
            ${columns.map(({ nome }) => html`<th scope="col">${nome}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${days.map(
            (day) =>
              html`<tr>
                <th scope="row">${dayAndMonth(day)}</th>
                ${columns.map(({ byDay }) => html`<td>${figuresOf(byDay.get(day))}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </section>
    <p class="note">A mediana do dia e, entre parênteses, o menor e o maior preço.</p>
  </details>`
}

function figuresOf(day: HistoricoDoLugar['serie'][number] | undefined): string {
  return day ? `${decimal(day.mediana, 2)} (${decimal(day.minimo, 2)}–${decimal(day.maximo, 2)})` : '–'
}
