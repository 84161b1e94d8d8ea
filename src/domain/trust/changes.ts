import type { TrechoDeMudanca } from '../answers/historico.ts'
import type { Mudanca } from '../answers/mudancas.ts'
import { type Slug, slugs } from '../facts/fuels.ts'
import { fuelReference, judge, newestProductFirst, newestPerStation, type Verdict } from './judging.ts'
import type { Estabelecimento } from '../facts/sale-record.ts'
import type { Atual, EstadoDosPrecos } from '../state/commit-state.ts'
import { slices } from '../basics/lists.ts'
import { compareTexts } from '../basics/text.ts'
import { rounded } from '../basics/numbers.ts'
import { DOUBTFUL_SALES, NEAR } from '../facts/rules.ts'

/**
 * Changes from one published state to the next: prices, flags and the product shown, never a mere newer sale. By fuel, CNPJ and
 * code; where a price and its flag change at once, the price first; `trocou` after the other rows of the station. Each row tells all
 * that holds after it, so rows may be applied to any state that lies on their way.
 */
export function changesBetween(before: EstadoDosPrecos, after: EstadoDosPrecos): Mudanca[] {
  return [...changesInSteps(before, after)].flat()
}

/** `changesBetween` in lists of some milliseconds each: everything known, of 42,000 stations, is 130,000 changes. */
export function* changesInSteps(before: EstadoDosPrecos, after: EstadoDosPrecos): Generator<Mudanca[]> {
  const stations = new Map<string, Estabelecimento>()
  for (const slice of slices(after.postos, SLICE)) {
    for (const { estabelecimento } of slice) stations.set(estabelecimento.cnpj, estabelecimento)
    yield []
  }
  for (const slug of slugs) {
    const known = yield* judgedProducts(before, slug)
    const now = yield* judgedProducts(after, slug)
    yield []
    const cnpjs = [...new Set([...known.keys(), ...now.keys()])].toSorted(compareTexts)
    yield []
    for (const slice of slices(cnpjs, SLICE))
      yield slice.flatMap((cnpj) => {
        const station = stations.get(cnpj)
        return station ? changesOf(slug, station, known.get(cnpj) ?? [], now.get(cnpj) ?? []) : []
      })
  }
}

/** Stations or products looked at in one step. */
const SLICE = 1000

interface Judged extends Verdict {
  atual: Atual
}

/** Products of each station, by CNPJ. */
function* judgedProducts({ atuais, medianas }: EstadoDosPrecos, slug: Slug) {
  const newest = newestPerStation(atuais[slug])
  yield []
  const reference = fuelReference(newest, medianas[slug])
  yield []
  // Grouped as they are judged: `groupBy` of 42,000 stations takes 20 ms in one step.
  const judged = new Map<string, Judged[]>()
  for (const slice of slices(atuais[slug], SLICE)) {
    for (const atual of slice) {
      const one = { atual, ...judge(atual, reference) }
      const others = judged.get(atual.cnpj)
      if (others) others.push(one)
      else judged.set(atual.cnpj, [one])
    }
    yield []
  }
  return judged
}

function changesOf(
  combustivel: Slug,
  station: Estabelecimento,
  before: readonly Judged[],
  after: readonly Judged[],
): Mudanca[] {
  const products = inPairs(before, after)
  const rows: Mudanca[] = []
  for (const [was, is] of products) {
    const told = is ?? was
    for (const tipo of [priceChange(priceOf(was), priceOf(is)), was && is && flip(was, is)])
      if (told && tipo)
        rows.push(rowOf({ combustivel, tipo, de: priceOf(was), para: priceOf(is) }, told, station))
  }
  if (products.length < 2) return rows
  const [shown, other] = switched(before, after)
  if (!shown || !other) return rows
  const prices = { de: priceOf(other), para: priceOf(shown) }
  return [...rows, rowOf({ combustivel, tipo: 'trocou', ...prices }, shown, station)]
}

/** Each product before and after, by code; nearly every station has one. */
function inPairs(before: readonly Judged[], after: readonly Judged[]): (readonly (Judged | undefined)[])[] {
  const [was, is] = [before[0], after[0]]
  const isOne = before.length < 2 && after.length < 2
  if (isOne && (!was || !is || codeOf(was) === codeOf(is))) return [[was, is]]
  const codes = [...new Set([...before, ...after].map(codeOf))].toSorted(compareTexts)
  return codes.map((codigo) =>
    [before, after].map((products) => products.find((one) => codeOf(one) === codigo)),
  )
}

/** The product shown, where a follower has another: the one shown before or, of a new station, the first by code, or of the believed ones. */
function switched(before: readonly Judged[], after: readonly Judged[]): (Judged | undefined)[] {
  const shown = shownOf(after)
  const inOrder = after.toSorted((a, b) => compareTexts(codeOf(a), codeOf(b)))
  const followed =
    before.length > 0 ? [shownOf(before)] : [inOrder[0], inOrder.find(({ suspeito }) => !suspeito)]
  return [shown, followed.find((one) => one && shown && codeOf(one) !== codeOf(shown))]
}

function shownOf(products: readonly Judged[]): Judged | undefined {
  return products.toSorted((a, b) => newestProductFirst(a.atual, b.atual))[0]
}

function rowOf(
  { combustivel, ...change }: Pick<Mudanca, 'combustivel' | 'tipo' | 'de' | 'para'>,
  { atual, suspeito, confirmacao }: Judged,
  { cnpj, nomeFantasia, endereco }: Estabelecimento,
): Mudanca {
  const { bairro, municipio, codigoIBGE } = endereco
  const { codigo, venda } = atual.produto
  return {
    combustivel,
    cnpj,
    codigo,
    ...change,
    dataVenda: venda.dataVenda,
    nomeFantasia,
    bairro,
    municipio,
    codigoIBGE,
    ...(suspeito && change.para !== null && { suspeito }),
    confirmacao,
  }
}

function codeOf({ atual }: Judged): string {
  return atual.produto.codigo
}

function priceOf(judged: Judged | undefined): number | null {
  return judged?.atual.produto.venda.valorDeclarado ?? null
}

function priceChange(de: number | null, para: number | null): Mudanca['tipo'] | undefined {
  if (de === para) return undefined
  if (de === null) return 'novo'
  if (para === null) return 'saiu'
  return para > de ? 'subiu' : 'desceu'
}

function flip(before: Judged, after: Judged): Mudanca['tipo'] | undefined {
  if (!before.suspeito === !after.suspeito) return undefined
  return after.suspeito ? 'suspeita' : 'confirmada'
}

/** Prices from which each price of a product, in order of time, settled a change. A price of few sales is passed over: there and back is no change. */
export function settledBefore(runs: readonly Pick<TrechoDeMudanca, 'valorDeclarado' | 'vendas'>[]) {
  let settled: number | undefined
  return runs.map(({ valorDeclarado, vendas }) => {
    const before = settled
    const isFar = before !== undefined && Math.abs(valorDeclarado - before) > before * NEAR
    if (vendas === 1 || (isFar && vendas <= DOUBTFUL_SALES)) return undefined
    settled = valorDeclarado
    return before !== undefined && rounded(before, 2) !== rounded(valorDeclarado, 2) ? before : undefined
  })
}
