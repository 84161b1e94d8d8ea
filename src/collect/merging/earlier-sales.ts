import { type Slug, perFuel, slugs } from '../../domain/facts/fuels.ts'
import { type Venda, productKey } from '../../domain/facts/sale-record.ts'
import type { Anteriores, Atual, Estado } from '../../domain/state/commit-state.ts'
import { afterSale } from '../../domain/trust/usual.ts'
import type { SalesLog } from '../../store/store.ts'
import { withMemory } from './merge-product.ts'

/**
 * The state with the sales before the newest of every product. They are read from the log only where a commit of an earlier version
 * lacks them.
 */
export async function withEarlierSales(estado: Estado, sales: Pick<SalesLog, 'latest'>): Promise<Estado> {
  const unaware = new Map<string, Atual>()
  for (const slug of slugs)
    for (const atual of estado.atuais[slug])
      if (!atual.anteriores) unaware.set(keyOf(slug, atual.cnpj, atual.produto.codigo), atual)
  if (unaware.size === 0) return estado

  const found = new Map<string, Anteriores>()
  for await (const ofStation of sales.latest())
    for (const [key, before] of salesBefore(ofStation, unaware)) found.set(key, before)
  return {
    ...estado,
    atuais: perFuel(({ slug }) =>
      estado.atuais[slug].map((atual) => {
        const before = found.get(keyOf(slug, atual.cnpj, atual.produto.codigo)) ?? []
        return atual.anteriores ? atual : withMemory(atual, before, atual.vistas ?? [])
      }),
    ),
  }
}

/** The sales before the newest of each product, from one station's sales, oldest first. */
function salesBefore(sales: readonly Venda[], products: ReadonlyMap<string, Atual>): Map<string, Anteriores> {
  const found = new Map<string, Anteriores>()
  const last = new Map<string, Venda>()
  for (const venda of sales) {
    const key = keyOf(venda.combustivel, venda.cnpj, venda.codigo)
    const newest = products.get(key)?.produto.venda
    if (!newest || venda.dataVenda >= newest.dataVenda) continue
    const before = last.get(key)
    if (before) found.set(key, afterSale(found.get(key) ?? [], before, venda))
    last.set(key, venda)
  }
  for (const [key, venda] of last) {
    const newest = products.get(key)?.produto.venda
    if (newest) found.set(key, afterSale(found.get(key) ?? [], venda, newest))
  }
  return found
}

function keyOf(slug: Slug, cnpj: string, codigo: string): string {
  return `${slug}|${productKey(cnpj, codigo)}`
}
