import type { RespostaEstatisticas } from '../../domain/answers/estatisticas.ts'
import type { Slug, Unidade } from '../../domain/facts/fuels.ts'
import { NA_JANELA } from '../../domain/facts/rules.ts'
import { doubtsOf, inBrackets, reasonOf, seenLower } from '../words/doubts.ts'
import { counted, moment, perUnit, reais, trend } from '../words/figures.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import { GasolinaError } from '../../errors.ts'
import type { Addresses, Search } from '../request/addresses.ts'
import { type Html, html, raw } from '../markup/html.ts'
import { stationName, townName } from '../words/names.ts'
import type { Sources } from '../request/view.ts'
import { row } from './rows.ts'

type Figures = RespostaEstatisticas['combustiveis'][Slug]

/** `De R$ 5,69 a R$ 6,49 em 110 postos; metade cobra até R$ 6,19. Caiu 0,8 % na semana.` */
export function pricesIn(where: string, figures: Figures): string {
  const { postos, precoMinimo, precoMinimoProvavel, precoMediano, precoMaximo, maisBarato } = figures
  const { variacao, nomePopular } = figures
  if (precoMinimo === null || precoMinimoProvavel === null || precoMaximo === null || precoMediano === null)
    return `Ninguém vendeu ${nomePopular} em ${where} ${NA_JANELA}.`
  const doubts = maisBarato && doubtsOf(maisBarato)
  if (postos === 1) return `Um só posto, a ${reais(precoMinimo)}${inBrackets(doubts)}.`
  const least = reais(precoMinimoProvavel)
  const stations = counted(postos, 'posto', 'postos')
  const isOne = precoMinimo === precoMaximo
  const range = isOne ? `${least} nos ${stations}` : `De ${least} a ${reais(precoMaximo)} em ${stations}`
  const middle = postos > 2 && !isOne ? `; metade cobra até ${reais(precoMediano)}` : ''
  const change = postos > 2 ? trend(variacao.semana, 'na semana') : undefined
  const lower = seenLower(figures, doubts)?.replace('visto', 'Visto')
  return [`${range}${middle}.`, change, lower && `${lower}.`].filter(Boolean).join(' ')
}

/** Unit of the prices, and time of collection. */
export function unitNote(unidade: Unidade, atualizadoEm: string | null): Html {
  return html`<p class="note">
    Preço
    ${perUnit(unidade)}${atualizadoEm && html` · coleta: <span class="fresh">${moment(atualizadoEm)}</span>`}
  </p>`
}

/** Rows per page: two minutes of reading, and half of what a browser draws without a pause. */
const ROWS_PER_PAGE = 50

export interface ListPage {
  entries: readonly Entrada[]
  /** Number of the first row, from 1. */
  from: number
  pages: number
}

/** @throws {GasolinaError} `rota_nao_encontrada` for a page after the last. */
export function pageOf(entries: readonly Entrada[], pagina: number): ListPage {
  const pages = Math.max(1, Math.ceil(entries.length / ROWS_PER_PAGE))
  if (pagina > pages)
    throw new GasolinaError('rota_nao_encontrada', `Esta lista tem ${counted(pages, 'página', 'páginas')}.`)
  const start = (pagina - 1) * ROWS_PER_PAGE
  return { entries: entries.slice(start, start + ROWS_PER_PAGE), from: start + 1, pages }
}

interface ListOptions {
  slug: Slug
  withTown: boolean
  /** Time of the collection. */
  agora: string | null
}

export function rowsOf(
  { entries, from }: ListPage,
  { slug, withTown, agora }: ListOptions,
  { query, links }: Sources,
): Html {
  const rows = entries.map((entrada) =>
    // Bands are relative to a town: in a list of several, equal prices would have different bands.
    row({ entrada, posicao: withTown ? null : query.posicao(slug, entrada) }, { links, withTown, agora }),
  )
  return html`<ol class="rows" start="${from}">
    ${rows}
  </ol>`
}

/** Links to the pages of a list, if there are several. */
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

/** Suspect prices left out of a list, each with the reason. */
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

/** Downloads of a list, with its own parameters `search`, and of the whole state. */
export function takeTheData(links: Addresses, slug: Slug, search: Search, pagina: number): Html {
  const page = pagina > 1 && { pagina, registrosPorPagina: ROWS_PER_PAGE }
  const list = (more: Search) => links.api('precos', { combustivel: slug, ...search, ...page, ...more })
  return html`<section>
    <h2>Leve os dados</h2>
    <ul class="plain">
      <li>
        ${page ? 'Esta página da lista' : 'Esta lista'}: <a href="${list({})}">JSON</a>,
        <a href="${list({ formato: 'csv' })}">CSV</a>,
        <a href="${list({ formato: 'csv', dialeto: 'excel' })}">Excel</a>
      </li>
      <li>
        O estado inteiro: <a href="${links.page(`dados/${slug}.json`)}">JSON</a>,
        <a href="${links.page(`dados/${slug}.csv`)}">CSV</a>,
        <a href="${links.page(`dados/${slug}.csv`, { dialeto: 'excel' })}">Excel</a>
      </li>
      <li><a href="${links.page('desenvolvedores/')}">Como usar num programa</a></li>
    </ul>
  </section>`
}
