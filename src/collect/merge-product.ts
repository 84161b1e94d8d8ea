import type { Slug } from '../domain/fuels.ts'
import type { Registro, Venda } from '../domain/model.ts'
import { toVenda } from '../domain/model.ts'
import type { Atual, Trecho } from '../domain/state.ts'

/** Stretches of price kept: enough to count the sales that confirm a price, few enough for an hourly write. */
const MAX_STRETCHES = 12
/** Sales kept to be recognised should the source go back to them: it has been seen to, a batch or two. */
const MAX_REMEMBERED = 3

type Dados = Registro['produto']['venda']

/**
 * One product of one station: what was known and all its records of one collection, in any order.
 * A sale older than the newest known is news for the log, but changes neither price nor run.
 */
export function mergeProduct(
  previous: Atual | undefined,
  shown: readonly Registro[],
): { atual: Atual | undefined; novas: Venda[] } {
  const novas: Venda[] = []
  let atual = previous
  let vistas = previous?.vistas ?? []
  const sales = shown.length > 1 ? distinct(shown) : shown
  for (const registro of sales) {
    const { venda } = registro.produto
    const newest = atual?.produto.venda
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
      // Another sale in the same second is a correction: what the source shows now takes its place.
      vistas = others.concat(markOf(newest))
      atual = advance(atual && withoutNewest(atual), registro)
    }
  }
  if (!atual || vistas === previous?.vistas || vistas.length === 0) return { atual, novas }
  const { cnpj, produto, corrida } = atual
  vistas = vistas.slice(-Math.max(MAX_REMEMBERED, sales.length))
  return { atual: { cnpj, produto, corrida, vistas }, novas }
}

/** What a product is called whose description is lost: the log of sales, of which it was rebuilt, has none. */
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

/** What tells two sales of one product apart, as a text. */
function markOf(venda: Dados): string {
  // Joined, not a template: it is kept by the ten thousand, and so it is one text instead of a tree of pieces.
  return [venda.dataVenda, venda.valorDeclarado, venda.valorVenda].join('|')
}

/** Whole literals and `concat` here: what is spread and then added to takes twice the memory, a hundred thousand times. */
function advance(atual: Atual | undefined, { produto, estabelecimento }: Registro): Atual {
  const { cnpj } = estabelecimento
  const corrida = extend(atual?.corrida ?? [], produto.venda)
  return atual?.vistas ? { cnpj, produto, corrida, vistas: atual.vistas } : { cnpj, produto, corrida }
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
