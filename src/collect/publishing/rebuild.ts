import type { Slug } from '../../domain/facts/fuels.ts'
import { fuelOf, perFuel, slugs } from '../../domain/facts/fuels.ts'
import type { Estabelecimento, Registro, Venda } from '../../domain/facts/sale-record.ts'
import { WINDOW } from '../../domain/facts/rules.ts'
import type { Atual, Cabecalho, Commit, Posto } from '../../domain/state/commit-state.ts'
import type { Instante } from '../../domain/basics/time.ts'
import { addMs, dayOf, earlier, later } from '../../domain/basics/time.ts'
import { FORMATO, NOT_STORED } from '../../store/commits/commit-file.ts'
import { sha256Of } from '../../store/bytes/records.ts'
import type { Draft, FuelOf, SalesLog, Store } from '../../store/store.ts'
import { describe } from '../asking/outcome.ts'
import { withDay } from '../merging/day-medians.ts'
import { mergeProduct, unnamed } from '../merging/merge-product.ts'
import { compareProducts } from '../merging/merge.ts'
import { createTally } from '../asking/tally.ts'

const MOTIVO = 'Nenhum commit estava íntegro: este é o estado reconstruído, antes da coleta.'

/** By station and code, as a commit holds them. */
type Products = Map<string, Atual>

/**
 * What is still known where no commit is whole: parts that are, and the log of sales, which has every sale since. Null where
 * that shows no price of a station.
 */
export async function rebuild(
  store: Pick<Store, 'commits' | 'sales'>,
  agora: Instante,
): Promise<Draft | null> {
  const { cabecalho, estado, fatias, isPatched } = await store.commits.recover(() => fuelsSold(store.sales))
  const postos = new Map(estado.postos.map((posto) => [posto.estabelecimento.cnpj, posto]))
  const products = perFuel(({ slug }) => new Map(estado.atuais[slug].map((atual) => [keyOf(atual), atual])))
  for await (const sales of store.sales.latest()) {
    const posto = postos.get(sales[0]?.cnpj ?? '')
    if (!posto) continue
    for (const venda of sales) see(products[venda.combustivel], venda, posto.estabelecimento)
    postos.set(posto.estabelecimento.cnpj, widen(posto, sales))
  }
  const known = cabecalho?.atualizadoPorCombustivel
  // A letter of a damaged line may be wrong: of its number too, and then there is no such station.
  if (isPatched) keepSold(postos, products)
  const newest = perFuel(({ slug }) => newestSale(products[slug]))
  const last = slugs.map((slug) => newest[slug] ?? '').reduce(later, '')
  if (postos.size === 0 || last === '') return null
  const atuais = perFuel(({ slug }) => current(products[slug], postos, addMs(last, -WINDOW)))
  const atualizadoPorCombustivel = perFuel(
    ({ slug }) => later(known?.[slug] ?? '', newest[slug] ?? '') || null,
  )
  const acervo = await store.sales.fileCounts(cabecalho?.acervo, agora)
  return {
    prev: null,
    publicadoEm: agora,
    atualizadoEm: slugs.map((slug) => atualizadoPorCombustivel[slug] ?? '').reduce(later, ''),
    atualizadoPorCombustivel,
    reconstruidoEm: agora,
    ...(acervo && { acervo }),
    coleta: describe(createTally(), { inicio: agora, fim: agora, resultado: 'parcial', motivo: MOTIVO }),
    estado: {
      atuais,
      postos: [...postos.values()],
      medianas: perFuel(({ slug }) =>
        estado.medianas[slug].length > 0 ? estado.medianas[slug] : withDay([], dayOf(last), atuais[slug]),
      ),
    },
    fatias,
  }
}

/** The same as a commit that no store holds, for who only serves; its number is none of the store's. */
export async function rebuildInMemory(
  store: Pick<Store, 'commits' | 'sales' | 'fonte'>,
  agora: Instante,
): Promise<Commit | null> {
  const draft = await rebuild(store, agora)
  if (!draft) return null
  const { estado, fatias, derivados: _, prev, ...told } = draft
  const cabecalho: Cabecalho = { formato: FORMATO, seq: NOT_STORED, prev, fonte: store.fonte, ...told }
  return { sha256: sha256Of(JSON.stringify(estado)), cabecalho, estado, fatias }
}

async function fuelsSold(sales: SalesLog): Promise<FuelOf> {
  const fuels = new Map<string, Slug>()
  for await (const ofStation of sales.latest())
    for (const { cnpj, codigo, combustivel } of ofStation) fuels.set(`${cnpj}|${codigo}`, combustivel)
  return (cnpj, codigo) => fuels.get(`${cnpj}|${codigo}`)
}

/** A sale of the log does not say how its station calls the product: the part that did may be lost. */
function see(products: Products, venda: Venda, estabelecimento: Estabelecimento): void {
  const { combustivel, codigo, dataVenda, valorDeclarado, valorVenda } = venda
  const known = products.get(`${venda.cnpj}|${codigo}`)
  if (known && known.produto.venda.dataVenda >= dataVenda) return
  const registro: Registro = {
    combustivel,
    produto: {
      codigo,
      descricao: known?.produto.descricao ?? unnamed(combustivel),
      unidadeMedida: fuelOf(combustivel).unidade,
      venda: { dataVenda, valorDeclarado, valorVenda },
    },
    estabelecimento,
  }
  const { atual } = mergeProduct(known, [registro])
  if (atual) products.set(keyOf(atual), atual)
}

function keepSold(postos: Map<string, Posto>, products: Record<Slug, Products>): void {
  const sold = new Set(slugs.flatMap((slug) => [...products[slug].values()].map(({ cnpj }) => cnpj)))
  for (const cnpj of postos.keys()) if (!sold.has(cnpj)) postos.delete(cnpj)
}

function widen(posto: Posto, sales: readonly Venda[]): Posto {
  const [first, last] = [sales[0]?.dataVenda ?? posto.primeiraVenda, sales.at(-1)?.dataVenda ?? '']
  return {
    ...posto,
    primeiraVenda: earlier(first, posto.primeiraVenda),
    ultimaVenda: later(posto.ultimaVenda, last),
  }
}

function newestSale(products: Products): Instante | null {
  return [...products.values()].map(({ produto }) => produto.venda.dataVenda).reduce(later, '') || null
}

function current(products: Products, postos: ReadonlyMap<string, Posto>, oldest: Instante): Atual[] {
  return [...products.values()]
    .filter(({ cnpj, produto }) => postos.has(cnpj) && produto.venda.dataVenda >= oldest)
    .toSorted(compareProducts)
}

function keyOf({ cnpj, produto }: Pick<Atual, 'cnpj' | 'produto'>): string {
  return `${cnpj}|${produto.codigo}`
}
