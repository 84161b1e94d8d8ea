import { describe, expect, it } from 'vitest'
import { readable, streetOf } from '../../src/site/words/names.ts'

describe('names in capitals', () => {
  it.each([
    ['POSTO SAO JORGE LTDA', 'Posto Sao Jorge Ltda'],
    ['AUTO POSTO GPL III - CENTRO', 'Auto Posto GPL III - Centro'],
    ['A A MELO E CIA', 'A A Melo e Cia'],
    ['BR 101 KM 5', 'BR 101 Km 5'],
  ])('%s is written %s', (name, written) => expect(readable(name)).toBe(written))

  it.each([
    ['RUA DO SOL', '365', 'Rua do Sol, 365'],
    ['AV EMIDIO DE LIMA,', '23', 'Av Emidio de Lima, 23'],
    ['ROD AL 110', 'S/N', 'Rod AL 110'],
    ['', '23', '23'],
    ['', 'SN', ''],
  ])('the street %s with the number %s is %s', (nomeLogradouro, numeroImovel, written) => {
    const endereco = { nomeLogradouro, numeroImovel } as Parameters<typeof streetOf>[0]['endereco']
    expect(streetOf({ endereco })).toBe(written)
  })
})
