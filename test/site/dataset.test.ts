import { describe, expect, it } from 'vitest'
import { slugs } from '../../src/domain/facts/fuels.ts'
import { HOUR } from '../../src/domain/basics/time.ts'
import { attributionOf, describeSource } from '../../src/format/words/source-words.ts'
import { createAddresses } from '../../src/site/request/addresses.ts'
import { fuelDataset, wholeDataset } from '../../src/site/discovery/schema-org.ts'
import { URL_BASE, createWorld } from '../http/fixture.ts'
import { ask } from './ask.ts'

interface Dataset {
  '@type': string
  name: string
  dateModified?: string
  distribution: { '@type': string; encodingFormat: string; contentUrl: string }[]
}

const world = await createWorld({ months: true })

async function datasetsOf(path: string): Promise<Dataset[]> {
  const { text } = await ask(world.http, path)
  return [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
    .map(([, data = '']): Dataset => JSON.parse(data) as Dataset)
    .filter((data) => data['@type'] === 'Dataset')
}

const FILES = ['application/json', 'text/csv', 'application/geo+json']

describe('data as a catalogue of data finds it', () => {
  it.each([
    ...slugs.map((slug) => [`/gasolina/${slug}/`, FILES] as const),
    ['/gasolina/desenvolvedores/', ['text/csv', 'application/json']] as const,
  ])('%s: existing files of the declared type; demonstration data is named so', async (path, kinds) => {
    const [dataset, ...others] = await datasetsOf(path)
    expect(others).toEqual([])
    expect(dataset?.name).toMatch(/^Demonstração: /)
    const { atualizadoEm } = await world.query.situacao()
    expect(dataset?.dateModified).toBe(atualizadoEm)
    expect(dataset?.distribution.map(({ encodingFormat }) => encodingFormat)).toEqual(kinds)
    for (const { contentUrl, encodingFormat } of dataset?.distribution ?? []) {
      expect(contentUrl.startsWith(`${URL_BASE}/`)).toBe(true)
      const { status, headers } = await ask(world.http, contentUrl.slice(URL_BASE.length))
      expect([status, headers.get('content-type')?.split(';')[0]]).toEqual([200, encodingFormat])
    }
  })

  it('is on the first page of a list alone, and not on pages without data of the state', async () => {
    for (const path of [
      '/gasolina/gasolina-comum/2/',
      '/gasolina/gasolina-comum/maceio/',
      '/gasolina/sobre/',
    ])
      expect(await datasetsOf(path)).toEqual([])
  })

  it('is there before the first collection, without a date', async () => {
    const { http } = await createWorld({ collected: false })
    const { status, text } = await ask(http, '/gasolina/desenvolvedores/')
    expect(status).toBe(200)
    expect(text).toContain('"@type":"Dataset"')
    expect(text).not.toContain('dateModified')
  })

  it('of real sales names the authority, the licence and the time covered', () => {
    const attribution = attributionOf({ fonte: 'sefaz', site: 'https://precos.example/' })
    const query = { source: () => ({ ...describeSource('sefaz', HOUR), oldAfter: 3 * HOUR }) }
    const site = { links: createAddresses(URL_BASE), attribution, query }
    const at = '2026-04-16T12:50:20-03:00'
    expect(fuelDataset('gnv', at, site)).toMatchObject({
      name: 'GNV em Alagoas: preço em cada posto',
      creator: { name: 'SEFAZ/AL, Economiza Alagoas' },
      publisher: { name: 'gasolina', url: `${URL_BASE}/gasolina/` },
      license: { name: attribution.licenca },
      creditText: attribution.atribuicao,
      isAccessibleForFree: true,
      temporalCoverage: '2026-04-06/2026-04-16',
      spatialCoverage: { name: 'Alagoas, Brasil' },
    })
    expect(wholeDataset(at, site)).toMatchObject({ temporalCoverage: '../2026-04-16' })
    expect(JSON.stringify(wholeDataset(at, site))).not.toMatch(/fictíci|demonstra/i)
  })
})
