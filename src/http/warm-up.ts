import { setImmediate } from 'node:timers/promises'
import { slugs } from '../domain/facts/fuels.ts'
import type { Answering } from './reply/answering.ts'
import type { Compressor } from './reply/compressor.ts'
import { isWorthCompressing } from './reply/encoding.ts'
import type { Pages } from './routes/pages.ts'
import type { Question, Readers } from './reply/question.ts'
import type { Resource } from './reply/resource.ts'

export interface PrepareDeps {
  readers: Readers
  pages: Pick<Pages, 'question'>
  compressor: Compressor
  answering: Pick<Answering, 'prepare'>
  /** The commit served; when it changes, what was being prepared for the one before ends. */
  current(): object | undefined
}

/** Makes ready what most people ask: whole lists and files, with their compressed forms. Requests go first. */
export async function prepareAnswers(deps: PrepareDeps): Promise<void> {
  const version = deps.current()
  if (!version) return
  const isStale = () => deps.current() !== version
  const made: Resource[] = []
  for (const [question, address] of mostAsked(deps.readers)) {
    if (isStale()) return
    made.push(await deps.answering.prepare(question, address))
    await setImmediate()
  }
  for (const address of PAGES) {
    if (isStale()) return
    const question = await deps.pages.question(address, '')
    if (!('to' in question)) made.push(await deps.answering.prepare(question, address))
    await setImmediate()
  }
  for (const encoding of ['br', 'gzip'] as const)
    for (const resource of made) {
      if (isStale()) return
      if (isWorthCompressing(resource.byteLength)) await deps.compressor.make(resource, encoding)
    }
}

/** Where most people come in, and the towns in which most of them live. */
const PAGES = [
  '/gasolina/',
  ...slugs.flatMap((slug) => ['', 'maceio/', 'arapiraca/'].map((town) => `/gasolina/${slug}/${town}`)),
]

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
