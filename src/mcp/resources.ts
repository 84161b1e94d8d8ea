import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server'
import type { RespostaCatalogo } from '../domain/answers/downloads.ts'
import type { Mudanca } from '../domain/answers/mudancas.ts'
import { TODOS, combustiveis, fuelByAlias, slugs } from '../domain/facts/fuels.ts'
import { readQuery } from '../domain/questions/read-query.ts'
import { sheetCsv } from '../format/files/csv.ts'
import { pricesSheet } from '../format/files/station-sheets.ts'
import { fold, quote } from '../domain/basics/text.ts'
import { GasolinaError } from '../errors.ts'
import { createPageGuard } from '../response-limits.ts'
import type { Query } from '../query/query.ts'
import type { ToolContext } from './tools/tool-definition.ts'
import { VIEW, readView, viewResource } from './view-resource.ts'
import { DADOS, LIST_PATH, PRECOS, fileUri } from './words/text.ts'
import words from './texts.json' with { type: 'json' }

const texts = words.resources

/** Resources at `gasolina://<name>/<variable>`. */
interface Template {
  name: keyof typeof texts
  variable: string
  mimeType: string
  read(value: string, query: Query): Promise<string>
  complete(value: string, query: Query): Promise<readonly string[]>
}

const JSON_TYPE = 'application/json'
const CSV_TYPE = 'text/csv'

/** Changes listed, some 15 kB: the two or three thousand of a day would fill a model's context. */
const MOST_CHANGES = 50

/** Resources at `gasolina://<name>`, JSON. */
const fixed = {
  combustiveis: async () => ({ combustiveis }),
  catalogo: async ({ query, urlBase }) => {
    const catalogo = await query.catalogo()
    return urlBase === undefined ? withoutAddresses(catalogo) : catalogo
  },
  situacao: ({ query }) => query.situacao(),
  mudancas: ({ query }) => newestChanges(query),
} satisfies Partial<Record<keyof typeof texts, (context: ToolContext) => Promise<object>>>

const names = Object.keys(fixed) as (keyof typeof fixed)[]

const templates: readonly Template[] = [
  {
    name: 'posto',
    variable: 'cnpj',
    mimeType: JSON_TYPE,
    read: async (value, query) => {
      const { cnpj } = readQuery('posto', [['cnpj', value]])
      if (cnpj === undefined) throw unknownResource(addressOf('posto/'))
      return JSON.stringify(await query.posto({ cnpj }))
    },
    complete: completeCnpj,
  },
  {
    name: 'dados',
    variable: 'slug',
    mimeType: CSV_TYPE,
    read: async (value, query) => {
      const fuel = fuelByAlias(value)
      if (!fuel) throw unknownResource(DADOS + value)
      const { pieces } = await query.arquivo(fuel.slug, 'csv', 'padrao')
      return new TextDecoder().decode(Buffer.concat(pieces))
    },
    complete: async (value) => slugs.filter((slug) => slug.startsWith(value.toLowerCase())),
  },
]

export const resourceTemplates: ResourceTemplateType[] = templates.map((template) => {
  const { name, mimeType } = template
  return { uriTemplate: templateAddress(template), name, ...texts[name], mimeType }
})

function templateAddress({ name, variable }: Template): string {
  return addressOf(`${name}/{${variable}}`)
}

/** The fixed resources, one file per fuel, and the view, which some hosts look for here. */
export const resourceList: Resource[] = [
  ...names.map((name) => ({ uri: addressOf(name), name, ...texts[name], mimeType: JSON_TYPE })),
  ...combustiveis.map(({ slug, nomePopular }) => ({
    uri: DADOS + slug,
    name: `${slug}.csv`,
    title: `${nomePopular}: todos os postos`,
    description: 'CSV com a venda mais recente de cada posto',
    mimeType: CSV_TYPE,
  })),
  viewResource,
]

function addressOf(name: string): string {
  return `gasolina://${name}`
}

/** @throws {GasolinaError} `rota_nao_encontrada` for an unknown address. */
export async function readResource(uri: string, context: ToolContext): Promise<ReadResourceResult> {
  if (uri === VIEW) return readView()
  const { query, urlBase } = context
  const list = listIn(uri, urlBase)
  if (list !== undefined) {
    const pedido = readQuery('precos', [...new URLSearchParams(list)])
    const sheet = pricesSheet(await query.precos(pedido), pedido.combustivel)
    return contents(uri, CSV_TYPE, sheetCsv(sheet, pedido.dialeto))
  }
  const known = names.find((name) => addressOf(name) === uri)
  if (known) return contents(uri, JSON_TYPE, JSON.stringify(await fixed[known](context)))
  const file = slugs.find((slug) => uri === fileUri(slug, urlBase))
  const own = file === undefined ? uri : DADOS + file
  const template = templates.find(({ name }) => own.startsWith(addressOf(`${name}/`)))
  if (!template) throw unknownResource(uri)
  const text = await template.read(own.slice(addressOf(`${template.name}/`).length), query)
  return contents(uri, template.mimeType, text)
}

function listIn(uri: string, urlBase: string | undefined): string | undefined {
  const starts = [PRECOS, ...(urlBase === undefined ? [] : [`${urlBase}${LIST_PATH}`])]
  const start = starts.find((each) => uri.startsWith(`${each}?`))
  return start && uri.slice(start.length)
}

export async function completeResource(uriTemplate: string, variable: string, value: string, query: Query) {
  const template = templates.find((each) => templateAddress(each) === uriTemplate)
  return template?.variable === variable ? template.complete(value, query) : []
}

/** The newest changes of the last 24 hours, in the order of publication, and how many there were. */
async function newestChanges(query: Query): Promise<object> {
  let page = await query.mudancas(readQuery('mudancas', []))
  const { desde } = page
  let total = page.mudancas.length
  let newest: readonly Mudanca[] = page.mudancas.slice(-MOST_CHANGES)
  // A server behind `--api` may promise more for ever.
  const leadsTo = createPageGuard()
  while (page.mais && leadsTo(page.ate) === 'new') {
    page = await query.mudancas(readQuery('mudancas', [['desde', page.ate]]))
    total += page.mudancas.length
    newest = [...newest, ...page.mudancas].slice(-MOST_CHANGES)
  }
  const cut = `Aqui só as ${MOST_CHANGES} mais novas de ${total} mudanças.`
  const observacoes = total > newest.length ? [...page.observacoes, cut] : page.observacoes
  return { ...page, desde, totalDeMudancas: total, observacoes, mudancas: newest }
}

/** Where no server is known to answer, only the CSV of a fuel has an address: the resource of this connection. */
function withoutAddresses({ arquivos, historico = [], ...rest }: RespostaCatalogo): object {
  return {
    ...rest,
    arquivos: arquivos.map((file) => {
      const isResource = file.formato === 'csv' && file.combustivel !== TODOS
      return { ...file, url: isResource ? DADOS + file.combustivel : undefined }
    }),
    historico: historico.map((file) => ({ ...file, url: undefined })),
    mapas: undefined,
  }
}

function contents(uri: string, mimeType: string, text: string): ReadResourceResult {
  return { contents: [{ uri, mimeType, text }] }
}

function unknownResource(uri: string): GasolinaError {
  const known = [...names.map(addressOf), ...resourceTemplates.map((t) => t.uriTemplate)]
  return new GasolinaError(
    'rota_nao_encontrada',
    `O recurso '${quote(uri)}' não existe. Use um de: ${known.join(', ')}; slug é um de: ${slugs.join(', ')}.`,
  )
}

/** CNPJs with this prefix, else those of stations with these words in their names. */
async function completeCnpj(value: string, query: Query): Promise<string[]> {
  const { conteudo } = await query.postos({})
  const cnpjs = conteudo.map(({ estabelecimento }) => estabelecimento.cnpj).toSorted()
  const start = value.replace(/[.\-/\s]/g, '').toUpperCase()
  const begun = cnpjs.filter((cnpj) => cnpj.startsWith(start))
  if (begun.length > 0 || fold(value) === '' || value.length > 100) return begun
  const named = await query.postos({ nome: value })
  return named.conteudo.map(({ estabelecimento }) => estabelecimento.cnpj)
}
