import { type Slug, perFuel, slugs } from '../../domain/facts/fuels.ts'
import { groupBy } from '../../domain/basics/lists.ts'
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
      if (!atual.anteriores) unaware.set(keyOfProduct(slug, atual), atual)
  if (unaware.size === 0) return estado

  const found = new Map<string, Anteriores>()
  for await (const ofStation of sales.latest())
    for (const [key, ofProduct] of groupBy(ofStation, keyOf)) {
      const newest = unaware.get(key)?.produto.venda
      if (newest) found.set(key, salesBefore(ofProduct, newest))
    }
  return {
    ...estado,
    atuais: perFuel(({ slug }) =>
      estado.atuais[slug].map((atual) => {
        const before = found.get(keyOfProduct(slug, atual)) ?? []
        return atual.anteriores ? atual : withMemory(atual, before, atual.vistas ?? [])
      }),
    ),
  }
}

/** From a product's sales, oldest first: those before `newest`. */
function salesBefore(sales: readonly Venda[], newest: Atual['produto']['venda']): Anteriores {
  const older = sales.filter(({ dataVenda }) => dataVenda < newest.dataVenda)
  let anteriores: Anteriores = []
  for (const [at, sale] of older.entries()) anteriores = afterSale(anteriores, sale, older[at + 1] ?? newest)
  return anteriores
}

function keyOfProduct(combustivel: Slug, { cnpj, produto }: Atual): string {
  return keyOf({ combustivel, cnpj, codigo: produto.codigo })
}

function keyOf({ combustivel, cnpj, codigo }: Pick<Venda, 'combustivel' | 'cnpj' | 'codigo'>): string {
  return `${combustivel}|${productKey(cnpj, codigo)}`
}
