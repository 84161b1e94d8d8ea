import { parseArgs } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { slugs } from '../src/domain/facts/fuels.ts'
import { createHttp } from '../src/http/create-http.ts'
import { createDataset } from '../src/query/current/dataset.ts'
import { still } from '../test/still.ts'
import { createQuery } from '../src/query/query.ts'
import { byName, slugOf } from '../src/site/request/addresses.ts'
import { openStore } from '../test/open-store.ts'

// What a page costs that nobody asked for before, and what it weighs: processor time between the question and the whole page,
// in a process that has answered others. Every page of a kind is asked once.
//   npx tsx bench/site.ts [./storage] [--fonte sefaz]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { fonte: { type: 'string', default: 'demonstracao' } },
})
const fonte = values.fonte === 'sefaz' ? 'sefaz' : 'demonstracao'
const URL_BASE = 'http://localhost'
const config = { fonte, urlBase: URL_BASE, site: `${URL_BASE}/` } as const
const store = await openStore({ folder: positionals[0] ?? './storage', fonte })
const loaded = await store.commits.load()
if (!loaded) throw new Error('the store holds no commit')
const dataset = createDataset({ store, follow: still(loaded), clock: Date.now, intervaloMinutos: 60 })
const query = createQuery({ dataset, ...config })
const fresh = () => createHttp({ query, dataset, config, clock: Date.now, log: () => {} })

/** As many as are compared. */
const SIXTEEN = byName.slice(0, 16).map(slugOf).join()
const { conteudo } = await query.postos({})
const stations = conteudo.filter((_, at) => at % 5 === 0).map(({ estabelecimento }) => estabelecimento.cnpj)
const kinds: Record<string, string[]> = {
  início: ['/'],
  combustível: slugs.map((slug) => `/${slug}/`),
  cidade: byName.flatMap((town) => slugs.map((slug) => `/${slug}/${slugOf(town)}/`)),
  'cidade, página 2': slugs.flatMap((slug) => ['maceio', 'arapiraca'].map((town) => `/${slug}/${town}/2/`)),
  município: byName.map((town) => `/municipio/${slugOf(town)}/`),
  posto: stations.map((cnpj) => `/posto/${cnpj}/`),
  'posto, 365 dias': stations.map((cnpj) => `/posto/${cnpj}/?dias=365`),
  busca: byName.map(({ nome }) => `/busca/?q=${encodeURIComponent(nome.slice(0, 4))}`),
  mapa: slugs.map((slug) => `/mapa/?combustivel=${slug}`),
  comparar: slugs.map((slug) => `/comparar/?combustivel=${slug}`),
  'comparar quatro': slugs.map(
    (slug) => `/comparar/?combustivel=${slug}&municipios=maceio,arapiraca,penedo,pilar`,
  ),
  'comparar dezesseis': slugs.map((slug) => `/comparar/?combustivel=${slug}&municipios=${SIXTEEN}`),
  'álcool ou gasolina': ['/alcool-ou-gasolina/', '/alcool-ou-gasolina/?razao=0.75'],
  desenvolvedores: ['/desenvolvedores/', '/desenvolvedores/precos/', '/desenvolvedores/posto/'],
}

// As a server does after each commit; then one that has it all but the pages.
const first = fresh()
await first.warmUp()
for (const paths of Object.values(kinds)) for (const path of paths.slice(0, 40)) await costOf(first, path)
const { router } = fresh()

const table = []
for (const [kind, paths] of Object.entries(kinds)) {
  const pages = []
  for (const path of paths) {
    const page = await costOf({ router }, path)
    if (page) pages.push(page)
  }
  const costs = pages.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const heaviest = pages.toSorted((a, b) => b.text.length - a.text.length)[0]?.text ?? ''
  table.push({
    page: kind,
    n: pages.length,
    'ms, median': at(costs, 0.5),
    'ms, 95 %': at(costs, 0.95),
    'heaviest, kB': kB(heaviest.length),
    'brotli, kB': kB(brotliCompressSync(heaviest).length),
    elements: heaviest.match(/<[a-z]/g)?.length ?? 0,
  })
}
console.table(table)

/** undefined where the address leads on, as a search with one hit does. */
async function costOf(
  { router: asked }: Pick<typeof first, 'router'>,
  path: string,
): Promise<{ ms: number; text: string } | undefined> {
  const before = process.cpuUsage()
  const response = await asked.request(`/gasolina${path}`)
  const text = await response.text()
  const { user, system } = process.cpuUsage(before)
  return response.status === 200 ? { ms: (user + system) / 1000, text } : undefined
}

function at(sorted: readonly number[], share: number): number {
  return Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 10) / 10
}

function kB(bytes: number): number {
  return Math.round(bytes / 100) / 10
}
