import type { Slug } from '../../domain/facts/fuels.ts'
import type { Registro, Venda } from '../../domain/facts/sale-record.ts'
import { toVenda } from '../../domain/facts/sale-record.ts'
import type { Atual, Trecho } from '../../domain/state/commit-state.ts'
import type { Anteriores } from '../../domain/state/commit-state.ts'
import { withSale } from '../../domain/trust/usual.ts'

/** Stretches of price kept: enough to count the sales that confirm a price, few enough for an hourly write. */
const MAX_STRETCHES = 12
/** Recent sales kept to recognise them: the source sometimes goes back by a batch or two. */
const MAX_REMEMBERED = 3

type Dados = Registro['produto']['venda']

/**
 * Merges one product of one station with all its records of one collection, in any order.
 * A sale older than the newest known one goes to the log, but changes neither price nor run.
 */
export function mergeProduct(
  previous: Atual | undefined,
  shown: readonly Registro[],
): { atual: Atual | undefined; novas: Venda[] } {
  const novas: Venda[] = []
  let atual = previous
  let anteriores = previous ? previous.anteriores : []
  let vistas = previous?.vistas ?? NONE
  const sales = shown.length > 1 ? distinct(shown) : shown
  for (const registro of sales) {
    const { venda } = registro.produto
    const newest = atual?.produto.venda
    // Unknown earlier sales stay unknown here: `withEarlierSales` reads them from the log.
    if (newest) anteriores &&= withSale(anteriores, venda, newest)
    if (!newest || venda.dataVenda > newest.dataVenda) {
      novas.push(toVenda(registro))
      if (newest) vistas = vistas.concat(markOf(newest))
      atual = advance(atual, registro)
      continue
    }
    if (isSame(venda, newest)) {
      if (atual && isUnnamed(atual, registro)) atual = { ...atual, produto: registro.produto }
      continue
    }
    const mark = markOf(venda)
    if (!vistas.includes(mark)) novas.push(toVenda(registro))
    const others = vistas.filter((vista) => vista !== mark)
    if (venda.dataVenda < newest.dataVenda) vistas = others.concat(mark)
    else {
      // Another sale in the same second is a correction by the source.
      vistas = others.concat(markOf(newest))
      atual = advance(atual && withoutNewest(atual), registro)
    }
  }
  if (!atual || (atual === previous && vistas === (previous.vistas ?? NONE))) return { atual, novas }
  vistas = vistas.slice(-Math.max(MAX_REMEMBERED, sales.length))
  return { atual: withMemory(atual, anteriores, vistas), novas }
}

const NONE: readonly string[] = []

/** Object literals here, `concat` below: a spread object with an added member takes twice the memory, 100,000 times. */
export function withMemory(
  { cnpj, produto, corrida }: Atual,
  anteriores: Anteriores | undefined,
  vistas: readonly string[],
): Atual {
  if (!anteriores) return vistas.length > 0 ? { cnpj, produto, corrida, vistas } : { cnpj, produto, corrida }
  return vistas.length > 0
    ? { cnpj, produto, corrida, anteriores, vistas }
    : { cnpj, produto, corrida, anteriores }
}

/** Description of a product rebuilt from the log of sales, which has none. */
export function unnamed(combustivel: Slug): string {
  return combustivel.replaceAll('-', ' ').toUpperCase()
}

function isUnnamed({ produto }: Atual, shown: Registro): boolean {
  return produto.descricao === unnamed(shown.combustivel) && produto.descricao !== shown.produto.descricao
}

function distinct(shown: readonly Registro[]): Registro[] {
  return shown.toSorted(compareSales).filter((registro, at, sorted) => {
    const before = sorted[at - 1]
    return !before || !isSame(before.produto.venda, registro.produto.venda)
  })
}

/** In the order of time; within one second by price, so that the order of slices and pages never matters. */
function compareSales(a: Registro, b: Registro): number {
  const [mine, theirs] = [a.produto.venda, b.produto.venda]
  if (mine.dataVenda !== theirs.dataVenda) return mine.dataVenda < theirs.dataVenda ? -1 : 1
  return mine.valorDeclarado - theirs.valorDeclarado || mine.valorVenda - theirs.valorVenda
}

function isSame(a: Dados, b: Dados): boolean {
  return a.dataVenda === b.dataVenda && a.valorDeclarado === b.valorDeclarado && a.valorVenda === b.valorVenda
}

/** Identifies a sale of one product. */
function markOf(venda: Dados): string {
  // `join` makes a flat string; a template would keep a tree of pieces in memory, 10,000 times.
  return [venda.dataVenda, venda.valorDeclarado, venda.valorVenda].join('|')
}

function advance(atual: Atual | undefined, { produto, estabelecimento }: Registro): Atual {
  const { cnpj } = estabelecimento
  return { cnpj, produto, corrida: extend(atual?.corrida ?? [], produto.venda) }
}

function extend(corrida: readonly Trecho[], { valorDeclarado, dataVenda }: Dados): Trecho[] {
  const last = corrida.at(-1)
  if (last?.valor === valorDeclarado) {
    const { valor, vendas, desde } = last
    return corrida.slice(0, -1).concat({ valor, vendas: vendas + 1, desde })
  }
  return corrida.slice(1 - MAX_STRETCHES).concat({ valor: valorDeclarado, vendas: 1, desde: dataVenda })
}

function withoutNewest(atual: Atual): Atual {
  const rest = atual.corrida.slice(0, -1)
  const last = atual.corrida.at(-1)
  if (!last || last.vendas === 1) return { ...atual, corrida: rest }
  return { ...atual, corrida: [...rest, { ...last, vendas: last.vendas - 1 }] }
}
