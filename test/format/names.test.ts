import { describe, expect, it } from 'vitest'
import { districtOf, streetOf, titled, townOf } from '../../src/format/words/names.ts'

describe('names in capitals', () => {
  it.each([
    ['POSTO SAO JORGE LTDA', 'Posto Sao Jorge Ltda'],
    ['AUTO POSTO GPL III - CENTRO', 'Auto Posto GPL III - Centro'],
    ['A A MELO E CIA', 'A A Melo e Cia'],
    ['BR 101 KM 5', 'BR 101 Km 5'],
    ["OLHO D'AGUA DAS FLORES", "Olho d'Agua das Flores"],
    ['RUA A', 'Rua A'],
    ["POSTO'S HANNAH", "Posto's Hannah"],
  ])('%s is written %s', (name, written) => expect(titled(name)).toBe(written))

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

  it.each([
    [{ codigoIBGE: 2_704_302, municipio: 'MACEIO' }, 'Maceió'],
    [{ municipio: 'MACEIO' }, 'Maceió'],
    [{ codigoIBGE: 1, municipio: 'SAO JOSE' }, 'Sao Jose'],
  ])('the municipality %o is %s', (declared, written) => expect(townOf(declared)).toBe(written))

  it.each([
    [{ bairro: 'JATIUCA', municipio: 'MACEIO' }, 'Jatiúca'],
    [{ bairro: 'JATIUCA', codigoIBGE: 2704302 }, 'Jatiúca'],
  ])('the district %o is %s', (declared, written) => expect(districtOf(declared)).toBe(written))
})
