import { contraryWords } from '../../format/words/invoice-words.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import type { OutroProduto, PostoServido } from '../../domain/answers/shared-schemas.ts'
import { fuelReference, judge, newestProductFirst, newestPerStation } from '../../domain/trust/judging.ts'
import { toThousandths } from '../../domain/basics/numbers.ts'
import { createPlacesGrid } from '../../domain/geo/places-grid.ts'
import type { Atual, MedianaDoDia } from '../../domain/state/commit-state.ts'
import { compareTexts } from '../../domain/basics/text.ts'
import { toMs } from '../../domain/basics/time.ts'
import { createEntryBytes } from '../../format/json/entry-bytes.ts'
import { lazily } from '../../domain/basics/memoize.ts'
import type { Station } from '../../domain/state/stations.ts'

/** A fuel's entries with what selections compare, column by column; position i is entry i everywhere. */
export type FuelList = ReturnType<typeof listFuel> extends Generator<void, infer L> ? Readonly<L> : never

/** Entries between two yields to the event loop: some milliseconds. */
const SLICE = 4000

/** `atuais` by CNPJ. It yields to the event loop: 42,000 stations, eighty times the state, take 0.9 s, the state's 525 take 25 ms. */
export function* listFuel(
  slug: Slug,
  atuais: readonly Atual[],
  stations: ReadonlyMap<string, Station>,
  medianas: readonly MedianaDoDia[],
) {
  const newest = newestPerStation(atuais)
  const products = groupBy(atuais, ({ cnpj }) => cnpj)
  yield
  const reference = fuelReference(newest, medianas)
  yield
  const rows: Row[] = []
  for (const atual of newest) {
    const station = stations.get(atual.cnpj)
    if (!station) continue
    rows.push({ station, entry: toEntry(atual, station.posto, products.get(atual.cnpj) ?? [], reference) })
    if (rows.length % SLICE === 0) yield
  }
  const sorted = yield* cheapestFirst(rows)
  const entries: readonly Entrada[] = Object.freeze(sorted.map(({ entry }) => entry))
  const suspect = Uint8Array.from(entries, (e) => (e.suspeito ? 1 : 0))
  yield
  const contrary = Uint8Array.from(entries, (e) => (contraryWords(slug, e.produto) ? 1 : 0))
  const all: readonly number[] = entries.map((_, at) => at)
  const believed: readonly number[] = all.filter((at) => !suspect[at])
  yield
  const soldAt = Float64Array.from(entries, (e) => toMs(e.produto.venda.dataVenda))
  yield
  const grid = createPlacesGrid(entries.map((e) => e.estabelecimento.endereco.localizacao))
  yield
  const probable = Int32Array.from(entries, (e) => toThousandths(e.precoProvavel))
  // Not the rows themselves, which nothing else needs.
  const ofEntries = sorted.map(({ station }) => station)
  const districts = lazily(() => groupBy(all, (at) => ofEntries[at]?.districtKey))
  const municipalities = lazily(() => groupBy(all, (at) => ofEntries[at]?.codigoIBGE))
  yield
  const positions = new Map<string, number>()
  for (const at of all) positions.set(entries[at]?.estabelecimento.cnpj ?? '', at)
  yield
  return {
    /** Cheapest first; ties: newest sale, then CNPJ. Suspects included and marked. Frozen. */
    entries,
    /** Every position, and those of the entries that are no suspects; ascending. */
    all,
    believed,
    /** Prices in thousandths of a real. */
    price: Int32Array.from(entries, priceOf),
    probable,
    /** Every position, by probable price; ties: newest sale, then the list's order. */
    byProbable: lazily((): readonly number[] => all.toSorted(likeliestFirst({ probable, soldAt }))),
    soldAt,
    suspect,
    /** Where the invoice's words are of another fuel. */
    contrary,
    /** Index by which stations around a point or a route are found. */
    grid,
    json: createEntryBytes(entries),
    /** Ascending positions of a district's stations, whatever the municipality. */
    inDistrict: (key: string): readonly number[] => districts().get(key) ?? [],
    inMunicipality: (codigoIBGE: number): readonly number[] => municipalities().get(codigoIBGE) ?? [],
    positionOf: (cnpj: string) => positions.get(cnpj),
  }
}

interface Row {
  station: Station
  entry: Entrada
}

/** `products`: all of the station under the fuel, `atual` among them. */
function toEntry(
  atual: Atual,
  estabelecimento: PostoServido,
  products: readonly Atual[],
  reference: number | null,
): Entrada {
  const { suspeito, ...support } = judge(atual, reference)
  const others =
    products.length > 1 ? products.filter((other) => other !== atual).toSorted(newestProductFirst) : []
  return Object.freeze({
    produto: atual.produto,
    ...(others.length > 0 && { outros: others.map((other) => toOther(other, reference)) }),
    ...(suspeito && { suspeito }),
    estabelecimento,
    ...support,
  })
}

function toOther(atual: Atual, reference: number | null): OutroProduto {
  return { ...atual.produto, produto: atual.produto, ...judge(atual, reference) }
}

/** Few distinct prices: entries are grouped by price and each group is sorted, with yields between groups. */
function* cheapestFirst(rows: readonly Row[]): Generator<void, Row[]> {
  const ofPrice = groupBy(rows, ({ entry }) => priceOf(entry))
  yield
  const sorted: Row[] = []
  let since = 0
  for (const [, group] of [...ofPrice].toSorted(([a], [b]) => a - b)) {
    for (const row of group.toSorted(newestSaleFirst)) sorted.push(row)
    if ((since += group.length) < SLICE) continue
    since = 0
    yield
  }
  return sorted
}

/** Metres from the point of a question to the station at a position. */
export type MetresTo = (at: number) => number

/** Compares positions by probable price; ties: the nearest where there is a distance, then the newest sale. */
export function likeliestFirst(
  { probable, soldAt }: { probable: Int32Array; soldAt: Float64Array },
  metresTo: MetresTo = () => 0,
) {
  return (a: number, b: number): number =>
    (probable[a] ?? 0) - (probable[b] ?? 0) ||
    metresTo(a) - metresTo(b) ||
    (soldAt[b] ?? 0) - (soldAt[a] ?? 0)
}

function newestSaleFirst({ entry: a }: Row, { entry: b }: Row): number {
  return (
    compareTexts(b.produto.venda.dataVenda, a.produto.venda.dataVenda) ||
    compareTexts(a.estabelecimento.cnpj, b.estabelecimento.cnpj)
  )
}

function priceOf({ produto }: Entrada): number {
  return toThousandths(produto.venda.valorDeclarado)
}
