import type { Atribuicao } from '../../domain/answers/common.ts'
import type { NomeDeConsulta, Pedido } from '../../domain/questions/parameters.ts'
import { readQuery } from '../../domain/questions/read-query.ts'
import type { LocalQuery } from '../../query/query.ts'
import type { Addresses, Search } from './addresses.ts'
import type { Html } from '../markup/html.ts'
import type { Outlines } from '../maps/state-map.ts'
import type { ApiDescription } from './api-description.ts'

/** What a page hands to the frame around it. */
export interface Content {
  title: string
  /** The same for messages, with the price in it. */
  headline?: string
  /** One sentence for search engines and messages: it holds the answer. */
  description: string
  /** Its one address, from the root of the host. */
  path: string
  main: Html
  /** Of the data shown; none before the first collection and where no data is. */
  atualizadoEm?: string | null
  /** schema.org, for search engines. */
  data?: readonly object[]
  /** What else stands in the head: a page that reloads itself. */
  head?: Html
  /** Whether search engines should not list it: errors, results of a search. */
  unlisted?: boolean
}

/** Where pictures of streets come from, as the operator of the server chose it. */
export interface Streets {
  /** With `{z}`, `{x}` and `{y}`. */
  tiles: string
  /** Who is to be named for them. */
  credit: string
  /** Files of ours that lay stations on them. */
  script: string
  style: string
}

/** What pages are made from. */
export interface Sources {
  query: LocalQuery
  links: Addresses
  attribution: Atribuicao
  outlines: Outlines
  /** OpenAPI, made when it is asked for. */
  describeApi(): ApiDescription
  /** Absent where the operator chose no map. */
  streets?: Streets | undefined
  /** The commit served; another object whenever another is. */
  version(): object | undefined
}

/** An address that was understood: the page to write. */
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

/** A row of the list of pages, which makes router, menu, footer, sitemap and robots.txt. */
export interface Page {
  /** First part of its address after `/gasolina/`. */
  name: string
  /** @throws {GasolinaError} `parametro_invalido`; undefined: no such page. */
  read(asked: Asked): View | Moved | undefined
  /** Label in the main menu. */
  menu?: string
  /** Page of the menu entry to mark; its own unless given. */
  section?: string
  /** Place and label in the footer. */
  footer?: readonly [place: number, label: string]
  /** For search engines it is an entry of the sitemap, unless the sitemap has each of its kind or robots.txt blocks its parameters. */
  engines?: 'each' | 'blocked'
}

/** An address cut up, and what its page is made from. */
export interface Asked {
  /** What follows `/gasolina/`, decoded, cut at slashes. */
  path: readonly string[]
  search: ReadonlyMap<string, string>
  sources: Sources
}

/** A question with every default in place, checked as any other. */
export function pedido<C extends NomeDeConsulta>(consulta: C, values: Search): Pedido<C> {
  return readQuery(
    consulta,
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as const],
    ),
  )
}
