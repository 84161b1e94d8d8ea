import type { Registro, Venda } from '../domain/model.ts'
import { toVenda } from '../domain/model.ts'
import type { Atual, Trecho } from '../domain/state.ts'

/** Stretches of price kept: enough to count every sale that confirms a price, few enough for an hourly write. */
const MAX_STRETCHES = 12
/** Sales kept to be recognised should the source go back to them: it has been seen to, a batch or two. */
const MAX_REMEMBERED = 3

type Dados = Venda | Registro['produto']['venda']

/**
 * One product of one station: what was known and all its records of one collection, in any order.
 * A sale older than the newest known is news for the log, but changes neither price nor run.
 */
export function mergeProduct(
  previous: Atual | undefined,
  shown: readonly Registro[],
): { atual: Atual | undefined; novas: Venda[] } {
  const current = previous && markOf(previous.produto.venda)
  const [first] = shown
  if (!first || (shown.length === 1 && markOf(first.produto.venda) === current))
    return { atual: previous, novas: [] }

  const sales = distinct(shown)
  const known = new Set(previous?.vistas)
  if (current) known.add(current)
  const novas = sales.filter(({ mark }) => !known.has(mark)).map(({ registro }) => toVenda(registro))

  let atual = previous
  for (const { registro, mark } of sales) if (mark !== current) atual = advance(atual, registro)
  return { atual: atual && remember(atual, known, new Set(sales.map(({ mark }) => mark))), novas }
}

/** What tells two sales of one product apart. */
function markOf(venda: Dados): string {
  return `${venda.dataVenda}|${venda.valorDeclarado}|${venda.valorVenda}`
}

/** Each sale once, in the order of time; within one second by price, so the order of slices and pages never matters. */
function distinct(shown: readonly Registro[]): { registro: Registro; mark: string }[] {
  const byMark = new Map(shown.map((registro) => [markOf(registro.produto.venda), registro]))
  return [...byMark]
    .map(([mark, registro]) => ({ mark, registro }))
    .toSorted((a, b) => compareSales(a.registro.produto.venda, b.registro.produto.venda))
}

function compareSales(a: Dados, b: Dados): number {
  if (a.dataVenda !== b.dataVenda) return a.dataVenda < b.dataVenda ? -1 : 1
  return a.valorDeclarado - b.valorDeclarado || a.valorVenda - b.valorVenda
}

function advance(atual: Atual | undefined, { produto, estabelecimento }: Registro): Atual {
  const { venda } = produto
  if (!atual) return { cnpj: estabelecimento.cnpj, produto, corrida: extend([], venda) }
  if (venda.dataVenda < atual.produto.venda.dataVenda) return atual
  // Another sale in the same second is a correction: what the source shows now takes its place.
  const corrected = venda.dataVenda === atual.produto.venda.dataVenda
  const corrida = corrected ? withoutLastSale(atual.corrida) : atual.corrida
  return { ...atual, produto, corrida: extend(corrida, venda) }
}

function extend(corrida: readonly Trecho[], venda: Dados): Trecho[] {
  const last = corrida.at(-1)
  if (last?.valor === venda.valorDeclarado)
    return [...corrida.slice(0, -1), { ...last, vendas: last.vendas + 1 }]
  return [...corrida, { valor: venda.valorDeclarado, vendas: 1, desde: venda.dataVenda }].slice(
    -MAX_STRETCHES,
  )
}

function withoutLastSale(corrida: readonly Trecho[]): Trecho[] {
  const last = corrida.at(-1)
  if (!last || last.vendas === 1) return corrida.slice(0, -1)
  return [...corrida.slice(0, -1), { ...last, vendas: last.vendas - 1 }]
}

/** Keeps every other sale of this collection, at least the latest few: what was logged is not logged again. */
function remember(atual: Atual, known: Set<string>, shown: Set<string>): Atual {
  const newest = markOf(atual.produto.venda)
  const earlier = [...known].filter((mark) => !shown.has(mark))
  const others = [...earlier, ...shown].filter((mark) => mark !== newest)
  const { vistas: _, ...rest } = atual
  if (others.length === 0) return rest
  return { ...rest, vistas: others.slice(-Math.max(MAX_REMEMBERED, shown.size)) }
}
