import { setImmediate } from 'node:timers/promises'
import { municipios } from '../domain/alagoas/municipalities.ts'
import { slugs } from '../domain/facts/fuels.ts'
import { slugOf } from '../site/request/addresses.ts'
import type { Answering } from './reply/answering.ts'
import { type Compressor, isWorthCompressing } from './reply/compression.ts'
import type { Resource } from './reply/resource.ts'
import { patterns } from './routes/route-paths.ts'
import type { RouterDeps } from './routes/router.ts'

interface WarmUpDeps extends Pick<RouterDeps, 'readers' | 'pages'> {
  compressor: Compressor
  answering: Pick<Answering, 'prepare'>
  /** The served commit; when it changes, the warm-up for the one before ends. */
  current(): object | undefined
}

/** Fills the cache with the most requested answers (main pages, whole lists, files) and their compressed forms, until it is full. Requests go first. */
export async function warmUp({ readers, pages, compressor, answering, current }: WarmUpDeps): Promise<void> {
  const version = current()
  if (!version) return
  const made: Resource[] = []
  for (const address of mostRequested()) {
    if (current() !== version) return
    const [pathname = '', search = ''] = address.split('?')
    const route = patterns.find(({ pattern }) => pattern === pathname)
    const question = route ? readers[route.nome](route.path, search) : await pages.question(pathname, search)
    const resource = 'body' in question && (await answering.prepare(question, address))
    // At 42,000 stations there is room for the lists alone.
    if (resource === undefined) break
    if (resource) made.push(resource)
    await setImmediate()
  }
  for (const encoding of ['br', 'gzip'] as const)
    for (const resource of made) {
      if (current() !== version) return
      if (isWorthCompressing(resource.byteLength)) await compressor.make(resource, encoding)
    }
}

function mostRequested(): string[] {
  const largest = municipios.toSorted((a, b) => b.postos - a.postos).slice(0, 2)
  const towns = ['', ...largest.map((town) => `${slugOf(town)}/`)]
  return [
    'api/',
    '',
    ...slugs.flatMap((slug) => towns.map((town) => `${slug}/${town}`)),
    'api/estatisticas',
    'dados/index.json',
    'api/precos',
    ...slugs.map((slug) => `api/precos?combustivel=${slug}`),
    ...slugs.flatMap((slug) => [`dados/${slug}.json`, `dados/${slug}.csv`]),
  ].map((address) => `/gasolina/${address}`)
}
