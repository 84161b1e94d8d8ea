import type { Slug } from '../../domain/facts/fuels.ts'
import { type Registro, type Venda, toVenda } from '../../domain/facts/sale-record.ts'
import { type Instante, SECOND, addMs } from '../../domain/basics/time.ts'
import type { Anteriores, Atual, Trecho } from '../../domain/state/commit-state.ts'
import { newestProductFirst } from '../../domain/trust/judging.ts'
import { withSale } from '../../domain/trust/usual.ts'

/** Stretches of price kept: enough to count the sales that confirm a price, few enough for an hourly write. */
const MAX_STRETCHES = 12
/** Recent sales kept to recognise them: the source sometimes goes back by a batch or two. */
const MAX_REMEMBERED = 3

type Dados = Registro['produto']['venda']

/** Merges one product of one station with its records, in any order. A sale older than the newest known goes to the log and the run; the price stays. */
export function mergeProduct(previous: Atual | undefined, shown: readonly Registro[], agora: Instante) {
  const novas: Venda[] = []
  let atual = previous
  let anteriores = previous ? previous.anteriores : []
  let vistas = previous?.vistas ?? NONE
  const sales = shown.length > 1 ? distinct(shown) : shown
  for (const registro of sales) {
    const { venda } = registro.produto
    const newest = atual?.produto.venda
    // Earlier sales that a commit of an earlier version does not know stay unknown.
    const before = anteriores
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
    const isUnseen = !vistas.includes(mark)
    const gone = isUnseen && previous ? replacedBy(venda, previous, sales) : NONE
    if (isUnseen) {
      novas.push(
        gone.length > 0
          ? { ...toVenda(registro), correcao: { em: agora, de: gone.map(pricesIn) } }
          : toVenda(registro),
      )
      if (atual && anteriores && anteriores !== before)
        atual = { ...atual, corrida: withLate(atual.corrida, venda, salesAfter(venda, anteriores, newest)) }
    }
    const others = vistas.filter((vista) => vista !== mark && !gone.includes(vista))
    if (venda.dataVenda < newest.dataVenda) vistas = others.concat(mark)
    else {
      // Another sale in the same second is a correction by the source.
      vistas = gone.includes(markOf(newest)) ? others : others.concat(markOf(newest))
      atual = advance(atual && withoutNewest(atual), registro)
    }
  }
  if (!atual || (atual === previous && vistas === (previous.vistas ?? NONE))) return { atual, novas }
  vistas = vistas.slice(-Math.max(MAX_REMEMBERED, sales.length))
  return { atual: withMemory(atual, anteriores, vistas), novas }
}

const NONE: readonly string[] = []

/** Marks of the sales known of that second, where the source shows none of them any more; forgotten, so that one that comes back is logged again. */
function replacedBy(
  { dataVenda }: Dados,
  { produto, vistas = NONE }: Atual,
  shown: readonly Registro[],
): readonly string[] {
  const known = vistas.concat(markOf(produto.venda)).filter((mark) => mark.startsWith(`${dataVenda}|`))
  return shown.some((registro) => known.includes(markOf(registro.produto.venda))) ? NONE : known
}

/** Object literals here, `concat` below: a spread object with an added member takes twice the memory, 100,000 times. */
function withMemory(atual: Atual, anteriores: Anteriores | undefined, vistas: readonly string[]): Atual {
  const { cnpj, produto, corrida } = atual
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

/** Records in one order, each once, so that the order of slices and pages never matters. */
function distinct(shown: readonly Registro[]): Registro[] {
  const oldestFirst = shown.toSorted((a, b) => newestProductFirst(b, a))
  return oldestFirst.filter((registro, at, sorted) => {
    const before = sorted[at - 1]
    return !before || !isSame(before.produto.venda, registro.produto.venda)
  })
}

function isSame(a: Dados, b: Dados): boolean {
  return a.dataVenda === b.dataVenda && a.valorDeclarado === b.valorDeclarado && a.valorVenda === b.valorVenda
}

function markOf(venda: Dados): string {
  // `join` makes a flat string; a template would keep a tree of pieces in memory, 10,000 times.
  return [venda.dataVenda, venda.valorDeclarado, venda.valorVenda].join('|')
}

function pricesIn(mark: string): [declarado: number, venda: number] {
  const [, declarado, venda] = mark.split('|')
  return [Number(declarado), Number(venda)]
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

/** Ascending; undefined where `anteriores`, which has `late`, is too short, or another sale in the same second corrects it. */
function salesAfter(late: Dados, anteriores: Anteriores, newest: Dados): Instante[] | undefined {
  const instants: Instante[] = []
  let instant = newest.dataVenda
  let at = 0
  for (; at < anteriores.length && instant > late.dataVenda; at += 2) {
    instants.unshift(instant)
    instant = addMs(instant, -(anteriores[at] ?? 0) * SECOND)
  }
  return instant === late.dataVenda && anteriores[at] !== 0 ? instants : undefined
}

/** The stretches of one price (`Trecho`) with a sale that is older than the newest: it extends one, lies between two or splits one. */
function withLate(
  corrida: readonly Trecho[],
  { dataVenda, valorDeclarado }: Dados,
  after: readonly Instante[] | undefined,
): Trecho[] {
  const late: Trecho = { valor: valorDeclarado, vendas: 1, desde: dataVenda }
  const at = corrida.findLastIndex(({ desde }) => desde <= dataVenda)
  const [own, next] = [corrida[at], corrida[at + 1]]
  // Such a sale may be counted already, or lie before stretches that were dropped.
  if (!after && (own || corrida.length === MAX_STRETCHES)) return [...corrida]
  const inOwn = (after ?? []).filter((instant) => !next || instant < next.desde)
  const around = joined([...splitBy(own, late, inOwn), ...(next ? [next] : [])])
  return [...corrida.slice(0, Math.max(at, 0)), ...around, ...corrida.slice(at + 2)].slice(-MAX_STRETCHES)
}

function splitBy(own: Trecho | undefined, late: Trecho, after: readonly Instante[]): Trecho[] {
  const [desde] = after
  if (!own) return [late]
  if (own.valor === late.valor || desde === undefined) return [own, late]
  return [
    { ...own, vendas: Math.max(1, own.vendas - after.length) },
    late,
    { ...own, vendas: after.length, desde },
  ]
}

function joined(trechos: readonly Trecho[]): Trecho[] {
  const run: Trecho[] = []
  for (const trecho of trechos) {
    const last = run.at(-1)
    if (last?.valor !== trecho.valor) run.push(trecho)
    else run.splice(-1, 1, { ...last, vendas: last.vendas + trecho.vendas })
  }
  return run
}

function withoutNewest(atual: Atual): Atual {
  const rest = atual.corrida.slice(0, -1)
  const last = atual.corrida.at(-1)
  if (!last || last.vendas === 1) return { ...atual, corrida: rest }
  return { ...atual, corrida: [...rest, { ...last, vendas: last.vendas - 1 }] }
}
