import { describe, expect, it } from 'vitest'
import type { Cadastro } from '../../src/domain/registry/registry.ts'
import type { Posto } from '../../src/domain/state/commit-state.ts'
import { placeStations } from '../../src/domain/state/stations.ts'

const EM = '2026-04-16T12:00:00-03:00'
const PAJUCARA: Point = [-9.668, -35.715]
const ARAPIRACA: Point = [-9.755, -36.661]

type Point = readonly [latitude: number, longitude: number]

interface Made {
  declared?: Point
  registered?: Point
  bairro?: string
  rua?: string
}

/** Stations of Maceió, and where answers have them. */
function placed(stations: readonly Made[]) {
  const postos = stations.map(({ declared, bairro = 'PAJUCARA', rua }, at): Posto => ({
    estabelecimento: {
      cnpj: cnpjOf(at),
      razaoSocial: 'POSTO',
      nomeFantasia: 'POSTO',
      telefone: null,
      endereco: {
        nomeLogradouro: rua ?? `RUA ${at}`,
        numeroImovel: '1',
        bairro,
        cep: '57000000',
        codigoIBGE: 2704302,
        municipio: 'MACEIO',
        latitude: declared?.[0] ?? null,
        longitude: declared?.[1] ?? null,
      },
    },
    primeiraVenda: EM,
    ultimaVenda: EM,
  }))
  const cadastro: Cadastro = {
    origem: 'cadastro.json',
    em: EM,
    recusadas: 0,
    postos: stations.flatMap(({ registered }, at) =>
      registered
        ? [{ cnpj: cnpjOf(at), distribuidora: '', latitude: registered[0], longitude: registered[1] }]
        : [],
    ),
  }
  const work = placeStations(postos, cadastro)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value.map(({ posto: { endereco } }) => endereco)
  }
}

function cnpjOf(at: number): string {
  return String(at).padStart(14, '0')
}

describe('the point of a station in the registry', () => {
  it('is exact where the station declares none, and the declared fields stay empty', () => {
    const [endereco] = placed([{ registered: PAJUCARA }])
    expect(endereco).toMatchObject({
      latitude: null,
      longitude: null,
      localizacao: { precisao: 'exata', latitude: -9.668, longitude: -35.715, origem: 'anp' },
    })
  })

  it('is never used over a declared one that is believed', () => {
    const [endereco] = placed([{ declared: PAJUCARA, registered: [-9.667, -35.714] }])
    expect(endereco).toMatchObject({
      latitude: -9.668,
      localizacao: { origem: 'declarada', latitude: -9.668 },
    })
  })

  it('takes the place of a declared one in another town', () => {
    const [endereco] = placed([{ declared: ARAPIRACA, registered: PAJUCARA }])
    expect(endereco).toMatchObject({ latitude: null, localizacao: { precisao: 'exata', origem: 'anp' } })
  })

  it.each<[string, Point]>([
    ['another town', ARAPIRACA],
    ['the next town', [-9.55, -35.83]],
    ['another state', [-10.91, -37.05]],
    ['the sea', [-9.8, -35.2]],
  ])('in %s is not believed', (_, registered) => {
    const [endereco] = placed([{ registered }])
    expect(endereco?.localizacao?.origem).toBe('aproximada')
  })

  it('as near to another town as to its own is not believed', () => {
    // Ratios of the distances to the nearest points known of the capital and of another town: 0.3 and 0.9.
    const [clear, between] = [
      [-9.55, -35.76],
      [-9.545, -35.815],
    ].map(
      ([latitude = 0, longitude = 0]) =>
        placed([{ registered: [latitude, longitude], bairro: 'LOTEAMENTO' }])[0],
    )
    expect([clear?.localizacao?.origem, between?.localizacao?.origem]).toEqual(['anp', 'aproximada'])
  })

  it('of several stations in different streets is not believed, nor one that another station declares', () => {
    const [first, second, third] = placed([
      { registered: PAJUCARA },
      { registered: PAJUCARA },
      { registered: [-9.66, -35.703], bairro: 'PONTA VERDE' },
    ])
    expect([first, second, third].map((each) => each?.localizacao?.origem)).toEqual([
      'aproximada',
      'aproximada',
      'anp',
    ])
    const [declared, other] = placed([{ declared: PAJUCARA }, { registered: PAJUCARA }])
    expect([declared?.localizacao?.origem, other?.localizacao?.origem]).toEqual(['declarada', 'aproximada'])
  })

  it('far from its district is not believed', () => {
    const [endereco] = placed([{ registered: [-9.573, -35.763], bairro: 'PAJUCARA' }])
    expect(endereco?.localizacao?.origem).not.toBe('anp')
  })
})
