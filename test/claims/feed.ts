import type { Ask, Data } from './downloads.ts'
import type { Ledger } from './ledger.ts'
import { parsed, reais, thousandths } from './numbers.ts'
import { entryAt } from './pages.ts'
import { factsFor } from './rules-prices.ts'
import { moment } from './sentences.ts'

interface Change {
  combustivel: string
  cnpj: string
  codigo: string
  tipo: string
  de: number | null
  para: number | null
  dataVenda: string
  suspeito?: unknown
}

/** The feed's entries by the single sales; and all changes since the beginning applied, against the state's files. */
export async function checkFeed(ask: Ask, data: Data, ledger: Ledger, municipio: string): Promise<void> {
  await checkChanges(ask, data, ledger)
  const path = `/gasolina/mudancas.atom?municipio=${municipio}`
  ledger.at(path)
  const text = await (await ask(path)).text()
  for (const [entry] of text.matchAll(/<entry>[\s\S]*?<\/entry>/g)) checkEntry(data, ledger, entry)
}

function checkEntry(data: Data, ledger: Ledger, entry: string): void {
  const [, fuel = '', cnpj = '', codigo = '', tipo = ''] =
    /\/([a-z-]+)\/(\w{14})\/([^/<]*)\/(\w+)<\/id>/.exec(entry) ?? []
  const [, title = ''] = /<title>([^<]*)</.exec(entry) ?? []
  const [, summary = ''] = /<summary>([^<]*)</.exec(entry) ?? []
  const sales = (data.sales.get(`${cnpj} ${fuel}`) ?? []).filter((sale) => sale.codigo === codigo)
  const [, when = ''] = /Venda de ([\d/]+, [\d:]+)/.exec(summary) ?? []
  const [, from] =
    / de R\$ ([\d.,]+) para | (?:em vez de|não mais) R\$ ([\d.]+(?:,\d+)?)/.exec(title)?.filter(Boolean) ?? []
  const [, to = ''] = /(?: para|:) R\$ ([\d.]+(?:,\d+)?)/.exec(title) ?? []
  const told = sales.find(
    ({ dataVenda, price }) =>
      `${moment(dataVenda).slice(0, 5)}/${dataVenda.slice(0, 4)}${moment(dataVenda).slice(5)}` === when &&
      price === thousandths(parsed(to)),
  )
  const name = `${tipo} ${cnpj} ${fuel}`
  if (tipo === 'saiu' || tipo === 'suspeita') return
  ledger.same(`${name} sale of ${to} at ${when}`, told !== undefined, true)
  if (!told) return
  ledger.sentence()
  if (from !== undefined) {
    const before = thousandths(parsed(from))
    const all = data.sales.get(`${cnpj} ${fuel}`) ?? []
    ledger.same(
      `${name} price before: ${from}`,
      all.some(({ price }) => price === before),
      true,
    )
    ledger.same(`${name} another price than before`, before !== told.price, true)
    const way = { subiu: before < told.price, desceu: before > told.price }[tipo]
    ledger.same(`${name} from ${from} to ${to}`, way ?? true, true)
  }
  // Sales that became known later are not of the commit that told the change.
  const state = entryAt(data, fuel, cnpj)
  const [, count] = /(\d+) vendas? a este preço/.exec(summary) ?? []
  if (count && state?.codigo === codigo && state.at === told.at)
    ledger.same(`${name} sales at this price`, Number(count), factsFor(data, state)?.atPrice)
}

async function checkChanges(ask: Ask, data: Data, ledger: Ledger): Promise<void> {
  ledger.at('mudancas?desde=inicio')
  const known = new Map<string, Map<string, Change>>()
  let cursor = 'inicio'
  for (let more = true; more;) {
    const response = await ask(`/gasolina/api/mudancas?desde=${cursor}&suspeitos=incluir&limite=5000`)
    const { ate, mais, mudancas } = (await response.json()) as {
      ate: string
      mais: boolean
      mudancas: Change[]
    }
    for (const change of mudancas) {
      const key = `${change.cnpj} ${change.combustivel}`
      const products = known.get(key) ?? new Map<string, Change>()
      known.set(key, products)
      if (change.tipo === 'saiu') products.delete(change.codigo)
      else if (change.tipo !== 'trocou') products.set(change.codigo, change)
    }
    more = mais && ate !== cursor
    cursor = ate
  }
  for (const { slug, entries } of data.fuels) {
    for (const { cnpj, codigo, price } of entries) {
      const change = known.get(`${cnpj} ${slug}`)?.get(codigo)
      ledger.same(`${cnpj} ${slug} ${codigo}`, change?.para ?? null, reais(price))
    }
  }
}
