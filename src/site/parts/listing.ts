import { tellsUnderstanding } from '../../format/words/understanding.ts'
import { inPlace, stationName, townOf } from '../../format/words/names.ts'
import { day, perUnit } from '../../format/words/formatting.ts'
import type { Estatistica } from '../../domain/answers/estatisticas.ts'
import type { Slug, Unidade } from '../../domain/facts/fuels.ts'
import { doubtsOf, inBrackets, nobodySold, suspicionReason, seenLower } from '../words/page-doubts.ts'
import { counted, moment, reais, trend, withReais } from '../words/page-figures.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import { GasolinaError } from '../../errors.ts'
import type { Addresses, Search } from '../request/addresses.ts'
import { type Html, html, raw } from '../markup/html.ts'
import { doubtInBrackets, ofLikely } from '../../format/words/doubt.ts'
import { contraryWords } from '../../format/words/invoice-words.ts'
import { STATIONS_TO_COMPARE } from '../../domain/facts/rules.ts'
import type { Sources } from '../request/page-interfaces.ts'
import { rounded } from '../../domain/basics/numbers.ts'
import { runsOf } from '../../domain/basics/lists.ts'
import { type RowOptions, row } from './rows.ts'

/** One fuel's figures in a place. */
export type Figures = Estatistica

/** `Preço provável de R$ 5,69 a R$ 6,49 em 110 postos; na última venda, metade ou mais cobrou até R$ 6,19. Caiu 0,8 % na semana.` */
export function pricesIn(where: string, figures: Figures): string {
  const { postos, precoMinimo, precoMinimoProvavel, precoMediano, precoMaximo, maisBarato } = figures
  const { nomePopular, suspeitos, maisBaratoProvavel, maisCaro, economia } = figures
  if (precoMinimo === null || precoMinimoProvavel === null || precoMaximo === null || precoMediano === null)
    return nobodySold(suspeitos, { fuel: nomePopular, where: inPlace(where) })
  if (postos === 1)
    return `Um só posto${suspeitos > 0 ? ' com preço sem suspeita' : ''}, a ${reais(precoMinimo)}${inBrackets(doubtsOf(maisBarato))}.`
  const highest = rounded(precoMinimoProvavel + (economia.provavel.porUnidade ?? 0), 3)
  const [least, most] = [precoMinimoProvavel, highest].map(reais)
  const low = doubtInBrackets(ofLikely(maisBaratoProvavel))
  const high = precoMaximo < highest ? ' (o usual)' : doubtInBrackets(maisCaro)
  const stations = counted(postos, 'posto', 'postos')
  const isOne = least === most
  const range = isOne ? `${least} nos` : withReais(`${least}${low} a ${most}${high} em`)
  const middle =
    postos > 2 && !isOne ? `; na última venda, metade ou mais cobrou até ${reais(precoMediano)}` : ''
  // The median of fewer moves by who sold, not by what it cost.
  const change = postos >= STATIONS_TO_COMPARE ? trend(figures) : undefined
  return [`Preço provável de ${range} ${stations}${middle}.`, change].filter(Boolean).join(' ')
}

/** The prices of a place in a sentence; in the description also a lower one of few sales. */
export function listWords(where: string, figures: Figures) {
  const answer = pricesIn(where, figures)
  // `pricesIn` tells that of an only station.
  const lower = figures.postos === 1 ? undefined : seenLower(figures)
  return { answer, description: lower ? `${answer} ${lower.replace('visto', 'Visto')}.` : answer }
}

export function unitNote(unidade: Unidade, atualizadoEm: string | null): Html {
  return html`<p class="note">
    Preços
    ${perUnit(unidade)}${atualizadoEm && html` · coleta: <span class="fresh">${moment(atualizadoEm)}</span>`}
  </p>`
}

/** Rows per page: two minutes of reading, and half of what a browser draws without a pause. */
const ROWS_PER_PAGE = 50

/** `from`: number of the first row; `later`: entries of the next pages. @throws {GasolinaError} `rota_nao_encontrada` for a page after the last. */
export function pageOf<T>(entries: readonly T[], pagina: number) {
  const pages = Math.max(1, Math.ceil(entries.length / ROWS_PER_PAGE))
  if (pagina > pages)
    throw new GasolinaError('rota_nao_encontrada', `Esta lista tem ${counted(pages, 'página', 'páginas')}.`)
  const start = (pagina - 1) * ROWS_PER_PAGE
  const shown: readonly T[] = entries.slice(start, start + ROWS_PER_PAGE)
  const later = entries.slice(start + ROWS_PER_PAGE)
  return { entries: shown, later, from: start + 1, pages, total: entries.length }
}

export type ListPage<T = Entrada> = ReturnType<typeof pageOf<T>>

interface ListOptions extends Pick<RowOptions, 'withTown' | 'agora'> {
  slug: Slug
  /** Alike prices are neighbours: many of them are folded. */
  byPrice: boolean
  /** Not the rows that the skip link leads to. */
  isSecond?: boolean
}

const ROWS = 'postos'
/** Skip link to the first row, past menus, fuels and filters. */
export const TO_ROWS = [ROWS, 'Ir para os postos'] as const

type Rows = Pick<ListPage, 'entries' | 'from'> & Partial<Pick<ListPage, 'later'>>

export function rowsOf(sources: Sources, page: Rows, options: ListOptions) {
  const { query, links } = sources
  const { entries, from, later = [] } = page
  const { slug, withTown, agora, byPrice, isSecond } = options
  let start = from
  const parts = (byPrice ? foldable(entries) : [{ entries }]).map((part) => {
    const rows = part.entries.map((entrada) => {
      // Bands are relative to a town: in a list of several, equal prices would have different bands.
      const posicao = withTown ? null : query.posicao(slug, entrada)
      const named = contraryWords(slug, entrada.produto)
      return row(entrada, { links, posicao, withTown, agora, more: named && `Na nota: ${named}` })
    })
    const list = html`<ol
      class="rows"
      start="${start}"
      ${start === from && !isSecond && raw(` id="${ROWS}"`)}
    >
      ${rows}
    </ol>`
    start += rows.length
    if (part.alike === undefined) return list
    return html`<details class="alike">
      <summary>
        ${alikeWords(part.alike, rows.length, part.entries.at(-1) === entries.at(-1) ? later : [])}
      </summary>
      ${list}
    </details>`
  })
  return html`${parts}`
}

/** `Mais 41 postos a R$ 6,79 (39 nesta página)`: the folded ones, and those with which the next page begins. */
function alikeWords(price: string, folded: number, later: readonly Entrada[]): string {
  const end = later.findIndex((entry) => priceOf(entry) !== price)
  const further = end < 0 ? later.length : end
  return `Mais ${folded + further} postos a ${price}${further > 0 ? ` (${folded} nesta página)` : ''}`
}

/** Rows of one price that are shown, and the least number to fold. */
const [ALIKE_SHOWN, ALIKE_FOLDED] = [2, 4]

/** Neighbours of one undoubted price, after the first of them, each as a part of its own: `alike` is their price. */
function foldable(entries: readonly Entrada[]) {
  const parts: { entries: readonly Entrada[]; alike?: string }[] = []
  let open: Entrada[] = []
  for (const run of runsOf(entries, (a, b) => priceOf(a) !== undefined && priceOf(a) === priceOf(b))) {
    const shown = run.length < ALIKE_SHOWN + ALIKE_FOLDED ? run : run.slice(0, ALIKE_SHOWN)
    open.push(...shown)
    if (shown === run) continue
    parts.push({ entries: open }, { entries: run.slice(ALIKE_SHOWN), alike: priceOf(run[0]) ?? '' })
    open = []
  }
  return open.length > 0 ? [...parts, { entries: open }] : parts
}

/** A price as printed; undefined for a doubtful one. */
function priceOf(entry: Entrada | undefined): string | undefined {
  return entry && !doubtsOf(entry) ? reais(entry.produto.venda.valorDeclarado) : undefined
}

/** `51–100 de 114`, with the pages before and after. */
export function pager(page: ListPage<unknown>, pagina: number, addressOf: (pagina: number) => string) {
  const { entries, from, pages, total } = page
  if (pages < 2) return undefined
  return html`<nav class="pager" aria-label="Páginas da lista">
    ${pagina > 1 && html`<a rel="prev" href="${addressOf(pagina - 1)}">‹ Anterior</a>`}
    <span>${from}–${from + entries.length - 1} de ${total}</span>
    ${pagina < pages && html`<a rel="next" href="${addressOf(pagina + 1)}">Próxima ›</a>`}
  </nav>`
}

/** Suspect prices left out of a list, each with the reason. */
export function suspectsOf(entries: readonly Entrada[], links: Addresses, withTown: boolean) {
  if (entries.length === 0) return undefined
  const rows = entries.map((entry) => {
    const { estabelecimento, produto } = entry
    return html`<li>
      <a href="${links.station(estabelecimento.cnpj)}">${stationName(estabelecimento)}</a>${
        withTown && `, ${townOf(estabelecimento.endereco)}`
      }: <strong>${reais(produto.venda.valorDeclarado)}</strong>, ${suspicionReason(entry)}
    </li>`
  })
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

/** Names that were understood as others, told before any figure. */
export function understanding({ observacoes }: { observacoes: readonly string[] }): Html | undefined {
  const told = observacoes.filter(tellsUnderstanding)
  return told.length > 0 ? html`<p class="lead care">${told.join(' ')}</p>` : undefined
}

interface Listed {
  title: string
  slug: Slug
  search: Search
  pagina: number
  path: string
  atualizadoEm: string | null
}

/** Downloads of a list and of the whole state, and how to cite it. */
export function takeTheData(sources: Sources, { title, slug, search, pagina, path, atualizadoEm }: Listed) {
  const { links } = sources
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
      ${atualizadoEm && html`<li>${citation(sources, title, path, atualizadoEm)}</li>`}
    </ul>
  </section>`
}

/** `Como citar: “Gasolina comum em Maceió”, coleta de 16/04/2026, 12:50, https://…/gasolina-comum/maceio/.`, and the source. */
export function citation({ links, attribution }: Sources, title: string, path: string, atualizadoEm: string) {
  const source = attribution.atribuicao.replace(`, ${links.absolute(links.page(''))}`, '')
  return `Como citar: “${title}”, coleta de ${day(atualizadoEm)}, ${atualizadoEm.slice(11, 16)}, ${links.absolute(path)}. ${source}.`
}
