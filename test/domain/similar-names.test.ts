import { expect, it } from 'vitest'
import { placeWords } from '../../src/domain/places/place-names.ts'
import { namesLike, namesWith } from '../../src/domain/places/similar-names.ts'

const names = [
  'Tabuleiro do Martins',
  'Ponta Verde',
  'Ponta Grossa',
  'Pontal da Barra',
  'Centro',
  'Rural',
  'Mangabeiras',
  'Porto da Rua',
].map((nome) => ({ nome, words: placeWords(nome) }))

it.each([
  ['tabuleiro', ['Tabuleiro do Martins']],
  ['martins', ['Tabuleiro do Martins']],
  ['ponta', ['Ponta Verde', 'Ponta Grossa']],
  ['pont', ['Ponta Verde', 'Ponta Grossa', 'Pontal da Barra']],
  ['po', []],
  ['rua', []],
])('%s is half of %j', (text, expected) => {
  expect(namesWith(placeWords(text), names).map(({ nome }) => nome)).toEqual(expected)
})

it.each([
  ['ponta vrde', ['Ponta Verde']],
  ['centor', ['Centro']],
  ['cetro', ['Centro']],
  ['UFAL', []],
  ['massagueira', []],
  ['poco da pedra branca', []],
  ['xyzw', []],
])('%s is nearly %j', (text, expected) => {
  expect(namesLike(placeWords(text), names).map(({ nome }) => nome)).toEqual(expected)
})
