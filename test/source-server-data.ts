import type { Slug } from '../src/domain/facts/fuels.ts'
import { HOUR, MINUTE } from '../src/domain/basics/time.ts'

/** One sale the test source may show. */
export interface TestSale {
  cnpj: string
  combustivel: Slug
  codigo: string
  /** Milliseconds since the epoch; shown as UTC. */
  em: number
  valorDeclarado: number
  /** `valorDeclarado` when absent. */
  valorVenda?: number
  descricao?: string
  unidadeMedida?: string
  /** From when the source shows it; from `em` when absent. */
  visivelDesde?: number
}

/** A station as the source writes it; keys may be absent. */
export interface TestStation {
  cnpj: string
  razaoSocial: string
  nomeFantasia?: string
  telefone?: string
  endereco: Record<string, unknown> & { codigoIBGE: number; municipio: string }
}

const TOWNS = [
  {
    codigoIBGE: 2704302,
    municipio: 'MACEIO',
    bairro: 'PONTA VERDE',
    latitude: -9.66,
    longitude: -35.703,
    stations: 12,
  },
  {
    codigoIBGE: 2700300,
    municipio: 'ARAPIRACA',
    bairro: 'CENTRO',
    latitude: -9.755,
    longitude: -36.661,
    stations: 5,
  },
  {
    codigoIBGE: 2706703,
    municipio: 'PENEDO',
    bairro: 'CENTRO',
    latitude: -10.287,
    longitude: -36.582,
    stations: 2,
  },
  {
    codigoIBGE: 2700805,
    municipio: 'BELEM',
    bairro: 'CENTRO',
    latitude: -9.57,
    longitude: -36.49,
    stations: 1,
  },
]
const PRICES = [
  ['gasolina-comum', 6.5],
  ['alcool', 5],
  ['diesel-aditivado', 7],
] as const

/** Twenty stations; every third has no point, every fourth neither trade name nor telephone. */
export function testStations(): TestStation[] {
  return TOWNS.flatMap((town) => Array.from({ length: town.stations }, () => town)).map(station)
}

function station(town: (typeof TOWNS)[number], i: number): TestStation {
  return {
    cnpj: testCnpj(i),
    razaoSocial: `POSTO DE TESTE ${i}  LTDA`,
    ...(i % 4 === 3 ? {} : { nomeFantasia: `Posto Teste ${i}`, telefone: '(82) 00000000' }),
    endereco: {
      nomeLogradouro: 'RUA DO TESTE',
      numeroImovel: i % 2 ? 'S/N' : String(i),
      bairro: town.bairro,
      cep: '57000000',
      codigoIBGE: town.codigoIBGE,
      municipio: town.municipio,
      latitude: i % 3 === 2 ? 0 : town.latitude + i / 1000,
      longitude: i % 3 === 2 ? 0 : town.longitude,
    },
  }
}

/** The CNPJ of the n-th test station. */
export function testCnpj(n: number): string {
  return `0000000${String(n).padStart(2, '0')}00100`
}

/** Petrol, álcool and S10 at every station, GNV at the first, a second S10 product at the second: 62 sales. */
export function testSales(now: number): TestSale[] {
  const plain = testStations().flatMap(({ cnpj }, i) =>
    PRICES.map(([combustivel, base], fuel): TestSale => ({
      cnpj,
      combustivel,
      codigo: String(100 + fuel),
      em: now - HOUR - (i * 7 + fuel) * MINUTE,
      valorDeclarado: Math.round((base + i * 0.02) * 100) / 100,
    })),
  )
  return [
    ...plain,
    { cnpj: testCnpj(0), combustivel: 'gnv', codigo: '6', em: now - 2 * HOUR, valorDeclarado: 4.19 },
    {
      cnpj: testCnpj(1),
      combustivel: 'diesel-aditivado',
      codigo: '205',
      em: now - 5 * HOUR,
      valorDeclarado: 7.2,
    },
  ]
}
