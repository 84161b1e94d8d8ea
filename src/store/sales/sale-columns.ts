import type { Slug } from '../../domain/facts/fuels.ts'
import type { Venda } from '../../domain/facts/sale-record.ts'
import { lowerBound } from '../../domain/basics/lists.ts'
import { SECOND, instante, toMs } from '../../domain/basics/time.ts'
import { type LogRow, toSale } from './sale-rows.ts'

/** The sales of one month in columns: 283,000 of them take about 10 MB, as objects they would take over 60. */
export function createSaleColumns() {
  // Empty: an index of a month without parts is made for each question about it.
  let seconds = new Uint32Array()
  let fuels = new Uint8Array()
  let codes = new Uint32Array()
  let declared = new Float64Array()
  let paid = new Float64Array()
  let size = 0
  const rowsOf = new Map<string, number[]>()
  /** Corrections by row; few sales correct others. */
  const corrections = new Map<number, LogRow[6]>()
  const slugs = createWords()
  const codigos = createWords()

  return { stations: (): string[] => [...rowsOf.keys()], add, ofStation, newestOf }

  function add([cnpj, combustivel, codigo, dataVenda, valorDeclarado, valorVenda, correcao]: LogRow): void {
    if (size === seconds.length) grow()
    seconds[size] = toMs(dataVenda) / SECOND
    fuels[size] = slugs.numberOf(combustivel)
    codes[size] = codigos.numberOf(codigo)
    declared[size] = valorDeclarado
    paid[size] = valorVenda
    if (correcao) corrections.set(size, correcao)
    const rows = rowsOf.get(cnpj)
    if (rows) rows.push(size)
    else rowsOf.set(cnpj, [size])
    size++
  }

  /** Sales of one station between two instants in milliseconds, in no order, repeats included. */
  function ofStation(cnpj: string, fromMs = 0, untilMs = Infinity): Venda[] {
    const rows = rowsOf.get(cnpj) ?? []
    return rows.filter((row) => msOf(row) >= fromMs && msOf(row) <= untilMs).map((row) => saleOf(cnpj, row))
  }

  /** Sales of them that may be the newest of their fuel at one of these moments: the newest of each stretch between two moments. */
  function newestOf(cnpj: string, moments: readonly number[], fromMs: number): Venda[] {
    const newest = new Map<number, number[]>()
    for (const row of rowsOf.get(cnpj) ?? []) {
      const ms = msOf(row)
      const stretch = lowerBound(0, moments.length, (n) => (moments[n] ?? 0) < ms)
      if (ms < fromMs || stretch === moments.length) continue
      const key = stretch * slugs.count() + at(fuels, row)
      const known = newest.get(key)
      const order = known ? ms - msOf(known[0] ?? 0) : 1
      if (order > 0) newest.set(key, [row])
      else if (order === 0) known?.push(row)
    }
    return [...newest.values()].flatMap((rows) => rows.map((row) => saleOf(cnpj, row)))
  }

  function msOf(row: number): number {
    return at(seconds, row) * SECOND
  }

  function saleOf(cnpj: string, row: number): Venda {
    return toSale([
      cnpj,
      slugs.wordOf(at(fuels, row)) as Slug,
      codigos.wordOf(at(codes, row)),
      instante(msOf(row)),
      at(declared, row),
      at(paid, row),
      corrections.get(row),
    ])
  }

  function grow(): void {
    const length = Math.max(1024, size * 2)
    seconds = enlarge(new Uint32Array(length), seconds)
    fuels = enlarge(new Uint8Array(length), fuels)
    codes = enlarge(new Uint32Array(length), codes)
    declared = enlarge(new Float64Array(length), declared)
    paid = enlarge(new Float64Array(length), paid)
  }
}

type Column = Uint8Array | Uint32Array | Float64Array

function enlarge<C extends Column>(into: C, from: C): C {
  into.set(from)
  return into
}

function at(column: Column, row: number): number {
  return column[row] ?? 0
}

function createWords() {
  const numbers = new Map<string, number>()
  const words: string[] = []
  return {
    count: () => words.length,
    wordOf: (number: number) => words[number] ?? '',
    numberOf(word: string): number {
      const known = numbers.get(word)
      if (known !== undefined) return known
      numbers.set(word, words.length)
      return words.push(word) - 1
    },
  }
}
