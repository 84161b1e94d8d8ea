import { setImmediate } from 'node:timers/promises'
import { slugs } from '../domain/fuels.ts'
import { encode } from '../format/json.ts'
import type { Query } from '../query/query.ts'
import type { Compressor } from './compressor.ts'
import { isWorthCompressing } from './encoding.ts'
import type { Find } from './finder.ts'
import type { Question, Readers } from './question.ts'
import type { Resource } from './resource.ts'

export interface WarmUpDeps {
  query: Query
  readers: Readers
  compressor: Compressor
  find: Find
  /** The commit served; when it changes, a warm-up for the one before ends. */
  current(): object | undefined
}

/** Entries whose text is made between two looks at the network: about 5 ms. */
const SLICE = 500

/** Makes ready what most people ask: whole lists and files, with their compressed forms. Requests go first. */
export async function warmUp(deps: WarmUpDeps): Promise<void> {
  const version = deps.current()
  if (!version) return
  const isStale = () => deps.current() !== version
  for (const slug of slugs) await warmEntries(deps.query, slug, isStale)
  const made: Resource[] = []
  for (const [question, address] of mostAsked(deps.readers)) {
    if (isStale()) return
    made.push(await deps.find(question, address, true))
    await setImmediate()
  }
  for (const encoding of ['br', 'gzip'] as const)
    for (const resource of made) {
      if (isStale()) return
      if (isWorthCompressing(resource.bytes)) await deps.compressor.make(resource, encoding)
    }
}

/** The texts of a list's entries, a slice at a time; the whole list is then put together from them. */
async function warmEntries(
  query: Query,
  combustivel: (typeof slugs)[number],
  isStale: () => boolean,
): Promise<void> {
  for (let pagina = 1; !isStale(); pagina++) {
    const page = await query.precos({ combustivel, suspeitos: 'incluir', pagina, registrosPorPagina: SLICE })
    encode(page)
    await setImmediate()
    if (page.ultimaPagina !== false) return
  }
}

function mostAsked(readers: Readers): [Question, string][] {
  return [
    [readers.documentacao({}, ''), '/gasolina/api/'],
    [readers.precos({}, ''), '/gasolina/api/precos'],
    [readers.estatisticas({}, ''), '/gasolina/api/estatisticas'],
    ...slugs.flatMap((slug): [Question, string][] => [
      [readers.precos({}, `?combustivel=${slug}`), `/gasolina/api/precos?combustivel=${slug}`],
      [readers.arquivoJson({ slug }, ''), `/gasolina/dados/${slug}.json`],
      [readers.arquivoCsv({ slug }, ''), `/gasolina/dados/${slug}.csv`],
    ]),
    [readers.catalogo({}, ''), '/gasolina/dados/index.json'],
  ]
}
