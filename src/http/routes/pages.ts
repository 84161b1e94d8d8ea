import { JSON_TYPE } from '../../format/json/answer-json.ts'
import type { Snapshot } from '../../query/lists/snapshot.ts'
import { bytesInTurns } from '../../domain/basics/event-loop.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { oncePer } from '../../domain/basics/memoize.ts'
import { slugs } from '../../domain/facts/fuels.ts'
import { type Asset, type Assets, findAsset } from '../../site/assets.ts'
import type { Html } from '../../site/markup/html.ts'
import type { Moved } from '../../site/request/page-interfaces.ts'
import type { Site } from '../../site/site.ts'
import { GasolinaError } from '../../errors.ts'
import type { Failure } from '../reply/replier.ts'
import { type Question, decode, readPairs } from '../reply/read-question.ts'
import { type Body, FOR_A_MINUTE, IMMUTABLE } from '../reply/resource.ts'

export type Pages = ReturnType<typeof createPages>

/** Content security policy: only our own files, no inline scripts, no frames. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

interface PagesDeps {
  site: Site
  assets: Assets
  /** Address of map tiles, with `{z}`, `{x}` and `{y}`: the only foreign origin. */
  tiles?: string | undefined
  current(): Snapshot | undefined
}

export function createPages({ site, assets, tiles, current }: PagesDeps) {
  const headers = headersWith(tiles)
  // One body per asset, so that its compressed forms and its date are kept.
  const [immutable, changing] = [bodiesWith(IMMUTABLE), bodiesWith(FOR_A_MINUTE)]
  const { sitemap, robots, llms, manifest } = site.discovery
  const text = 'text/plain; charset=utf-8'

  return {
    /** @throws {GasolinaError} what is wrong in the address. */
    async question(pathname: string, search: string): Promise<Question | Moved> {
      const found = await site.find(partsOf(pathname), gathered(readPairs(search)))
      if ('to' in found) return found
      const { key } = found
      return {
        key: key && `pagina ${key}`,
        async body() {
          const page = await writtenOfOneCommit(() => site.write(found))
          return key === undefined ? { ...bodyOf(page), cacheControl: FOR_A_MINUTE } : bodyOf(page)
        },
      }
    },
    /** Files at addresses fixed by convention. */
    files: new Map([
      ['/robots.txt', fixedFile('robots', text, robots)],
      ['/llms.txt', fixedFile('llms', text, llms)],
      ['/sitemap.xml', fixedFile('sitemap', 'application/xml; charset=utf-8', sitemap)],
      ['/favicon.ico', () => assetQuestion('icon.png')],
      [
        '/gasolina/manifest.webmanifest',
        fixedFile('manifesto', 'application/manifest+json; charset=utf-8', manifest),
      ],
      ['/gasolina/sw.js', () => assetQuestion('sw.js')],
      ...slugs.map((slug): [string, () => Question] => [
        `/gasolina/dados/${slug}.min.json`,
        fixedFile(`compacto ${slug}`, JSON_TYPE, () => site.nearby(slug)),
      ]),
    ]),
    failure: ({ corpo }: Failure, { pathname, search }: Pick<URL, 'pathname' | 'search'>) =>
      bodyOf(site.failure(corpo, { path: safePartsOf(pathname), search })),
    asset: assetQuestion,
  }

  function bodyOf({ markup }: Html): Body {
    return { tipo: 'text/html; charset=utf-8', pieces: [Buffer.from(markup)], headers }
  }

  function assetQuestion(name: string): Question {
    const asset = findAsset(assets, name)
    if (!asset)
      throw new GasolinaError('rota_nao_encontrada', 'Este arquivo não existe nesta versão do site.')
    // A name without this version's digest is another file in the next version.
    const body = asset.name === name ? immutable(asset) : changing(asset)
    return { key: undefined, body: async () => body }
  }

  /** A page uses several answers: if the commit changes in between, it is written again. */
  async function writtenOfOneCommit(write: () => Promise<Html>): Promise<Html> {
    for (;;) {
      const before = current()
      const page = await write()
      if (current() === before) return page
    }
  }
}

function bodiesWith(cacheControl: string): (asset: Asset) => Body {
  return oncePer(({ tipo, bytes }: Asset) => ({ tipo, pieces: [bytes], cacheControl }))
}

function headersWith(tiles: string | undefined): Body['headers'] {
  const images = tiles === undefined ? "'self'" : `'self' ${new URL(tiles).origin}`
  return [
    ['content-security-policy', `${POLICY}; img-src ${images}`],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['permissions-policy', 'geolocation=(self), camera=(), microphone=()'],
    ['cross-origin-opener-policy', 'same-origin'],
  ]
}

/** Segments after `/gasolina/`, or after the root for an address outside. */
function partsOf(pathname: string): string[] {
  return pathname
    .replace(/^\/(?:gasolina(?:\/|$))?/, '')
    .split('/')
    .map((part) => decode(part, 'endereço'))
}

function safePartsOf(pathname: string): string[] {
  try {
    return partsOf(pathname)
  } catch {
    return []
  }
}

/** Checkboxes of a form are sent one by one: `a=1&a=2` is `a=1,2`. */
function gathered(pairs: readonly [string, string][]): Map<string, string> {
  const byName = groupBy(pairs, ([name]) => name)
  return new Map([...byName].map(([name, same]) => [name, same.map(([, value]) => value).join(',')]))
}

/** A file decided by the commit alone, whole or in pieces. */
function fixedFile(key: string, tipo: string, write: () => Written | Promise<Written>): () => Question {
  async function body(): Promise<Body> {
    const written = await write()
    return { tipo, pieces: await bytesInTurns(typeof written === 'string' ? [written] : written) }
  }
  return () => ({ key: `arquivo ${key}`, body })
}

type Written = string | Iterable<string>
