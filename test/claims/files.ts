import { type Ask, type Data, type Entry, csv } from './downloads.ts'
import type { Ledger } from './ledger.ts'
import { marketOf, medianPrice, stateMedian } from './market.ts'
import { reais, rounded } from './numbers.ts'
import { factsOf, newestOf } from './sales.ts'

const HOUR = 3_600_000

/** Files of the six fuels: each entry by its single sales, the suspects by the rules, CSV and GeoJSON by the JSON. */
export async function checkFiles(ask: Ask, data: Data, ledger: Ledger): Promise<void> {
  for (const { slug, entries } of data.fuels) {
    ledger.at(`dados/${slug}.json`)
    for (const entry of entries) checkEntry(data, ledger, entry)
    checkSuspects(ledger, slug, entries)
    await checkForms(ask, ledger, slug, entries)
  }
}

/** One station's shown product of a fuel; used for the entries of answers, too. */
export function checkEntry(data: Data, ledger: Ledger, { fuel, cnpj, codigo, raw }: Entry): void {
  const all = data.sales.get(`${cnpj} ${fuel}`) ?? []
  const facts = factsOf(
    all.filter((sale) => sale.codigo === codigo),
    stateMedian(data, fuel),
  )
  const name = (field: string) => `${cnpj} ${field}`
  ledger.same(name('codigo'), codigo, newestOf(all)?.codigo)
  if (!facts) return
  const { newest } = facts
  ledger.same(name('dataVenda'), raw.produto.venda.dataVenda, newest.dataVenda)
  ledger.same(name('valorDeclarado'), raw.produto.venda.valorDeclarado, reais(newest.price))
  ledger.same(name('valorVenda'), raw.produto.venda.valorVenda, newest.exact)
  ledger.same(name('confirmacao.vendas'), raw.confirmacao?.vendas, facts.inARow)
  ledger.same(name('confirmacao.desde'), raw.confirmacao?.desde, facts.since)
  ledger.same(name('confirmacao.nestePreco'), raw.confirmacao?.nestePreco, facts.atPrice)
  ledger.same(name('confirmacao.nestePrecoDesde'), raw.confirmacao?.nestePrecoDesde, facts.atPriceSince)
  const { usual } = facts
  ledger.same(name('usual'), raw.usual ?? null, usual && { valor: reais(usual.value), vendas: usual.sales })
  ledger.same(name('precoProvavel'), raw.precoProvavel, reais(facts.likely))
  const doubt = facts.doubt &&
    usual && { motivo: facts.doubt, usual: reais(usual.value), vendas: facts.inARow }
  ledger.same(name('duvida'), raw.duvida ?? null, doubt)
}

/** A price over 35 % off the state's median; or over 20 %, unless three sales in a row over six hours back it. */
function checkSuspects(ledger: Ledger, slug: string, entries: readonly Entry[]): void {
  const middle = medianPrice(entries)
  for (const { cnpj, price, suspect, raw } of entries) {
    const away = Math.abs(price - middle) / middle
    const { vendas = 0, desde = '' } = raw.confirmacao ?? {}
    const hours = (Date.parse(raw.produto.venda.dataVenda) - Date.parse(desde)) / HOUR
    const motivo =
      away > 0.35
        ? price > middle
          ? 'muito_acima'
          : 'muito_abaixo'
        : away > 0.2 && !(vendas >= 3 && hours >= 6)
          ? 'sem_confirmacao'
          : null
    ledger.same(`${cnpj} suspeito in ${slug}`, suspect?.motivo ?? null, motivo)
    if (!suspect) continue
    ledger.same(`${cnpj} suspeito.referencia`, suspect.referencia, reais(middle))
    ledger.same(`${cnpj} suspeito.desvio`, suspect.desvio, rounded(((price - middle) / middle) * 100, 1))
  }
}

async function checkForms(ask: Ask, ledger: Ledger, slug: string, entries: readonly Entry[]): Promise<void> {
  const rows = csv(await (await ask(`/gasolina/dados/${slug}.csv`)).text())
  ledger.at(`dados/${slug}.csv`)
  ledger.same('rows', rows.length, entries.length)
  const byStation = new Map(rows.map((row) => [row['cnpj'], row]))
  for (const { cnpj, raw } of entries) {
    const row = byStation.get(cnpj) ?? {}
    const number = (name: string) => (row[name] ? Number(row[name]) : null)
    ledger.same(`${cnpj} valorDeclarado`, number('valorDeclarado'), raw.produto.venda.valorDeclarado)
    ledger.same(`${cnpj} precoProvavel`, number('precoProvavel'), raw.precoProvavel)
    ledger.same(`${cnpj} usual`, number('usual'), raw.usual?.valor ?? null)
    ledger.same(`${cnpj} nestePreco`, number('nestePreco'), raw.confirmacao?.nestePreco)
    ledger.same(`${cnpj} duvida`, row['duvida'] ?? '', raw.duvida?.motivo ?? '')
    ledger.same(`${cnpj} suspeito`, row['suspeito'] ?? '', raw.suspeito?.motivo ?? '')
  }
  const map = (await (await ask(`/gasolina/dados/${slug}.geojson`)).json()) as { features: unknown[] }
  ledger.at(`dados/${slug}.geojson`)
  ledger.same('features', map.features.length, entries.length)
  ledger.same(
    'believed',
    marketOf(entries).entries.length + marketOf(entries).suspects.length,
    entries.length,
  )
}
