import { describe, expect, it } from 'vitest'
import { combustiveis, fuelByAlias, fuelOf, isSlug, perFuel, slugs } from '../../src/domain/facts/fuels.ts'

it('there are six fuels, numbered as the source does', () => {
  expect(combustiveis.map(({ slug, codigoOrigem, unidade }) => [slug, codigoOrigem, unidade])).toEqual([
    ['gasolina-comum', 1, 'L'],
    ['gasolina-aditivada', 2, 'L'],
    ['alcool', 3, 'L'],
    ['diesel-comum', 4, 'L'],
    ['diesel-aditivado', 5, 'L'],
    ['gnv', 6, 'M3'],
  ])
})

describe('what people say', () => {
  it.each([
    ['etanol', 'alcool'],
    ['Álcool', 'alcool'],
    ['ETANOL HIDRATADO', 'alcool'],
    ['gasolina', 'gasolina-comum'],
    ['Gasolina Aditivada', 'gasolina-aditivada'],
    ['diesel', 'diesel-aditivado'],
    ['óleo diesel', 'diesel-aditivado'],
    ['s10', 'diesel-aditivado'],
    ['diesel S-10', 'diesel-aditivado'],
    ['s500', 'diesel-comum'],
    ['gás natural', 'gnv'],
    ['gas', undefined],
    [' 3 ', 'alcool'],
    ['gasolina_comum', 'gasolina-comum'],
    ['querosene', undefined],
    ['', undefined],
    ['7', undefined],
    ['constructor', undefined],
  ])('%s', (text, slug) => {
    expect(fuelByAlias(text)?.slug).toBe(slug)
  })

  it('never means two fuels', () => {
    const all = combustiveis.flatMap((c): string[] => [c.slug, String(c.codigoOrigem)].concat(c.apelidos))
    expect(new Set(all).size).toBe(all.length)
  })
})

it('a slug is one of the six and nothing else', () => {
  expect(slugs.every(isSlug)).toBe(true)
  expect(['etanol', 'GNV', '__proto__', ''].some(isSlug)).toBe(false)
  expect(Object.keys(perFuel(({ nome }) => nome))).toEqual(slugs)
  expect(slugs.map((slug) => fuelOf(slug).slug)).toEqual(slugs)
})
