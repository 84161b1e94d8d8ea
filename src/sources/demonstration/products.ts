import { type Slug, combustiveis, fuelOf } from '../../domain/facts/fuels.ts'
import { HOUR } from '../../domain/basics/time.ts'
import { chance, chanceInteger, choose, draw } from './chance.ts'
import { MACEIO } from '../../domain/alagoas/known-places.ts'
import figures from './figures.json' with { type: 'json' }
import type { InventedStation } from './stations.ts'
import words from './invented-names.json' with { type: 'json' }

export type InventedProduct = ReturnType<typeof product>

const SECOND_PRODUCTS = [
  { combustivel: 'diesel-aditivado', count: 44, descricao: 'DIESEL B S10 ADITIVADO', surcharge: 0.15 },
  { combustivel: 'gasolina-aditivada', count: 7, descricao: 'GASOLINA PREMIUM', surcharge: 0.5 },
] as const
const { descriptions, units } = words
const MAX_PERIOD = 108 * HOUR

/** All products: as many stations per fuel as in reality, some with two products of one fuel. */
export function buildProducts(stations: readonly InventedStation[]): InventedProduct[] {
  const withPetrol = draw(stations, 503, 41)
  const petrol = new Set(withPetrol)
  const sellers: Record<Slug, InventedStation[]> = {
    'gasolina-comum': withPetrol,
    'gasolina-aditivada': draw(withPetrol, 357, 42, (s) => (s.codigoIBGE === MACEIO ? -0.4 : 0)),
    alcool: draw(withPetrol, 443, 43),
    'diesel-comum': draw(stations, 51, 44, (s) => (s.codigoIBGE === MACEIO ? 0.5 : 0)),
    'diesel-aditivado': draw(stations, 487, 45, (s) => (petrol.has(s) ? 0 : -1)),
    gnv: Object.entries(figures.stationsWithGnv).flatMap(([code, count]) => {
      const inTown = stations.filter((s) => s.codigoIBGE === Number(code))
      return draw(inTown, count, 46)
    }),
  }
  const plain = combustiveis.flatMap(({ slug }) => sellers[slug].map((station) => product(station, slug)))
  const second = SECOND_PRODUCTS.flatMap((kind) =>
    draw(sellers[kind.combustivel], kind.count, 47).map((station) =>
      product(station, kind.combustivel, kind),
    ),
  )
  return [...plain, ...second]
}

function product(station: InventedStation, combustivel: Slug, second?: (typeof SECOND_PRODUCTS)[number]) {
  const { codigoOrigem, unidade } = fuelOf(combustivel)
  const kind = codigoOrigem + (second ? 10 : 0)
  const seed = Math.floor(chance(station.seed, kind, 51) * 0x7fff_ffff)
  return {
    station,
    combustivel,
    seed,
    // The last digits keep a station's products apart: a code is unique only within its station.
    codigo: String(chanceInteger(1, 80, seed, 52) * 100 + kind),
    descricao: second?.descricao ?? choose(descriptions[combustivel], seed, 53),
    unidadeMedida: choose(unidade === 'M3' ? units.cubicMetres : units.litres, seed, 54),
    /** Milliseconds between two sales. */
    period: second ? chanceInteger(8, 40, seed, 48) * HOUR : period(seed),
    /** Price above the fuel's plain product, in reais. */
    surcharge: second?.surcharge ?? 0,
  }
}

/** Most pumps sell every few hours; a few only every few days. */
function period(seed: number): number {
  const kind = chance(seed, 0, 55)
  const share = chance(seed, 0, 56)
  if (kind < 0.86) return Math.round((1.5 + 3 * share) * HOUR)
  if (kind < 0.97) return Math.round((4 + 5 * share) * HOUR)
  return Math.round(12 * HOUR + share ** 3 * (MAX_PERIOD - 12 * HOUR))
}
