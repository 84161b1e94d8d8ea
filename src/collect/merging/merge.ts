import { perFuel, slugs } from '../../domain/facts/fuels.ts'
import { type Registro, type Venda, productKey } from '../../domain/facts/sale-record.ts'
import * as state from '../../domain/state/commit-state.ts'
import { WINDOW } from '../../domain/facts/rules.ts'
import { groupBy, unchanged } from '../../domain/basics/lists.ts'
import { createMemory } from '../../domain/basics/memoize.ts'
import { compareTexts } from '../../domain/basics/text.ts'
import { type Instante, addMs, dayOf, earlier, later, latestOf } from '../../domain/basics/time.ts'
import { withDay } from './day-medians.ts'
import { mergeProduct } from './merge-product.ts'

export type Merged = ReturnType<typeof merge>

/** The state after `registros`, whose order and repetition do not matter. Records older than the window are ignored. */
export function merge(previous: state.EstadoDosPrecos, registros: readonly Registro[], agora: Instante) {
  const known = Object.values(previous.atuais).flat()
  const newest = latestOf([...known, ...registros].map(({ produto }) => produto.venda.dataVenda))
  const oldest = newest === null ? '' : addMs(newest, -WINDOW)
  const isRecent = ({ produto }: Registro | state.Atual): boolean => produto.venda.dataVenda >= oldest
  const recent = registros.filter(isRecent)
  const shown = groupBy(recent, ({ combustivel }) => combustivel)
  const merged = perFuel(({ slug }) => mergeFuel(previous.atuais[slug], shown.get(slug) ?? [], agora))
  const atuais = perFuel(({ slug }) => merged[slug].atuais.filter(isRecent))
  return {
    estado: {
      atuais,
      postos: mergeStations(previous.postos, recent),
      medianas: perFuel(({ slug }) => withDay(previous.medianas[slug], dayOf(agora), atuais[slug])),
    },
    /** Sales that the log does not have yet, each once, by fuel, CNPJ and code. */
    novas: slugs.flatMap((slug) => merged[slug].novas),
  }
}

function mergeFuel(previous: readonly state.Atual[], shown: readonly Registro[], agora: Instante) {
  const atuais = new Map(previous.map((atual) => [state.keyOfProduct(atual), atual] as const))
  const novas: Venda[] = []
  const byProduct = [...groupBy(shown, productKeyOf)].toSorted(([a], [b]) => compareTexts(a, b))
  for (const [key, registros] of byProduct) {
    const merged = mergeProduct(atuais.get(key), registros, agora)
    if (merged.atual) atuais.set(key, merged.atual)
    novas.push(...merged.novas)
  }
  return { atuais: [...atuais.values()].toSorted(state.compareProducts), novas }
}

export function productKeyOf({ estabelecimento, produto }: Registro): string {
  return productKey(estabelecimento.cnpj, produto.codigo)
}

/** Every station ever seen stays, described by its newest sale. Without a change it stays the same object. */
function mergeStations(previous: readonly state.Posto[], registros: readonly Registro[]): state.Posto[] {
  const postos = new Map(previous.map((posto) => [posto.estabelecimento.cnpj, posto] as const))
  for (const [cnpj, shown] of groupBy(registros, ({ estabelecimento }) => estabelecimento.cnpj)) {
    const newest = shown.reduce((a, b) => (isFresher(b, a) ? b : a))
    const first = shown.map(({ produto }) => produto.venda.dataVenda).reduce((a, b) => earlier(a, b))
    postos.set(cnpj, mergeStation(postos.get(cnpj), newest, first))
  }
  return [...postos.values()].toSorted((a, b) => compareTexts(a.estabelecimento.cnpj, b.estabelecimento.cnpj))
}

function mergeStation(known: state.Posto | undefined, newest: Registro, first: Instante): state.Posto {
  const { estabelecimento } = newest
  const last = newest.produto.venda.dataVenda
  if (!known) return { estabelecimento, primeiraVenda: first, ultimaVenda: last }
  return unchanged(known, {
    estabelecimento: known.ultimaVenda > last ? known.estabelecimento : estabelecimento,
    primeiraVenda: earlier(known.primeiraVenda, first),
    ultimaVenda: later(known.ultimaVenda, last),
  })
}

/** Two sales in one second with different descriptions of the station: any rule does that ignores their order. */
function isFresher(a: Registro, b: Registro): boolean {
  const [mine, theirs] = [a.produto.venda.dataVenda, b.produto.venda.dataVenda]
  if (mine !== theirs) return mine > theirs
  if (a.estabelecimento === b.estabelecimento) return false
  return JSON.stringify(a.estabelecimento) > JSON.stringify(b.estabelecimento)
}

/** Gives records one object per station and one copy per text: a sweep shows every station once per product, mostly as it was known. */
export function createInterning(postos: readonly state.Posto[]): (registro: Registro) => Registro {
  const stations = new Map(postos.map(({ estabelecimento: e }) => [e.cnpj, e] as const))
  const texts = createMemory<string, string>()
  const text = (shown: string): string => texts(shown, () => shown)

  return ({ combustivel, produto, estabelecimento }) => ({
    combustivel,
    produto: { ...produto, codigo: text(produto.codigo), descricao: text(produto.descricao) },
    estabelecimento: station(estabelecimento),
  })

  function station(shown: Registro['estabelecimento']): Registro['estabelecimento'] {
    const kept = unchanged(stations.get(shown.cnpj), shown)
    stations.set(shown.cnpj, kept)
    return kept
  }
}
