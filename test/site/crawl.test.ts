import { beforeAll, describe, expect, it } from 'vitest'
import { type World, worldToRead } from '../http/fixture.ts'
import { PAGES, addressesOf } from './addresses.ts'
import { ask, linksOf } from './ask.ts'

/** Followed of each kind of address, by the parts before a name or number and those of its question. */
const OF_A_KIND = 40

let world: World

beforeAll(async () => {
  world = await worldToRead()
})

describe('a full site', () => {
  it('has no link that leads nowhere: from one of each kind of page to forty addresses of every kind', async () => {
    const seen = new Set((await addressesOf(world, PAGES)).map((path) => `/base${path}`))
    const kinds = new Map<string, number>()
    const broken: string[] = []
    let pages = 0
    for (const address of seen) {
      const { status, headers, text } = await ask(world.http, address.slice('/base'.length))
      if (status !== 200) broken.push(`${status} ${address}`)
      if (!headers.get('content-type')?.startsWith('text/html')) continue
      pages++
      for (const link of linksOf({ text })) {
        const [target = ''] = link.split('#')
        if (link.startsWith('#') || !link.startsWith('/')) {
          if (!/^(?:#|geo:|tel:|feed:|https:)/.test(link)) broken.push(`${link} in ${address}`)
        } else if (target.startsWith('/base/')) follow(target)
        else broken.push(`${link} in ${address}, outside the base`)
      }
    }
    expect(broken).toEqual([])
    // Of six fuels forty towns, of the towns' own pages and of the stations as many, and the rest.
    expect(pages).toBeGreaterThan(350)

    function follow(target: string): void {
      if (seen.has(target)) return
      const kind = kindOf(target)
      const before = kinds.get(kind) ?? 0
      kinds.set(kind, before + 1)
      if (before < OF_A_KIND) seen.add(target)
    }
  })
})

/** `/base/gasolina/gnv/maceio/?ordenar=recente` is of the kind `/base/gasolina/gnv/?ordenar`. */
function kindOf(target: string): string {
  const { pathname, searchParams } = new URL(target, 'http://page')
  return [...pathname.split('/').slice(0, 4), '?', ...searchParams.keys()].join('/')
}
