import { describe, expect, it } from 'vitest'
import { clean, fold, nearest, quote } from '../../src/domain/basics/text.ts'

describe('a text of third parties is kept', () => {
  it.each([
    ['upper case and single-spaced', '  Posto   Sao\tJosé ', 'POSTO SAO JOSÉ'],
    ['without terminal escapes', '\u001B[31mPOSTO\u001B[0m A', 'POSTO A'],
    ['without control characters', 'A\u0000B\r\nC', 'A B C'],
    ['without direction marks', 'A\u202EB\u2066C', 'ABC'],
    ['without zero-width characters', 'A\u200BB\uFEFFC', 'ABC'],
    ['without Unicode tags', `A${String.fromCodePoint(0xe0041)}B`, 'AB'],
    ['with few marks on a letter', `A${'\u0301'.repeat(50)}`, `Á\u0301\u0301\u0301`],
    ['empty when nothing is left', '\u200B \u0007', ''],
  ])('%s', (_, text, expected) => {
    expect(clean(text)).toBe(expected)
  })

  it('no longer than 120 letters, whole ones', () => {
    expect(clean('A'.repeat(10_000))).toHaveLength(120)
    expect([...clean('😀'.repeat(200))]).toHaveLength(120)
  })
})

it.each([
  ["Olho d'Água das Flores", 'OLHO D AGUA DAS FLORES'],
  ['SÃO  JOSÉ', 'SAO JOSE'],
  ['nº 1', 'NO 1'],
  ['—', ''],
])('%s is compared as %s', (text, expected) => {
  expect(fold(text)).toBe(expected)
})

describe('the nearest', () => {
  it.each([
    ['gasolna', ['gasolina', 'gnv'], ['gasolina']],
    ['limit', ['limite', 'lat'], ['limite']],
    ['tab', ['tabuleiro', 'xyz'], ['tabuleiro']],
    ['cvs', ['csv', 'json'], ['csv']],
    ['sim', ['so', 'omitir'], []],
    ['pcos', ['precos', 'posto'], ['precos']],
    ['zzzzzz', ['gasolina'], []],
    ['', ['a'], []],
    ['!!', ['a'], []],
  ])('%s among %j', (word, candidates, expected) => {
    expect(nearest(word, candidates)).toEqual(expected)
  })

  it('are at most as many as asked, nearest first', () => {
    expect(nearest('poco', ['pocas', 'poco', 'poca'], 2)).toEqual(['poco', 'poca'])
  })
})

it('a quoted text is cut to 100 letters and printable', () => {
  expect(quote('a\u0000b\u202E')).toBe('a\uFFFDb\uFFFD')
  expect([...quote('x'.repeat(500))]).toHaveLength(100)
  expect(quote('x'.repeat(100))).toHaveLength(100)
})
