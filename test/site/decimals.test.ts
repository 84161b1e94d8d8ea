import { figuresOf } from '../../src/domain/answers/estatisticas.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { municipios } from '../../src/domain/alagoas/municipalities.ts'
import { cnpjOf, crowd, queryOver } from '../fixtures.ts'
import { slugOf } from '../../src/site/request/addresses.ts'
import { type World, createWorld } from '../http/fixture.ts'
import { PAGES, addressesOf } from './addresses.ts'
import { ask } from './ask.ts'

let world: World
/** Receipts have three decimals now and then. */
const USUAL = {
  usual: { valor: 6.195, vendas: 9 },
  precoProvavel: 6.195,
  duvida: { motivo: 'abaixo_do_usual' as const, usual: 6.195, vendas: 1 },
}
const HELD_BACK =
  'Gasolina comum: 9 vendas novas retidas, porque levariam a mediana de R$ 6,195 para R$ 7,30.'

beforeAll(async () => {
  world = await createWorld({
    spoil: (query) => ({
      ...query,
      async estatisticas(asked) {
        const answer = await query.estatisticas(asked)
        const fuel = figuresOf(answer.combustiveis, 'gasolina-comum')
        const maisBarato = fuel.maisBarato && { ...fuel.maisBarato, ...USUAL }
        return {
          ...answer,
          combustiveis: {
            ...answer.combustiveis,
            'gasolina-comum': { ...fuel, maisBarato, precoMinimoProvavel: 6.195 },
          },
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
    expect((await ask(world.http, '/gasolina/')).text).toContain('; o usual é R$\u00A06,20<')
    expect((await ask(world.http, '/gasolina/situacao/')).text).toContain('de R$\u00A06,20 para R$\u00A07,30')
  })
})

describe('prices that look alike', () => {
  it('have the places of their exact values among the towns, on the map and on their own pages', async () => {
    const medians = [6.7, 6.815, 6.82, 6.9]
    const pumps = municipios
      .slice(0, medians.length)
      .flatMap(({ codigoIBGE: cidade }, i) =>
        Array.from({ length: 3 }, () => ({ cidade, preco: medians[i] ?? 0 })),
      )
    const { query } = await queryOver(pumps)
    const { http } = await createWorld({ spoil: () => query })
    const { text } = await ask(http, '/gasolina/mapa/')
    const places = [...text.matchAll(/<span>(\d+º)<\/span>\s*<a[^>]*>.*?<b>R\$\u00A0(\d,\d\d)</gs)]
    expect(places.map(([, place, price]) => `${place} ${price}`)).toEqual([
      '1º 6,70',
      '2º 6,82',
      '3º 6,82',
      '4º 6,90',
    ])
    const [, , third, last] = await Promise.all(
      municipios
        .slice(0, 4)
        .map(async (town) => (await ask(http, `/gasolina/municipio/${slugOf(town)}/`)).text),
    )
    expect(third).toContain('3ª mais barata de 4 cidades')
    expect(last).toContain('A mais cara de 4 cidades')
  })

  it('differ as they are shown', async () => {
    const { query } = await queryOver([{ preco: 7.5, posto: 1 }, ...crowd(3, 7.595)])
    const { http } = await createWorld({ spoil: () => query })
    const { text } = await ask(http, `/gasolina/posto/${cnpjOf(1)}/`)
    expect(text).toContain('R$\u00A00,10 abaixo da mediana')
    const higher = await queryOver([{ preco: 7.69, posto: 1 }, ...crowd(3, 7.595)])
    const other = await createWorld({ spoil: () => higher.query })
    const { text: above } = await ask(other.http, `/gasolina/posto/${cnpjOf(1)}/`)
    expect(above).toContain('R$\u00A00,09 acima da mediana')
    const equal = await queryOver([{ preco: 7.6, posto: 1 }, ...crowd(3, 7.595)])
    const third = await createWorld({ spoil: () => equal.query })
    expect((await ask(third.http, `/gasolina/posto/${cnpjOf(1)}/`)).text).toContain('no estado, na mediana.')
  })
})

describe('a ratio given by the kilometres of a litre', () => {
  it('is shown in whole percents, and counts stations with more decimals, as does the form that it fills', async () => {
    // 8.4 / 11.5 is 0.7304, and 4.79 / 6.56 is 0.7302.
    const { query } = await queryOver([
      { posto: 1, preco: 6.56 },
      { posto: 1, preco: 4.79, combustivel: 'alcool' },
    ])
    const { http } = await createWorld({ spoil: () => query })
    const pageOf = async (search: string) => (await ask(http, `/gasolina/alcool-ou-gasolina/?${search}`)).text
    const text = await pageOf('alcool=8,4&gasolina=11,5&razao=0,7')
    expect(text).toContain('compensa em 1 de 1')
    expect(text).toContain('No seu carro, até 73\u00A0%')
    const [, filled = ''] = /id="razao"[^>]*value="([^"]+)"/.exec(text) ?? []
    expect(await pageOf(`razao=${filled}`)).toContain('compensa em 1 de 1')
    expect(await pageOf('razao=0,73')).toContain('compensa em 0 de 1')
  })
})

describe('a fold of equal prices', () => {
  it('that goes on at the next page counts every station that is not shown above it', async () => {
    const prices = [...Array<number>(9).fill(6.5), ...Array<number>(43).fill(6.79), 6.9, 6.95]
    const { query } = await queryOver(prices.map((preco) => ({ preco })))
    const { http } = await createWorld({ spoil: () => query })
    const foldsOf = async (page: string) => {
      const { text } = await ask(http, `/gasolina/gasolina-comum/maceio/${page}`)
      return [...text.matchAll(/<summary>\s*(Mais [^<]*?)\s*<\/summary>/g)].map(([, words]) => words)
    }
    expect(await foldsOf('')).toEqual([
      'Mais 7 postos a R$\u00A06,50',
      'Mais 41 postos a R$\u00A06,79 (39 nesta página)',
    ])
    expect(await foldsOf('2/')).toEqual([])
  })
})

describe('the legend of a map', () => {
  it('has each rounded price in one class alone', async () => {
    const medians = [6.7, 6.71, 6.784, 6.785, 6.79, 6.8, 6.81]
    const towns = municipios.slice(0, medians.length)
    const pumps = towns.flatMap(({ codigoIBGE: cidade }, i) =>
      Array.from({ length: 3 }, () => ({ cidade, preco: medians[i] ?? 0 })),
    )
    const { query } = await queryOver(pumps)
    const { http } = await createWorld({ spoil: () => query })
    const { text } = await ask(http, '/gasolina/mapa/')
    const legend = text.slice(text.indexOf('<ul class="legend">'), text.indexOf('</figcaption>'))
    const limits = legend.split('</li>').flatMap((line) => {
      const told = (line.match(/\d,\d\d/g) ?? []).map((price) => Number(price.replace(',', '.')))
      return told.length > 0 ? [{ from: told[0] ?? 0, to: told.at(-1) ?? 0 }] : []
    })
    expect(limits.length).toBeGreaterThan(1)
    for (const [at, { to }] of limits.slice(0, -1).entries())
      expect(to).toBeLessThan(limits[at + 1]?.from ?? 0)
  })
})
