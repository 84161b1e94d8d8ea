import type { Atribuicao } from '../../domain/answers/shared-schemas.ts'
import type { Mudanca } from '../../domain/answers/mudancas.ts'
import type { Cursor } from '../../domain/facts/published-changes.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import { PERTO } from '../../domain/facts/rules.ts'
import type { Instante } from '../../domain/basics/time.ts'
import { changeSentence } from '../words/comparisons.ts'
import { markedAsDemonstration } from '../words/source-words.ts'
import { count, day, together } from '../words/formatting.ts'

export interface FeedEntry {
  mudanca: Mudanca
  step: { cursor: Cursor; publicadoEm: Instante }
}

interface FeedDocument {
  urlBase: string
  site: string
  /** Filters in words: `de Diesel S10 em Maceió`. */
  about: string
  /** Addresses of this document, of the one to subscribe to, and of its neighbours in the archive. */
  self: string
  current: string
  prev?: string | undefined
  next?: string | undefined
  isArchive?: boolean
  updated: Instante
  atribuicao: Atribuicao
  /** Oldest first; the feed begins with the newest. */
  entries: readonly FeedEntry[]
}

/** One Atom document (RFC 4287) of a feed with archives (RFC 5005). Every text of others is escaped. */
export function atomDocument(document: FeedDocument): string {
  const { urlBase, site, about, self, current, prev, next, isArchive, updated, atribuicao, entries } =
    document
  return together('\n', [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:fh="http://purl.org/syndication/history/1.0" xml:lang="pt-BR">',
    element('id', tagUri(urlBase, current.slice(urlBase.length))),
    element('title', markedAsDemonstration(`mudanças de preço ${about}`, atribuicao)),
    element('subtitle', atribuicao.aviso ?? atribuicao.fonte),
    element('updated', updated),
    element('rights', `${atribuicao.licenca} ${atribuicao.atribuicao}`),
    `<author>${element('name', 'gasolina')}${element('uri', site)}</author>`,
    link('self', self, 'application/atom+xml'),
    link('alternate', site, 'text/html'),
    isArchive && '<fh:archive/>',
    isArchive && link('current', current, 'application/atom+xml'),
    prev && link('prev-archive', prev, 'application/atom+xml'),
    next && link('next-archive', next, 'application/atom+xml'),
    ...entries.toReversed().map((entry) => atomEntry(entry, urlBase)),
    '</feed>\n',
  ])
}

function atomEntry({ mudanca, step }: FeedEntry, urlBase: string): string {
  const { combustivel, cnpj, codigo, tipo } = mudanca
  const path = [step.cursor, combustivel, cnpj, codigo, tipo].map(encodeURIComponent).join('/')
  return [
    '<entry>',
    element('id', tagUri(urlBase, `/gasolina/mudancas/${path}`)),
    element('title', changeSentence(mudanca, ' — ')),
    element('published', step.publicadoEm),
    element('updated', step.publicadoEm),
    link('alternate', `${urlBase}/gasolina/posto/${cnpj}/`, 'text/html'),
    `<category term="${tipo}"/>`,
    `<category term="${combustivel}"/>`,
    element('summary', summaryOf(mudanca)),
    '</entry>',
  ].join('\n')
}

function summaryOf({ combustivel, dataVenda, suspeito, confirmacao }: Mudanca): string {
  const { unidade } = fuelOf(combustivel)
  const doubt = suspeito ? ' O preço destoa dos demais e pode ser erro de nota.' : ''
  const { vendas, nestePreco } = confirmacao
  const sales =
    nestePreco === undefined
      ? `${count(vendas, 'venda seguida', 'vendas seguidas')} a até ${PERTO} deste preço`
      : `${count(nestePreco, 'venda', 'vendas seguidas')} a este preço`
  return `Por ${unidade === 'L' ? 'litro' : 'metro cúbico'}. Venda de ${day(dataVenda)}, ${dataVenda.slice(11, 16)}; ${sales}.${doubt}`
}

/** RFC 4151. The name stays the same when addresses change. */
function tagUri(urlBase: string, path: string): string {
  return `tag:${new URL(urlBase).hostname},2026:${path}`
}

function link(rel: string, href: string, type: string): string {
  return `<link rel="${rel}" type="${type}" href="${escapeXml(href)}"/>`
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}

/** Characters that XML 1.0 does not allow in any form are omitted. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
