import type { Addresses, Search } from '../request/addresses.ts'
import type { Html } from '../markup/html.ts'
import { html } from '../markup/html.ts'
import type { PastOptions } from './past-chart.ts'
import { pastChart, pastKeys, pastLinks } from './past-chart.ts'
import { pastTable } from './past-table.ts'

export interface PastSection extends PastOptions {
  /** What the line is of: `Maceió`. */
  name: string
  /** Of the same days in the API. */
  search: Search
}

/** One fuel's last thirty days in a place: chart, table, the same for programs. */
export function pastSection(links: Addresses, { search, name, ...options }: PastSection): Html | undefined {
  const chart = pastChart(options)
  return (
    chart &&
    html`<section id="mes">
      <h2>Os últimos 30 dias</h2>
      ${chart} ${pastKeys(name, options.state !== undefined)} ${options.history && pastTable(options.history)}
      ${pastLinks(links, search)}
    </section>`
  )
}
