import { setImmediate } from 'node:timers/promises'
import { combustiveis, perFuel } from '../domain/fuels.ts'
import type { Registro, Venda } from '../domain/model.ts'
import type { Atual, Estado, Posto } from '../domain/state.ts'
import type { Instante } from '../domain/time.ts'
import { HOUR, addMs, dayOf } from '../domain/time.ts'
import { withDay } from './day-medians.ts'
import { mergeProduct } from './merge-product.ts'
import { inChunks } from './pause.ts'

/** A sale leaves the state once it is so much older than the newest of all. */
const WINDOW = 240 * HOUR

export interface Merged {
  estado: Estado
  /** What the log does not have yet: each sale once, by fuel, CNPJ and code. */
  novas: Venda[]
}

/**
 * What is known after `registros` were seen. Pure but for giving way to others between chunks; neither the order of
 * `registros` nor their repetition matters. A record older than the window is nobody's news: the state let go of it.
 */
export async function merge(
  previous: Estado,
  registros: readonly Registro[],
  agora: Instante,
): Promise<Merged> {
  const oldest = startOfWindow(previous, registros)
  await setImmediate()
  const recent = registros.filter(({ produto }) => produto.venda.dataVenda >= oldest)
  const shown = perFuel<Registro[]>(() => [])
  for (const registro of recent) shown[registro.combustivel].push(registro)

  const estado: Estado = {
    ...previous,
    atuais: perFuel(() => []),
    postos: await mergeStations(previous.postos, recent),
  }
  const novas: Venda[] = []
  for (const { slug } of combustiveis) {
    const merged = await mergeFuel(previous.atuais[slug], shown[slug])
    estado.atuais[slug] = merged.atuais.filter(({ produto }) => produto.venda.dataVenda >= oldest)
    for (const venda of merged.novas) novas.push(venda)
    await setImmediate()
  }
  estado.medianas = perFuel(({ slug }) => withDay(previous.medianas[slug], dayOf(agora), estado.atuais[slug]))
  return { estado, novas }
}

function startOfWindow(previous: Estado, registros: readonly Registro[]): Instante {
  let newest = ''
  for (const { slug } of combustiveis)
    for (const { produto } of previous.atuais[slug])
      if (produto.venda.dataVenda > newest) newest = produto.venda.dataVenda
  for (const { produto } of registros) if (produto.venda.dataVenda > newest) newest = produto.venda.dataVenda
  return newest && addMs(newest, -WINDOW)
}

/** Walks what is known and what was shown side by side, both in the order of stations and codes. */
async function mergeFuel(previous: readonly Atual[], shown: readonly Registro[]): Promise<MergedFuel> {
  const groups = await groupByProduct(shown)
  const known = previous.every((atual, at) => at === 0 || isAfter(atual, previous[at - 1] ?? atual))
    ? previous
    : previous.toSorted((a, b) => (isAfter(a, b) ? 1 : -1))
  const atuais: Atual[] = []
  const novas: Venda[] = []
  let at = 0
  for await (const chunk of inChunks(groups.toSorted((a, b) => (isAfter(a, b) ? 1 : -1))))
    for (const group of chunk) {
      let next = known[at]
      for (; next && isAfter(group, next); next = known[++at]) atuais.push(next)
      const same = next && !isAfter(next, group) ? known[at++] : undefined
      const merged = mergeProduct(same, group.registros)
      if (merged.atual) atuais.push(merged.atual)
      for (const venda of merged.novas) novas.push(venda)
    }
  await setImmediate()
  return { atuais: atuais.concat(known.slice(at)), novas }
}

interface MergedFuel {
  atuais: Atual[]
  novas: Venda[]
}

type OfProduct = Pick<Atual, 'cnpj' | 'produto'>

async function groupByProduct(
  shown: readonly Registro[],
): Promise<(OfProduct & { registros: Registro[] })[]> {
  const groups = new Map<string, OfProduct & { registros: Registro[] }>()
  for await (const chunk of inChunks(shown))
    for (const registro of chunk) {
      const { produto, estabelecimento } = registro
      const key = productKey(estabelecimento.cnpj, produto.codigo)
      const group = groups.get(key)
      if (group) group.registros.push(registro)
      else groups.set(key, { cnpj: estabelecimento.cnpj, produto, registros: [registro] })
    }
  return [...groups.values()]
}

function isAfter(a: OfProduct, b: OfProduct): boolean {
  return a.cnpj === b.cnpj ? a.produto.codigo > b.produto.codigo : a.cnpj > b.cnpj
}

export function productKey(cnpj: string, codigo: string): string {
  return `${cnpj}|${codigo}`
}

/** Every station ever seen stays; its description is that of its newest sale, at equal times the one shown now. */
async function mergeStations(previous: readonly Posto[], registros: readonly Registro[]): Promise<Posto[]> {
  const seen = new Map<string, { registro: Registro; first: Instante }>()
  for await (const chunk of inChunks(registros))
    for (const registro of chunk) {
      const { cnpj } = registro.estabelecimento
      const { dataVenda } = registro.produto.venda
      const known = seen.get(cnpj)
      seen.set(cnpj, {
        registro: known && !isFresher(registro, known.registro) ? known.registro : registro,
        first: known && known.first < dataVenda ? known.first : dataVenda,
      })
    }

  const postos = new Map(previous.map((posto) => [posto.estabelecimento.cnpj, posto]))
  for (const [cnpj, { registro, first }] of seen) {
    const known = postos.get(cnpj)
    const last = registro.produto.venda.dataVenda
    const outdated = known && known.ultimaVenda > last
    postos.set(cnpj, {
      estabelecimento: outdated ? known.estabelecimento : registro.estabelecimento,
      primeiraVenda: known && known.primeiraVenda < first ? known.primeiraVenda : first,
      ultimaVenda: outdated ? known.ultimaVenda : last,
    })
  }
  if (postos.size === previous.length) return [...postos.values()]
  return [...postos.values()].toSorted((a, b) => (a.estabelecimento.cnpj < b.estabelecimento.cnpj ? -1 : 1))
}

/** Two sales in one second with different descriptions of the station: any rule does that ignores their order. */
function isFresher(a: Registro, b: Registro): boolean {
  const [mine, theirs] = [a.produto.venda.dataVenda, b.produto.venda.dataVenda]
  if (mine !== theirs) return mine > theirs
  return JSON.stringify(a.estabelecimento) > JSON.stringify(b.estabelecimento)
}
