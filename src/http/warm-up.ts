import { setImmediate } from 'node:timers/promises'
import { municipios } from '../domain/alagoas/municipalities.ts'
import { slugs } from '../domain/facts/fuels.ts'
import { slugOf } from '../site/request/addresses.ts'
import type { Answering } from './reply/answering.ts'
import type { Question, Reader } from './reply/read-question.ts'
import { type Compressor, isWorthCompressing } from './reply/compression.ts'
import type { Resource } from './reply/resource.ts'
import type { Pages } from './routes/pages.ts'

interface WarmUpDeps {
  readers: Record<
    'documentacao' | 'precos' | 'estatisticas' | 'arquivoJson' | 'arquivoCsv' | 'catalogo',
    Reader
  >
  pages: Pick<Pages, 'question'>
  compressor: Compressor
  answering: Pick<Answering, 'prepare'>
  /** The served commit; when it changes, the warm-up for the one before ends. */
  current(): object | undefined
}

/** Fills the cache with the most requested answers (whole lists, files, main pages) and their compressed forms. Requests go first. */
export async function warmUp({ readers, pages, compressor, answering, current }: WarmUpDeps): Promise<void> {
  const version = current()
  if (!version) return
  const made: Resource[] = []
  for (const [address, find] of mostRequested({ readers, pages })) {
    if (current() !== version) return
    const question = await find()
    if (!('to' in question)) made.push(await answering.prepare(question, address))
    await setImmediate()
  }
  for (const encoding of ['br', 'gzip'] as const)
    for (const resource of made) {
      if (current() !== version) return
      if (isWorthCompressing(resource.byteLength)) await compressor.make(resource, encoding)
    }
}

type Find = () => Question | ReturnType<Pages['question']>

function mostRequested({ readers, pages }: Pick<WarmUpDeps, 'readers' | 'pages'>): [string, Find][] {
  const largest = municipios.toSorted((a, b) => b.postos - a.postos).slice(0, 2)
  const page = (address: string): [string, Find] => [address, () => pages.question(address, '')]
  return [
    ['/gasolina/api/', () => readers.documentacao({}, '')],
    ['/gasolina/api/precos', () => readers.precos({}, '')],
    ['/gasolina/api/estatisticas', () => readers.estatisticas({}, '')],
    ...slugs.flatMap((slug): [string, Find][] => [
      [`/gasolina/api/precos?combustivel=${slug}`, () => readers.precos({}, `?combustivel=${slug}`)],
      [`/gasolina/dados/${slug}.json`, () => readers.arquivoJson({ slug }, '')],
      [`/gasolina/dados/${slug}.csv`, () => readers.arquivoCsv({ slug }, '')],
    ]),
    ['/gasolina/dados/index.json', () => readers.catalogo({}, '')],
    page('/gasolina/'),
    ...slugs.flatMap((slug) =>
      ['', ...largest.map((town) => `${slugOf(town)}/`)].map((town) => page(`/gasolina/${slug}/${town}`)),
    ),
  ]
}
