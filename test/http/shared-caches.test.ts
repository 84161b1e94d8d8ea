import { beforeAll, describe, expect, it } from 'vitest'
import { rotas } from '../../src/domain/questions/routes.ts'
import { PAGES, addressesOf } from '../site/addresses.ts'
import { type World, worldToRead } from './fixture.ts'

const UNTIL_NEXT = 'public, max-age=60, s-maxage=1800, stale-while-revalidate=60, stale-if-error=86400'
const A_MINUTE = 'public, max-age=60'
/** Addresses that no commit decides, or not alone. */
const OTHERS: Readonly<Record<string, string>> = {
  '/gasolina/api/situacao': A_MINUTE,
  '/gasolina/situacao/': A_MINUTE,
  '/gasolina/sw.js': A_MINUTE,
  '/favicon.ico': A_MINUTE,
  '/gasolina/api/openapi.json': UNTIL_NEXT,
  '/saude': 'no-store',
  '/gasolina/dados/historico/postos.csv': UNTIL_NEXT,
}
/** Of the thousand pages in the sitemap every so many is asked for: they are of the kinds in `PAGES`. */
const STRIDE = 12

let world: World

beforeAll(async () => {
  world = await worldToRead({ history: true })
})

/** By address, what shared caches are told. */
async function told(paths: readonly string[]) {
  const answers = await Promise.all(
    paths.map(async (path) => {
      const { status, headers } = await world.http.router.request(path)
      const [tag, cacheControl] = [headers.get('cache-tag'), headers.get('cache-control')]
      const isStrong = /^"[^"]+"$/.test(headers.get('etag') ?? '')
      const validators = isStrong && headers.has('last-modified') && headers.get('vary') === 'accept-encoding'
      return [path, { status, tag, cacheControl, validators }] as const
    }),
  )
  return Object.fromEntries(answers)
}

async function expected(paths: readonly string[]) {
  const { commit } = await world.query.situacao()
  return Object.fromEntries(
    paths.map((path) => {
      const tag = path in OTHERS ? 'gasolina' : `gasolina commit-${commit}`
      return [path, { status: 200, tag, cacheControl: OTHERS[path] ?? UNTIL_NEXT, validators: true }]
    }),
  )
}

describe('a shared cache is told how long, until what, and the name of the commit', () => {
  it('by every route', async () => {
    const { ate } = await world.query.mudancas({ desde: 'agora', limite: 1, suspeitos: 'omitir' })
    const templates = rotas.flatMap(({ caminho, exemplos }) =>
      caminho.includes('{') ? exemplos : [caminho, ...exemplos],
    )
    const filled = templates.map((path) => path.replace('{slug}', 'gnv').replace('{cursor}', ate))
    const paths = await addressesOf(world, filled)
    expect(paths.length).toBeGreaterThan(rotas.length)
    expect(await told(paths)).toEqual(await expected(paths))
  })

  it('by every kind of page', async () => {
    const paths = await addressesOf(world, PAGES)
    expect(await told(paths)).toEqual(await expected(paths))
  })

  it('by the pages of the sitemap, and by files at fixed addresses', async () => {
    const sitemap = await (await world.http.router.request('/sitemap.xml')).text()
    const listed = [...sitemap.matchAll(/<loc>[^<]*?(\/gasolina\/[^<]*)<\/loc>/g)].map(
      ([, path = '']) => path,
    )
    const fixed = ['/robots.txt', '/llms.txt', '/sitemap.xml', '/favicon.ico', '/gasolina/sw.js']
    const paths = [...fixed, '/gasolina/manifest.webmanifest', '/gasolina/dados/gnv.min.json'].concat(
      listed.filter((_, n) => n % STRIDE === 0),
    )
    expect(paths.length).toBeGreaterThan(80)
    expect(await told(paths)).toEqual(await expected(paths))
  })

  it('by every redirect', async () => {
    const paths = ['/', '/gasolina/dados', '/gasolina', '/gasolina/dados/etanol.csv', '/gasolina/gasolina/']
    for (const path of paths) {
      const { status, headers } = await world.http.router.request(path)
      expect([path, status >= 300 && status < 400, headers.get('cache-tag')]).toEqual([
        path,
        true,
        'gasolina',
      ])
      expect(headers.get('cache-control')).toContain('max-age=')
    }
  })
})
