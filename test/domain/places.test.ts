import { believableTest, isInState } from '../../src/domain/alagoas/state.ts'
import { describe, expect, it } from 'vitest'
import { medianPoint } from '../../src/domain/geo/distances.ts'
import {
  asMunicipalityCode,
  isVague,
  municipalityKeys,
  placeKey,
} from '../../src/domain/places/place-names.ts'

describe('two spellings of one place', () => {
  it.each([
    ['PONTA VERDE', 'ponta verde'],
    ['PONTA VERDE', 'Ponta-Verde'],
    ['PONTA VERDE', '  pontaverde '],
    ['JARAGUÁ', 'jaragua'],
    ['TABULEIRO DO MARTINS', 'TAB.DOS MARTINS'],
    ['TABULEIRO DO MARTINS', 'Tab. dos Martins'],
    ['TABULEIRO DO MARTINS', 'tabuleiro dos martins'],
    ['CONJUNTO EUSTAQUIO GOMES', 'CJ. EUSTAQUIO GOMES'],
    ['CONJUNTO EUSTAQUIO GOMES', 'conj eustáquio gomes'],
    ['JARDIM PETROPOLIS', 'JD. PETRÓPOLIS'],
    ['SANTA LÚCIA', 'STA LUCIA'],
    ['SANTO AMARO', 'sto. amaro'],
    ['SÃO JORGE', 'S. JORGE'],
    ["OLHO D'AGUA DAS FLORES", 'olho dagua das flores'],
    ["OLHO D'AGUA DAS FLORES", "Olho d'Água das Flores"],
    ['POVOADO PAU D’ARCO', 'POV. PAU D ARCO'],
    ['GRUTA DE LOURDES', 'gruta lourdes'],
    ['MANGABEIRA', 'Mangabeiras'],
    ['POVOADO DO FRANCES', 'FRANCÊS'],
    ['LOTEAMENTO BARRA MAR', 'barra mar'],
    ['PREF ANTONIO LINS DE SOUZA', 'Antônio Lins de Souza'],
    ['FAROL', 'bairro do Farol'],
    ["OLHO D'AGUA DOS CAZUZINHAS", 'OLHO D AGUA DOS CAZUZINHOS'],
  ])('%s is %s', (a, b) => {
    expect(placeKey(a)).toBe(placeKey(b))
  })

  it.each([
    ['SANTA LUCIA', 'SANTA AMELIA'],
    ['PONTA VERDE', 'PONTA GROSSA'],
    ['PETROPOLIS', 'JARDIM PETROPOLIS'],
    ['SANTO AMARO', 'SANTA MARIA'],
    ['VILA S', 'VILA SAO'],
    ['RUI PALMEIRA', 'SENADOR RUI PALMEIRA'],
  ])('%s is not %s', (a, b) => {
    expect(placeKey(a)).not.toBe(placeKey(b))
  })

  it('keeps a name made of connectives only', () => {
    expect(placeKey('DO')).toBe('DO')
  })
})

it.each([
  ['2704302', 2704302],
  [' 2704302 ', 2704302],
  ['270430', undefined],
  ['27043021', undefined],
  ['maceio', undefined],
])('%s as an IBGE code', (text, expected) => {
  expect(asMunicipalityCode(text)).toBe(expected)
})

it('knows every municipality by its accented and by its source name', () => {
  expect(municipalityKeys().get(placeKey('Maceió'))).toBe(2704302)
  expect(municipalityKeys().get(placeKey("OLHO D'AGUA GRANDE"))).toBe(2705903)
  expect(new Set(municipalityKeys().values()).size).toBe(102)
})

it.each([
  ['ZONA RURAL', true],
  ['', true],
  ['Zona Rural.', true],
  ['CENTRO', false],
])('%s says nothing of where: %s', (name, expected) => {
  expect(isVague(placeKey(name))).toBe(expected)
})

describe('declared points', () => {
  const maceio = believableTest(2704302, [])

  it.each([
    ['in town', -9.66, -35.7, true],
    ['12 km up the coast', -9.562, -35.656, true],
    ['the next town', -9.755, -36.661, false],
    ['another state', -12.607, -39.062, false],
    ['nowhere', 0, 0, false],
  ])('%s', (_, latitude, longitude, expected) => {
    expect(maceio({ latitude, longitude })).toBe(expected)
  })

  it('near the middle of at least five of the municipality are believed, of four not', () => {
    const far = { latitude: -9.3, longitude: -36.2 }
    expect(
      believableTest(
        2704302,
        Array.from({ length: 5 }, () => far),
      )(far),
    ).toBe(true)
    expect(
      believableTest(
        2704302,
        Array.from({ length: 4 }, () => far),
      )(far),
    ).toBe(false)
  })

  it('at the far end of a municipality are near the middle of its others', () => {
    const ipioca = { latitude: -9.496, longitude: -35.583 }
    const others = Array.from({ length: 9 }, () => ({ latitude: -9.6, longitude: -35.73 }))
    expect(maceio(ipioca)).toBe(false)
    expect(believableTest(2704302, others)(ipioca)).toBe(true)
  })

  it('of a municipality nobody knows are believed inside the state', () => {
    expect(believableTest(2799999, [])({ latitude: -9.3, longitude: -36.2 })).toBe(true)
    expect(believableTest(2799999, [])({ latitude: -8, longitude: -34.9 })).toBe(false)
  })

  it('outside the state are outside on every side', () => {
    const inside = { latitude: -9.6, longitude: -36.5 }
    expect(isInState(inside)).toBe(true)
    for (const wrong of [
      { latitude: -10.56 },
      { latitude: -8.74 },
      { longitude: -38.31 },
      { longitude: -35.09 },
    ])
      expect(isInState({ ...inside, ...wrong })).toBe(false)
  })
})

it('the median point takes each axis by itself', () => {
  expect(
    medianPoint([
      { latitude: -9, longitude: -36 },
      { latitude: -9.2, longitude: -35 },
      { latitude: -9.1, longitude: -35.5 },
    ]),
  ).toEqual({ latitude: -9.1, longitude: -35.5 })
  expect(medianPoint([])).toBeNull()
})
