import type { Entrada } from '../../domain/answers/precos.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { GasolinaError } from '../../errors.ts'
import type { Addresses } from '../request/addresses.ts'
import { counted, reais } from '../words/figures.ts'
import type { Html } from '../markup/html.ts'
import { html, raw } from '../markup/html.ts'
import { stationName, townName } from '../words/names.ts'
import type { Sources } from '../request/view.ts'
import { row } from './rows.ts'
import { reasonOf } from '../words/suspicion.ts'

/** Rows a page: about two minutes of reading, and half of what a browser draws without a pause. */
const ROWS_PER_PAGE = 50

export interface Shown {
  entries: readonly Entrada[]
  /** Number of the first row, from 1. */
  from: number
  pages: number
}

/** @throws {GasolinaError} `rota_nao_encontrada` for a page after the last. */
export function pageOf(entries: readonly Entrada[], pagina: number): Shown {
  const pages = Math.max(1, Math.ceil(entries.length / ROWS_PER_PAGE))
  if (pagina > pages)
    throw new GasolinaError('rota_nao_encontrada', `Esta lista tem ${counted(pages, 'página', 'páginas')}.`)
  const start = (pagina - 1) * ROWS_PER_PAGE
  return { entries: entries.slice(start, start + ROWS_PER_PAGE), from: start + 1, pages }
}

export function rowsOf(
  { entries, from }: Shown,
  slug: Slug,
  { query, links }: Pick<Sources, 'query' | 'links'>,
  withTown: boolean,
): Html {
  const rows = entries.map((entrada) =>
    // Cheap or dear is said within one town: side by side, equal prices of two would bear different words.
    row({ entrada, posicao: withTown ? null : query.posicao(slug, entrada) }, { links, withTown }),
  )
  return html`<ol class="rows" start="${from}">
    ${rows}
  </ol>`
}

/** Links to the pages of a list; nothing when there is one. */
export function pager(
  pagina: number,
  pages: number,
  addressOf: (pagina: number) => string,
): Html | undefined {
  if (pages < 2) return undefined
  const numbers = Array.from({ length: pages }, (_, i) => i + 1)
  return html`<nav class="pager" aria-label="Páginas da lista">
    <ul>
      ${numbers.map(
        (n) =>
          html`<li>
            <a href="${addressOf(n)}" ${n === pagina && raw(' aria-current="page"')}
              ><span class="hidden">Página </span>${n}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`
}

/** Prices that the list leaves out, each with the reason. */
export function suspectsOf(
  entries: readonly Entrada[],
  links: Addresses,
  withTown: boolean,
): Html | undefined {
  if (entries.length === 0) return undefined
  const rows = entries.map(
    ({ estabelecimento, produto, suspeito }) =>
      html`<li>
        <a href="${links.station(estabelecimento.cnpj)}">${stationName(estabelecimento)}</a>${
          withTown && `, ${townName(estabelecimento)}`
        }: <strong>${reais(produto.venda.valorDeclarado)}</strong>${suspeito && `, ${reasonOf(suspeito)}`}
      </li>`,
  )
  const title = entries.length === 1 ? '1 preço fora da lista' : `${entries.length} preços fora da lista`
  const mayReturn = entries.some(({ suspeito }) => suspeito?.motivo === 'sem_confirmacao')
  return html`<details class="suspects">
    <summary>${title}</summary>
    <p>
      ${entries.length === 1 ? 'Fica' : 'Ficam'} fora da lista e de todas as
      contas.${mayReturn && ' O que ainda não foi confirmado entra quando mais vendas o confirmarem.'}
    </p>
    <ul>
      ${rows}
    </ul>
  </details>`
}
