import type { Ask, Data, Entry, RawEntry } from './downloads.ts'
import { checkEntry } from './files.ts'
import type { Ledger } from './ledger.ts'
import { besideEthanol, positionOf, usualOf } from './positions.ts'
import { reais, rounded } from './numbers.ts'
import { dayAt, endOf } from './past.ts'
import { newestOf, runsOf } from './sales.ts'

interface Position {
  colocacao: number
  colocacaoProvavel?: number
  empatados?: number
  de: number
  diferencaDaMediana: number
  faixa: string
  ambito: string
}

interface Answer {
  combustiveis: Record<string, RawEntry & { posicao: Position | null }>
  paridade?: Parity & { limite: number; provavel: Parity }
  historico: { periodo: { desde: string; ate: string }; combustiveis: Record<string, Past> }
}

interface Parity {
  razao: number
  compensa: string
  razaoAditivada?: number
}

interface Past {
  serie: { codigo: string; valorDeclarado: number; de: string; ate: string; vendas: number }[]
  resumo: {
    minimo: number
    medio: number
    maximo: number
    atual: number
    variacao: { valor: number; percentual: number } | null
  } | null
}

/** Every figure of `posto/{cnpj}`. */
export async function checkStation(ask: Ask, data: Data, ledger: Ledger, cnpj: string): Promise<void> {
  const told = (await (await ask(`/gasolina/api/posto/${cnpj}`)).json()) as Answer
  ledger.at(`posto/${cnpj}`)
  const here = data.fuels.flatMap(({ entries }) => entries.filter((entry) => entry.cnpj === cnpj))
  ledger.same(
    'combustiveis',
    Object.keys(told.combustiveis).toSorted(),
    here.map(({ fuel }) => fuel).toSorted(),
  )
  for (const entry of here) {
    const shown = told.combustiveis[entry.fuel]
    if (!shown) continue
    checkEntry(data, ledger, { ...entry, raw: shown, codigo: shown.produto.codigo })
    checkPosition(data, ledger, entry, shown.posicao)
  }
  const parity = parityBy(here, 'price')
  const { razao, ...rest } = parity ?? {}
  const gasoline = here.find(({ fuel }) => fuel === 'gasolina-comum')
  const usual = gasoline && usualOf(gasoline)
  const provavel = {
    ...parityBy(here, 'likely'),
    ...(usual !== undefined && { usualDaGasolina: reais(usual) }),
  }
  const computed = parity && { razao, limite: 0.7, ...rest, provavel }
  ledger.same('paridade', told.paridade ?? null, computed)
  for (const [fuel, past] of Object.entries(told.historico.combustiveis)) {
    checkPast(data, ledger, `${cnpj} ${fuel}`, past, told.historico.periodo)
  }
}

function parityBy(here: readonly Entry[], by: 'price' | 'likely'): Parity | null {
  const ratio = ratioOf(here, by)
  const other = ratioOf(here, by, 'gasolina-aditivada')
  if (ratio === null) return null
  const isAdditiveCheaper = other !== null && ratio <= 0.7 && other > Math.max(ratio, 0.7)
  return {
    razao: rounded(ratio, 3),
    compensa: ratio <= 0.7 ? 'alcool' : 'gasolina',
    ...(isAdditiveCheaper && { razaoAditivada: rounded(other, 3) }),
  }
}

/** Ethanol by gasoline at one station, where both are believed. */
export function ratioOf(
  here: readonly Entry[],
  by: 'price' | 'likely' = 'price',
  gasolina = 'gasolina-comum',
): number | null {
  const [ethanol, gasoline] = ['alcool', gasolina].map((slug) =>
    here.find(({ fuel, suspect }) => fuel === slug && !suspect),
  )
  if (!ethanol || !gasoline) return null
  return ethanol[by] / (by === 'price' ? gasoline.price : besideEthanol(gasoline))
}

function checkPosition(data: Data, ledger: Ledger, entry: Entry, shown: Position | null): void {
  const name = (field: string) => `${entry.fuel} posicao.${field}`
  ledger.same(name('known'), shown !== null, entry.suspect === null)
  if (!shown) return
  const position = positionOf(data, entry)
  ledger.same(name('colocacao'), shown.colocacao, position.rank)
  ledger.same(name('colocacaoProvavel'), shown.colocacaoProvavel, position.likelyRank)
  ledger.same(name('empatados'), shown.empatados, position.tied)
  ledger.same(name('de'), shown.de, position.of)
  ledger.same(name('diferencaDaMediana'), shown.diferencaDaMediana, reais(position.aboveMedian))
  ledger.same(name('faixa'), shown.faixa, position.band)
  ledger.same(name('ambito'), shown.ambito, position.scope)
}

/** Runs of the thirty days, and their summary. */
function checkPast(
  data: Data,
  ledger: Ledger,
  key: string,
  past: Past,
  { desde, ate }: { desde: string; ate: string },
): void {
  const from = endOf(dayAt(endOf(desde) - 24 * 3_600_000))
  const sales = (data.sales.get(key) ?? []).filter(({ at }) => at > from && at <= endOf(ate))
  const runs = runsOf(sales).toSorted(
    (a, b) => Date.parse(a.from) - Date.parse(b.from) || a.codigo.localeCompare(b.codigo),
  )
  const told = past.serie.toSorted(
    (a, b) => Date.parse(a.de) - Date.parse(b.de) || a.codigo.localeCompare(b.codigo),
  )
  ledger.same(`${key} runs`, told.length, runs.length)
  for (const [i, run] of runs.entries()) {
    const shown = told[i]
    ledger.same(`${key} run ${i} valorDeclarado`, shown?.valorDeclarado, reais(run.price))
    ledger.same(`${key} run ${i} de`, shown?.de, run.from)
    ledger.same(`${key} run ${i} ate`, shown?.ate, run.to)
    ledger.same(`${key} run ${i} vendas`, shown?.vendas, run.sales)
  }
  const believed = sales.filter(({ suspect }) => !suspect)
  const prices = believed.map(({ price }) => price)
  // Of two products the change is of the one that shows.
  const shows = newestOf(believed)
  const first = believed.find(({ codigo }) => codigo === shows?.codigo)?.price
  const last = shows?.price
  if (first === undefined || last === undefined || !past.resumo) {
    ledger.same(`${key} resumo`, past.resumo, null)
    return
  }
  const { resumo } = past
  ledger.same(`${key} resumo.minimo`, resumo.minimo, reais(Math.min(...prices)))
  ledger.same(`${key} resumo.maximo`, resumo.maximo, reais(Math.max(...prices)))
  const mean = prices.reduce((sum, price) => sum + price, 0) / prices.length
  ledger.same(`${key} resumo.medio`, resumo.medio, reais(rounded(mean, 0)))
  ledger.same(`${key} resumo.atual`, resumo.atual, reais(last))
  ledger.same(`${key} resumo.variacao`, resumo.variacao?.valor ?? 0, reais(last - first))
}
