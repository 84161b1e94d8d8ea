import { parseArgs } from 'node:util'
import { merge } from '../src/collect/merging/merge.ts'
import { unnamed } from '../src/collect/merging/merge-product.ts'
import { type Slug, fuelOf, slugs } from '../src/domain/facts/fuels.ts'
import type { Estabelecimento, Registro, Venda } from '../src/domain/facts/sale-record.ts'
import { ascending, mean, median } from '../src/domain/basics/numbers.ts'
import { type EstadoDosPrecos, emptyEstado } from '../src/domain/state/commit-state.ts'
import { DAY, HOUR, addMs } from '../src/domain/basics/time.ts'
import type { FuelList } from '../src/query/lists/fuel-list.ts'
import { createSnapshot } from '../src/query/lists/snapshot.ts'
import { openStore } from '../test/open-store.ts'

// What the first line of a list promises and what its station then charges, by price and by probable price: the sales of a store's log
// are lived through again, and every three hours somebody looks.
//   npx tsx bench/probable-price.ts [./storage] [--fonte sefaz] [--desde 2026-04-11]
const PLACES = { estado: undefined, Maceió: 2704302, Arapiraca: 2700300 } as const
const places = Object.keys(PLACES) as Place[]
const EVERY = 3 * HOUR
/** Unless told, looks begin when so much of the log has passed: before, too little is known of what is usual. */
const WARM_UP = DAY
/** Sales that say what a station charges after somebody looked. */
const NEXT = 3
/** Under what it then charges: the list promised too much. */
const TOO_LOW = 0.05

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { fonte: { type: 'string', default: 'sefaz' }, desde: { type: 'string' } },
})
const fonte = values.fonte === 'demonstracao' ? 'demonstracao' : 'sefaz'
const store = await openStore({ folder: positionals[0] ?? './storage', fonte })
const loaded = await store.commits.load()
if (!loaded) throw new Error('the store holds no commit')
const { commit } = loaded
const stations = new Map(
  commit.estado.postos.map(({ estabelecimento }) => [estabelecimento.cnpj, estabelecimento]),
)
const sales = await everySale()
const ofPump = new Map<string, Venda[]>()
for (const venda of sales) {
  const pump = ofPump.get(pumpOf(venda))
  if (pump) pump.push(venda)
  else ofPump.set(pumpOf(venda), [venda])
}

type Place = keyof typeof PLACES
interface Look {
  place: Place
  ordem: 'preco' | 'provavel'
  promised: number
  charged: number
}
const looks: Look[] = []
let estado: EstadoDosPrecos = emptyEstado()
let next = 0
const [first, last] = [sales[0]?.dataVenda ?? '', sales.at(-1)?.dataVenda ?? '']
for (let at = addMs(first, EVERY); at < last; at = addMs(at, EVERY)) {
  const shown: Registro[] = []
  for (; (sales[next]?.dataVenda ?? '~') <= at; next++) shown.push(...recordOf(sales[next]))
  estado = merge(estado, shown, at).estado
  if (at < (values.desde ?? addMs(first, WARM_UP))) continue
  const cabecalho = { ...commit.cabecalho, atualizadoEm: at }
  const snapshot = createSnapshot({ ...commit, cabecalho, estado }, store)
  for (const slug of slugs) for (const place of places) look(snapshot.list(slug), slug, place, at)
}

console.log(`${sales.length} vendas, de ${first} a ${last}`)
console.table([...places, undefined].flatMap((place) => [rowOf(place, 'preco'), rowOf(place, 'provavel')]))

function rowOf(place: Place | undefined, ordem: Look['ordem']) {
  const of = looks.filter((look) => look.ordem === ordem && (place === undefined || look.place === place))
  const low = of.filter(({ promised, charged }) => promised < charged * (1 - TOO_LOW)).length
  return {
    onde: place ?? 'todos',
    ordem,
    olhares: of.length,
    'mais de 5 % abaixo': `${((low / of.length) * 100).toFixed(1)} %`,
    'pago, em média': `R$ ${(mean(of.map(({ charged }) => charged)) ?? NaN).toFixed(3)}`,
  }
}

/** One look counts for both orders or for none: where the stations of both first lines are seen to sell on. */
function look(list: FuelList, slug: Slug, place: Place, at: string): void {
  const code = PLACES[place]
  const there = new Set(code === undefined ? list.believed : list.inMunicipality(code))
  const found = {
    preco: list.believed.find((position) => there.has(position)),
    provavel: list.byProbable().find((position) => there.has(position) && !list.suspect[position]),
  }
  const [byPrice, byProbable] = [found.preco, found.provavel].map((position) => {
    const entry = list.entries[position ?? -1]
    const charged = entry && chargedAfter(`${entry.estabelecimento.cnpj}|${slug}`, at)
    return entry && charged !== undefined ? { entry, charged } : undefined
  })
  if (!byPrice || !byProbable) return
  const { valorDeclarado } = byPrice.entry.produto.venda
  looks.push({ place, ordem: 'preco', promised: valorDeclarado, charged: byPrice.charged })
  const { precoProvavel } = byProbable.entry
  looks.push({ place, ordem: 'provavel', promised: precoProvavel, charged: byProbable.charged })
}

function chargedAfter(pump: string, at: string): number | undefined {
  const after = (ofPump.get(pump) ?? []).filter(({ dataVenda }) => dataVenda > at).slice(0, NEXT)
  const middle = median(ascending(after.map(({ valorDeclarado }) => valorDeclarado)))
  return after.length < NEXT || middle === null ? undefined : middle
}

function pumpOf({ cnpj, combustivel }: Venda): string {
  return `${cnpj}|${combustivel}`
}

async function everySale(): Promise<Venda[]> {
  const found: Venda[] = []
  for await (const ofStation of store.sales.latest()) found.push(...ofStation)
  return found.toSorted((a, b) => (a.dataVenda < b.dataVenda ? -1 : 1))
}

function recordOf(venda: Venda | undefined): Registro[] {
  const estabelecimento: Estabelecimento | undefined = venda && stations.get(venda.cnpj)
  if (!venda || !estabelecimento) return []
  const { combustivel, codigo, dataVenda, valorDeclarado, valorVenda } = venda
  const produto = {
    codigo,
    descricao: unnamed(combustivel),
    unidadeMedida: fuelOf(combustivel).unidade,
    venda: { dataVenda, valorDeclarado, valorVenda },
  }
  return [{ combustivel, produto, estabelecimento }]
}
