import type { Ask, Data } from './downloads.ts'
import type { Ledger } from './ledger.ts'
import type { Market } from './market.ts'
import { type Place, everywhere, marketAt, townsOf } from './pages.ts'
import { median, reais, rounded } from './numbers.ts'
import { DAY, dayAt, endOf, pricesAsOf } from './past.ts'
import { parityOf } from './positions.ts'

interface Told {
  estabelecimento: { cnpj: string }
  produto: { venda: { valorDeclarado: number } }
  precoProvavel: number
}

interface Saving {
  porUnidade: number | null
  sobreMedia: number | null
  sobreMediana?: number | null
  tanque?: { litros: number; valor: number | null }
}

interface Summary {
  postos: number
  suspeitos: number
  precoMinimo: number | null
  precoMedio: number | null
  precoMediano: number | null
  precoMaximo: number | null
  precoMinimoProvavel?: number | null
  maisBarato: Told | null
  maisBaratoProvavel?: Told | null
  maisCaro?: Told | null
  economia: Saving & { provavel?: Saving }
  variacao: Record<'dia' | 'semana' | 'mes', { valor: number; percentual: number; postos: number } | null> & {
    desde?: { dia: string; valor: number } | null
  }
}

interface Statistics {
  atualizadoEm: string
  combustiveis: Record<string, Summary>
  paridade: {
    razaoMediana: number | null
    postos: number
    postosEmQueAlcoolCompensa: number
    postosEmQueCompensaProvavel?: number
    lugar?: { alcool: number; gasolina: number; razao: number; compensa: string } | null
  }
  grupos?: Group[]
}

interface Group {
  codigoIBGE: number
  postos: number
  suspeitos: number
  precoMinimo: number | null
  precoMediano: number | null
  precoMaximo: number | null
  precoMinimoProvavel?: number | null
  colocacao: number | null
  maisBarato: { cnpj: string; precoProvavel?: number } | null
}

/** Every figure of `estatisticas`: of the state, of towns, and of all towns side by side. */
export async function checkStatistics(
  ask: Ask,
  data: Data,
  ledger: Ledger,
  towns: readonly Place[],
): Promise<void> {
  const get = async (query: string) =>
    (await (await ask(`/gasolina/api/estatisticas${query}`)).json()) as Statistics
  checkPlace(data, ledger, '', await get(''), everywhere)
  for (const { town, here } of towns) {
    const query = `?municipio=${town}`
    checkPlace(data, ledger, query, await get(query), here)
    const day = dayAt(Date.parse(data.collectedAt) - 9 * DAY)
    const { combustiveis } = await get(`${query}&desde=${day}`)
    for (const [slug, { variacao }] of Object.entries(combustiveis)) {
      const [before, now] = [
        median(pricesAsOf(data, slug, here, endOf(day))),
        marketAt(data, slug, here).median,
      ]
      const shown = variacao.desde
      ledger.at(`estatisticas${query}&desde=${day}`)
      if (shown && before !== null && now !== null)
        ledger.same(`${slug} variacao.desde`, [shown.dia, shown.valor], [day, reais(now - before)])
    }
  }
  for (const { slug } of data.fuels) {
    const query = `?por=municipio&combustivel=${slug}`
    ledger.at(`estatisticas${query}`)
    checkGroups(data, ledger, slug, (await get(query)).grupos ?? [])
  }
}

function checkPlace(data: Data, ledger: Ledger, query: string, told: Statistics, here: Place['here']): void {
  ledger.at(`estatisticas${query}`)
  for (const { slug } of data.fuels) {
    const summary = told.combustiveis[slug]
    const market = marketAt(data, slug, here)
    if (!summary) ledger.same(`${slug} postos`, 0, market.entries.length)
    else {
      checkSummary(ledger, slug, summary, market)
      for (const [name, days] of [
        ['dia', 1],
        ['semana', 7],
        ['mes', 30],
      ] as const) {
        const prices = pricesAsOf(data, slug, here, Date.parse(told.atualizadoEm) - days * DAY)
        const before = median(prices)
        const shown = summary.variacao[name]
        if (!shown || before === null || market.median === null) continue
        ledger.same(`${slug} variacao.${name}.postos`, shown.postos, prices.length)
        ledger.same(`${slug} variacao.${name}`, shown.valor, reais(market.median - before))
        const percentual = rounded(((market.median - before) / before) * 100, 1)
        ledger.same(`${slug} variacao.${name}.percentual`, shown.percentual, percentual)
      }
    }
  }
  const [likely, declared] = [parityOf(data, here), parityOf(data, here, 0.7, 'price')]
  const { paridade } = told
  ledger.same('paridade.postos', paridade.postos, likely.pairs.length)
  ledger.same(
    'paridade.postosEmQueAlcoolCompensa',
    paridade.postosEmQueAlcoolCompensa,
    declared.paying.length,
  )
  ledger.same(
    'paridade.postosEmQueCompensaProvavel',
    paridade.postosEmQueCompensaProvavel,
    likely.paying.length,
  )
  const { place } = likely
  ledger.same(
    'paridade.lugar',
    paridade.lugar ?? null,
    place && {
      alcool: reais(place.alcool),
      gasolina: reais(place.gasolina),
      ...(place.usual !== undefined && { usualDaGasolina: reais(place.usual) }),
      razao: rounded(place.ratio, 3),
      compensa: place.ratio <= 0.7 ? 'alcool' : 'gasolina',
    },
  )
}

const money = (price: number | null | undefined): number | null =>
  typeof price === 'number' ? reais(price) : null

function checkSummary(ledger: Ledger, slug: string, told: Summary, market: Market): void {
  const { lowest, likeliest, highest, mean } = market
  const min = lowest?.price ?? null
  const range = min === null || highest === null ? null : highest - min
  const same = (field: string, shown: unknown, computed: unknown) =>
    ledger.same(`${slug} ${field}`, shown, computed)
  same('postos', told.postos, market.entries.length)
  same('suspeitos', told.suspeitos, market.suspects.length)
  same('precoMinimo', told.precoMinimo, money(min))
  same('precoMedio', told.precoMedio, money(mean))
  same('precoMediano', told.precoMediano, money(market.median))
  same('precoMaximo', told.precoMaximo, money(highest))
  same('precoMinimoProvavel', told.precoMinimoProvavel, money(likeliest?.likely))
  same('maisBarato', told.maisBarato?.produto.venda.valorDeclarado ?? null, money(min))
  same('maisBaratoProvavel', told.maisBaratoProvavel?.precoProvavel ?? null, money(likeliest?.likely))
  same('economia.porUnidade', told.economia.porUnidade, money(range))
  same(
    'economia.sobreMedia',
    told.economia.sobreMedia,
    mean === null || min === null ? null : money(rounded(mean, 0) - min),
  )
  same('maisCaro', told.maisCaro?.produto.venda.valorDeclarado ?? null, money(highest))
  const overMedian = market.median === null || min === null ? null : money(market.median - min)
  same('economia.sobreMediana', told.economia.sobreMediana, overMedian)
  checkLikely(ledger, slug, told.economia.provavel, market)
  const { tanque } = told.economia
  if (tanque) same('economia.tanque', tanque.valor, range === null ? null : money(range * tanque.litros))
}

/** The same savings over the likely prices. */
function checkLikely(ledger: Ledger, slug: string, told: Saving | undefined, { entries }: Market): void {
  const prices = entries.map(({ likely }) => likely)
  const [low, high, middle] = [Math.min(...prices), Math.max(...prices), median(prices)]
  const mean = prices.reduce((sum, price) => sum + price, 0) / prices.length
  const known = (price: number) => (middle === null ? null : money(price))
  const same = (field: string, shown: unknown, computed: unknown) =>
    ledger.same(`${slug} economia.provavel.${field}`, shown, computed)
  same('porUnidade', told?.porUnidade, known(high - low))
  same('sobreMedia', told?.sobreMedia, known(mean - low))
  same('sobreMediana', told?.sobreMediana, known((middle ?? 0) - low))
}

function checkGroups(data: Data, ledger: Ledger, slug: string, groups: readonly Group[]): void {
  const markets = new Map(townsOf(data).map(({ town, here }) => [town, marketAt(data, slug, here)]))
  const ranked = [...markets.values()].filter((market) => market.entries.length >= 3)
  for (const group of groups) {
    const market = markets.get(group.codigoIBGE)
    if (!market) continue
    const same = (field: string, shown: unknown, computed: unknown) =>
      ledger.same(`${slug} ${group.codigoIBGE} ${field}`, shown, computed)
    const { median } = market
    same('postos', group.postos, market.entries.length)
    same('suspeitos', group.suspeitos, market.suspects.length)
    same('precoMinimo', group.precoMinimo, money(market.lowest?.price))
    same('precoMediano', group.precoMediano, money(median))
    same('precoMaximo', group.precoMaximo, money(market.highest))
    same('precoMinimoProvavel', group.precoMinimoProvavel ?? null, money(market.likeliest?.likely))
    const rank =
      market.entries.length >= 3 && median !== null
        ? 1 + ranked.filter((other) => rounded(other.median ?? 0, 0) < rounded(median, 0)).length
        : null
    same('colocacao', group.colocacao, rank)
  }
}
