import type { Entrada, PostoServido } from '../domain/answers.ts'
import { confirmationOf } from '../domain/confirmation.ts'
import { toThousandths } from '../domain/numbers.ts'
import { isConfirmed, referenceOf, screen } from '../domain/screening.ts'
import type { Atual } from '../domain/state.ts'
import { toMs } from '../domain/time.ts'
import { lazily } from './lazily.ts'
import type { Station } from './stations.ts'

/** A fuel's entries with what selections compare, column by column; position i is entry i everywhere. */
export interface FuelList {
  /** Cheapest first; ties: newest sale, then CNPJ. Suspects included. */
  readonly entries: readonly Entrada[]
  /** The same without suspects; the same array when there is none. */
  readonly believed: readonly Entrada[]
  /** The median by which prices were screened, in reais; null when nothing was known. */
  readonly reference: number | null
  readonly price: Int32Array
  readonly soldAt: Float64Array
  readonly suspect: Uint8Array
  readonly latitude: Float64Array
  /** NaN, as the latitude, when the station has no place at all. */
  readonly longitude: Float64Array
  /** Ascending positions of a district's stations, whatever the municipality. */
  inDistrict(key: string): readonly number[]
  inMunicipality(codigoIBGE: number): readonly number[]
  positionOf(cnpj: string): number | undefined
}

/** `atuais` as a commit holds them: by CNPJ. Sales of a station that is not among `stations` cannot occur and are skipped. */
export function listFuel(
  atuais: readonly Atual[],
  stations: ReadonlyMap<string, Station>,
  lastMedian: number | null,
): FuelList {
  const newest = newestPerStation(atuais)
  const reference = referenceOf(
    newest.map((atual) => atual.produto.venda.valorDeclarado),
    lastMedian,
  )
  const rows = newest
    .flatMap((atual) => {
      const station = stations.get(atual.cnpj)
      return station ? [{ station, entry: toEntry(atual, station.posto, reference) }] : []
    })
    .toSorted((a, b) => cheapestFirst(a.entry, b.entry))
  const entries = rows.map(({ entry }) => entry)
  const believed = entries.filter((entry) => !entry.suspeito)
  const districts = lazily(() => positionsBy(rows, ({ station }) => station.districtKey))
  const municipalities = lazily(() => positionsBy(rows, ({ station }) => station.codigoIBGE))
  const positions = lazily(() => new Map(entries.map((e, at) => [e.estabelecimento.cnpj, at] as const)))
  return {
    entries: Object.freeze(entries),
    believed: believed.length === entries.length ? entries : Object.freeze(believed),
    reference,
    price: Int32Array.from(entries, (e) => toThousandths(e.produto.venda.valorDeclarado)),
    soldAt: Float64Array.from(entries, (e) => toMs(e.produto.venda.dataVenda)),
    suspect: Uint8Array.from(entries, (e) => (e.suspeito ? 1 : 0)),
    latitude: Float64Array.from(entries, (e) => e.estabelecimento.endereco.localizacao?.latitude ?? NaN),
    longitude: Float64Array.from(entries, (e) => e.estabelecimento.endereco.localizacao?.longitude ?? NaN),
    inDistrict: (key) => districts().get(key) ?? [],
    inMunicipality: (codigoIBGE) => municipalities().get(codigoIBGE) ?? [],
    positionOf: (cnpj) => positions().get(cnpj),
  }
}

/** Newest sale first; of two products sold in the same second the cheaper, then the lower code. */
export function newestFirst(a: Atual, b: Atual): number {
  return (
    compare(b.produto.venda.dataVenda, a.produto.venda.dataVenda) ||
    a.produto.venda.valorDeclarado - b.produto.venda.valorDeclarado ||
    compare(a.produto.codigo, b.produto.codigo)
  )
}

function newestPerStation(atuais: readonly Atual[]): Atual[] {
  const newest = new Map<string, Atual>()
  for (const atual of atuais) {
    const known = newest.get(atual.cnpj)
    if (!known || newestFirst(atual, known) < 0) newest.set(atual.cnpj, atual)
  }
  return [...newest.values()]
}

function toEntry(atual: Atual, estabelecimento: PostoServido, reference: number | null): Entrada {
  const { produto } = atual
  const { dataVenda, valorDeclarado } = produto.venda
  const confirmacao = Object.freeze(confirmationOf(atual.corrida))
  const suspeito = screen(valorDeclarado, isConfirmed(dataVenda, confirmacao), reference)
  return Object.freeze({
    produto,
    ...(suspeito && { suspeito: Object.freeze(suspeito) }),
    estabelecimento,
    confirmacao,
  })
}

function cheapestFirst(a: Entrada, b: Entrada): number {
  return (
    a.produto.venda.valorDeclarado - b.produto.venda.valorDeclarado ||
    compare(b.produto.venda.dataVenda, a.produto.venda.dataVenda) ||
    compare(a.estabelecimento.cnpj, b.estabelecimento.cnpj)
  )
}

function positionsBy<K>(
  rows: readonly { station: Station }[],
  keyOf: (row: { station: Station }) => K,
): Map<K, number[]> {
  const groups = new Map<K, number[]>()
  rows.forEach((row, position) => {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(position)
    else groups.set(key, [position])
  })
  return groups
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
