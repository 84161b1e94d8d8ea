import { getIssues } from '@placemarkio/check-geojson'
import { beforeAll, describe, expect, it } from 'vitest'
import { slugs } from '../../src/domain/facts/fuels.ts'
import { cnpjOf, crowd, queryOver } from '../fixtures.ts'
import { createAsker } from './contract.ts'
import { worldToRead } from './fixture.ts'

let ask: Awaited<ReturnType<typeof createAsker>>['ask']

beforeAll(async () => {
  ask = (await createAsker((await worldToRead()).http)).ask
})

interface Feature {
  id: string
  geometry: { coordinates: [number, number] } | null
  properties: Record<string, unknown>
}

describe('a fuel on the map', () => {
  it.each(slugs)('%s: a validator finds nothing, and every entry of the JSON is there', async (slug) => {
    const { status, headers, text } = await ask(`/gasolina/dados/${slug}.geojson`)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/geo+json'])
    expect(getIssues(text)).toEqual([])
    const collection = JSON.parse(text) as { features: Feature[] }
    expect(collection).toMatchObject({
      type: 'FeatureCollection',
      demonstracao: true,
      aviso: expect.any(String),
    })
    const { features } = collection
    const { conteudo } = (await ask(`/gasolina/dados/${slug}.json`)).json as unknown as {
      conteudo: {
        estabelecimento: { cnpj: string; endereco: { latitude: number | null; longitude: number | null } }
        produto: { venda: { valorDeclarado: number } }
        suspeito?: { motivo: string }
      }[]
    }
    const told = new Map(features.map((feature) => [feature.id, feature]))
    expect(told.size).toBe(conteudo.length)
    expect(features.some(({ geometry }) => geometry === null)).toBe(true)
    for (const { estabelecimento, produto, suspeito } of conteudo) {
      const { latitude, longitude } = estabelecimento.endereco
      expect(told.get(estabelecimento.cnpj)).toMatchObject({
        geometry: latitude === null ? null : { type: 'Point', coordinates: [longitude, latitude] },
        properties: {
          valorDeclarado: produto.venda.valorDeclarado,
          suspeito: suspeito?.motivo ?? null,
        },
      })
    }
  })

  it('is named in the catalogue', async () => {
    const { mapas } = (await ask('/gasolina/dados/index.json')).json as { mapas?: { url: string }[] }
    expect(mapas?.map(({ url }) => url.split('/').at(-1))).toEqual(slugs.map((slug) => `${slug}.geojson`))
  })

  it('is refused with a parameter', async () => {
    const { status } = await ask('/gasolina/dados/gnv.geojson?dialeto=excel')
    expect(status).toBe(400)
  })
})

describe('what a file of thousands holds', () => {
  const hostile = '"},{"type":"Feature"</script>=cmd|\u2028'

  it('is whole, with names that would end the text', async () => {
    const { query } = await queryOver([...crowd(2500, 6), { posto: 1, preco: 6, nome: hostile }])
    const { pieces } = await query.geojson('gasolina-comum')
    const text = Buffer.concat(pieces).toString()
    expect(getIssues(text)).toEqual([])
    const { features } = JSON.parse(text) as { features: Feature[] }
    expect(features).toHaveLength(2501)
    expect(features.find(({ id }) => id === cnpjOf(1))?.properties['nomeFantasia']).toBe(hostile)
  })

  it('is a collection without features before the first sale of a fuel', async () => {
    const { query } = await queryOver(crowd(1, 6))
    const text = Buffer.concat((await query.geojson('gnv')).pieces).toString()
    expect(getIssues(text)).toEqual([])
    expect(JSON.parse(text)).toMatchObject({ features: [] })
  })
})
