import { beforeAll, describe, expect, it } from 'vitest'
import type { World } from '../http/fixture.ts'
import { createWorld } from '../http/fixture.ts'
import { PAGES, addressesOf } from './addresses.ts'
import { ask } from './ask.ts'

let world: World
/** Receipts have three decimals now and then. */
const USUAL = { usual: { valor: 6.195, vendas: 9 }, precoProvavel: 6.195 }
const HELD_BACK =
  'Gasolina comum: 9 vendas novas retidas, porque levariam a mediana de R$ 6,195 para R$ 7,30.'

beforeAll(async () => {
  world = await createWorld({
    spoil: (query) => ({
      ...query,
      async estatisticas(asked) {
        const answer = await query.estatisticas(asked)
        const fuel = answer.combustiveis['gasolina-comum']
        const maisBarato = fuel.maisBarato && { ...fuel.maisBarato, ...USUAL }
        return {
          ...answer,
          combustiveis: { ...answer.combustiveis, 'gasolina-comum': { ...fuel, maisBarato } },
        }
      },
      async situacao() {
        const answer = await query.situacao()
        return { ...answer, alertas: [...answer.alertas, HELD_BACK] }
      },
    }),
  })
})

describe('a price in reais', () => {
  it('has the two decimals of a pump on every page for drivers', async () => {
    const addresses = await addressesOf(world, PAGES)
    const found: string[] = []
    for (const address of addresses.filter((path) => !path.includes('desenvolvedores/'))) {
      const { text } = await ask(world.http, address)
      for (const [price] of text.matchAll(/R\$\s?\d[\d.]*(?:,\d*)?/g))
        if (!/,\d\d$/.test(price)) found.push(`${address} ${price}`)
    }
    expect(found).toEqual([])
    expect((await ask(world.http, '/gasolina/')).text).toContain('; o usual é R$\u00A06,20)')
    expect((await ask(world.http, '/gasolina/situacao/')).text).toContain('de R$\u00A06,20 para R$\u00A07,30')
  })
})
