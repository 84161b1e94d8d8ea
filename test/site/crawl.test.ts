import { beforeAll, describe, expect, it } from 'vitest'
import { type World, worldToRead } from '../http/fixture.ts'
import { PAGES, addressesOf } from './addresses.ts'
import { ask, linksOf } from './ask.ts'

let world: World

beforeAll(async () => {
  world = await worldToRead()
})

describe('a full site', () => {
  it('has no link that leads nowhere: every address below the base, from one of each kind of page to the last', async () => {
    const seen = new Set((await addressesOf(world, PAGES)).map((path) => `/base${path}`))
    const broken: string[] = []
    let pages = 0
    for (const address of seen) {
      const { status, headers, text } = await ask(world.http, address.slice('/base'.length))
      if (status !== 200) broken.push(`${status} ${address}`)
      if (!headers.get('content-type')?.startsWith('text/html')) continue
      pages++
      for (const link of linksOf({ text })) {
        const [target = ''] = link.split('#')
        // The other periods of a station's page have the links of the first: those of one station in ten are followed.
        if (/\/posto\/\d+[1-9]\/\?dias=/.test(target)) continue
        if (link.startsWith('#') || !link.startsWith('/')) {
          if (!/^(?:#|geo:|tel:|feed:|https:)/.test(link)) broken.push(`${link} in ${address}`)
        } else if (target.startsWith('/base/')) seen.add(target)
        else broken.push(`${link} in ${address}, outside the base`)
      }
    }
    expect(broken).toEqual([])
    // 612 towns by fuel and their later pages, 102 towns, 527 stations, and the rest.
    expect(pages).toBeGreaterThan(1300)
  })
})
