import { type Slug, fuelOf, perFuel, slugs } from '../../domain/facts/fuels.ts'
import { type Registro, type Venda, productKey } from '../../domain/facts/sale-record.ts'
import { WINDOW } from '../../domain/facts/rules.ts'
import * as state from '../../domain/state/commit-state.ts'
import { type Instante, addMs, dayOf, earlier, later, latestOf } from '../../domain/basics/time.ts'
import { GasolinaError } from '../../errors.ts'
import { type Draft, NOT_STORED, commitOf } from '../../store/commits/commit-file.ts'
import { sha256Of } from '../../store/bytes/checked-json.ts'
import type { FuelOf } from '../../store/commits/recover-parts.ts'
import type { SalesLog } from '../../store/sales/sales-log.ts'
import type { Store } from '../../store/store.ts'
import { nothingAsked } from '../asking/collection-report.ts'
import { withDay } from '../merging/day-medians.ts'
import { mergeProduct, unnamed } from '../merging/merge-product.ts'

const MOTIVO = 'Nenhum commit estava íntegro: este é o estado reconstruído, antes da coleta.'

/** Products by `productKey`. */
type Products = Map<string, state.Atual>

/** Where all are damaged, a rebuilt one is published first, as the source may show only half of the stations. Null where that fails. */
export async function loadNewest(store: Store, agora: Instante): Promise<state.Commit | null> {
  try {
    return (await store.commits.load())?.commit ?? null
  } catch (error) {
    if (!(error instanceof GasolinaError && error.codigo === 'dados_indisponiveis')) throw error
  }
  const draft = await rebuild(store, agora)
  if (!draft) return null
  const published = await store.commits.publish(draft)
  return published === 'superseded' ? loadNewest(store, agora) : published
}

/** So many lost races mean that something publishes without end. */
const MAX_TRIES = 10

/** Publishes what `draftUpon` makes of the newest commit, again upon the commit of each other collector that was first. */
export async function publishUpon(
  { store, newest, now }: { store: Store; newest: state.Commit | null; now(): Instante },
  draftUpon: (newest: state.Commit | null) => Promise<Draft>,
): Promise<state.Commit> {
  let base = newest
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const outcome = await store.commits.publish(await draftUpon(base))
    if (outcome !== 'superseded') return outcome
    base = await loadNewest(store, now())
  }
  throw new GasolinaError(
    'armazenamento_falhou',
    `Outras coletas publicaram ${MAX_TRIES} vezes enquanto este programa tentava; nada se perdeu, tente de novo.`,
  )
}

/** A commit from the intact parts and the log of sales, where no commit is intact. Null where they have no price of a station. */
export async function rebuild(
  store: Pick<Store, 'commits' | 'sales'>,
  agora: Instante,
): Promise<Draft | null> {
  const { cabecalho, estado, fatias, cadastro, isPatched } = await store.commits.recover(() =>
    fuelsSold(store.sales),
  )
  const postos = new Map(estado.postos.map((posto) => [posto.estabelecimento.cnpj, posto]))
  const products = perFuel(
    ({ slug }) => new Map(estado.atuais[slug].map((atual) => [state.keyOfProduct(atual), atual])),
  )
  for await (const sales of store.sales.latest()) {
    const posto = postos.get(sales[0]?.cnpj ?? '')
    if (!posto) continue
    for (const venda of sales) addSale(products[venda.combustivel], venda, posto)
    postos.set(posto.estabelecimento.cnpj, widen(posto, sales))
  }
  const known = cabecalho?.atualizadoPorCombustivel
  if (isPatched) keepSold(postos, products)
  const newest = perFuel(({ slug }) =>
    latestOf([...products[slug].values()].map(({ produto }) => produto.venda.dataVenda)),
  )
  const last = latestOf(Object.values(newest))
  if (postos.size === 0 || last === null) return null
  const atuais = perFuel(({ slug }) => current(products[slug], postos, addMs(last, -WINDOW)))
  const atualizadoPorCombustivel = perFuel(({ slug }) => latestOf([known?.[slug] ?? null, newest[slug]]))
  const acervo = await store.sales.fileCounts(cabecalho?.acervo, agora)
  return {
    prev: null,
    publicadoEm: agora,
    atualizadoEm: latestOf(Object.values(atualizadoPorCombustivel)) ?? last,
    atualizadoPorCombustivel,
    reconstruidoEm: agora,
    ...(acervo && { acervo }),
    coleta: { ...nothingAsked(agora, agora, MOTIVO), resultado: 'parcial' },
    estado: {
      atuais,
      postos: [...postos.values()],
      medianas: perFuel(({ slug }) =>
        estado.medianas[slug].length > 0 ? estado.medianas[slug] : withDay([], dayOf(last), atuais[slug]),
      ),
    },
    fatias,
    cadastro,
  }
}

/** The rebuilt state for a process that only serves: a commit in memory, with a number that no store uses. */
export async function rebuildInMemory(store: Pick<Store, 'commits' | 'sales' | 'fonte'>, agora: Instante) {
  const draft = await rebuild(store, agora)
  if (!draft) return null
  return { sha256: sha256Of(JSON.stringify(draft.estado)), ...commitOf(draft, NOT_STORED, store.fonte) }
}

async function fuelsSold(sales: SalesLog): Promise<FuelOf> {
  const fuels = new Map<string, Slug>()
  for await (const ofStation of sales.latest())
    for (const { cnpj, codigo, combustivel } of ofStation) fuels.set(productKey(cnpj, codigo), combustivel)
  return (cnpj, codigo) => fuels.get(productKey(cnpj, codigo))
}

/** A sale of the log has no description of the product: the part that had it may be lost. */
function addSale(products: Products, venda: Venda, { estabelecimento }: state.Posto): void {
  const { combustivel, codigo, dataVenda, valorDeclarado, valorVenda } = venda
  const known = products.get(productKey(venda.cnpj, codigo))
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
  const { atual } = mergeProduct(known, [registro], dataVenda)
  if (atual) products.set(state.keyOfProduct(atual), atual)
}

/** A damaged line may have a wrong CNPJ, and then there is no such station. */
function keepSold(postos: Map<string, state.Posto>, products: Record<Slug, Products>): void {
  const sold = new Set(slugs.flatMap((slug) => [...products[slug].values()].map(({ cnpj }) => cnpj)))
  for (const cnpj of postos.keys()) if (!sold.has(cnpj)) postos.delete(cnpj)
}

function widen(posto: state.Posto, sales: readonly Venda[]): state.Posto {
  const [first, last] = [sales[0]?.dataVenda ?? posto.primeiraVenda, sales.at(-1)?.dataVenda ?? '']
  return {
    ...posto,
    primeiraVenda: earlier(first, posto.primeiraVenda),
    ultimaVenda: later(posto.ultimaVenda, last),
  }
}

function current(products: Products, postos: ReadonlyMap<string, state.Posto>, oldest: Instante) {
  return [...products.values()]
    .filter(({ cnpj, produto }) => postos.has(cnpj) && produto.venda.dataVenda >= oldest)
    .toSorted(state.compareProducts)
}
