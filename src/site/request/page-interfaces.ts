import type { Atribuicao } from '../../domain/answers/shared-schemas.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import type { NomeDeConsulta, Pedido } from '../../domain/questions/parameters.ts'
import { readQuery } from '../../domain/questions/read-query.ts'
import type { LocalQuery } from '../../query/query.ts'
import type { Mapa } from '../../config.ts'
import type { AssetFile } from '../assets.ts'
import type { Addresses, Search } from './addresses.ts'
import type { Html } from '../markup/html.ts'
import type { Doubts } from '../words/page-doubts.ts'
import type { Outlines } from '../maps/drawing.ts'
import type { ApiDescription } from '../reference/api-description.ts'

/** The content of a page, for the frame around it. */
export interface Content {
  title: string
  /** Title of link previews, where it is not the page's. */
  headline?: string | Headline
  /** The fuel of the picture in link previews, and of the pages that the menu leads to. */
  fuel?: Slug | undefined
  /** The answer in one sentence, for search engines and link previews. */
  description: string
  /** Canonical path, from the root of the host. */
  path: string
  main: Html
  /** A second skip link, to the answer after the menus of the page: its id and its words. */
  skip?: readonly [id: string, words: string]
  /** Time of the collection shown; null before the first. */
  atualizadoEm?: string | null
  data?: readonly object[]
  scripts?: readonly 'near.js'[]
  /** First shown with what scripts add, as it moves what stands below. */
  waitsForScripts?: boolean
  head?: Html
  /** Parameters of the feed of the changes of just this view. */
  feed?: Search
  /** noindex: errors, search results, one reader's choice. */
  unlisted?: boolean
}

/** A title with a price in it, and its hour, as a message keeps it for long: of its sale, or else of the collection. */
interface Headline {
  title?: string
  price: number | null | undefined
  /** Words before the price. */
  of?: string | undefined
  venda?: string | undefined
  doubts?: Doubts | null | undefined
}

export interface Sources {
  query: LocalQuery
  links: Addresses
  attribution: Atribuicao
  outlines: Outlines
  /** OpenAPI, made on first use. */
  describeApi(): ApiDescription
  asset(file: AssetFile): string
  /** Tile server for street maps; undefined: the operator chose none. */
  mapa?: Mapa | undefined
  /** Operator's address for complaints, `mailto:` or `https:`. */
  contato?: string | undefined
  /** The commit served, as a key for caches. */
  version(): object | undefined
}

export interface View {
  /** Cache key: equal views have equal keys. undefined: not cached, the page depends on the clock. */
  key: string | undefined
  write(): Promise<Content>
}

/** A redirect: permanent, unless data decides where it leads. */
export interface Moved {
  to: string
  isForNow?: boolean
}

export type Outcome = View | Moved | undefined

/** A row of the list of pages, which makes router, menu, footer, sitemap and robots.txt. */
export interface Page {
  /** First part of its address after `/gasolina/`. */
  name: string
  read(asked: Asked): Outcome
  menu?: string
  /** Takes `combustivel`: the menu of a page of another fuel than the usual one leads to that fuel. */
  takesFuel?: true
  /** Page of the menu entry to mark; its own unless given. */
  section?: string
  footer?: readonly [place: number, label: string]
  /** Pages are in the sitemap, unless discovery lists each page of the kind or robots.txt blocks its parameters. */
  engines?: 'each' | 'blocked'
}

export interface Asked {
  /** Decoded parts after `/gasolina/`. */
  path: readonly string[]
  search: ReadonlyMap<string, string>
  sources: Sources
}

/** A checked question with all defaults. */
export function pedido<C extends NomeDeConsulta>(consulta: C, values: Search): Pedido<C> {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  )
  return readQuery(consulta, given)
}
