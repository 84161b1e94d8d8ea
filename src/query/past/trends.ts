import { setImmediate } from 'node:timers/promises'
import type { RespostaEstatisticas } from '../../domain/answers/estatisticas.ts'
import { type Slug, slugs } from '../../domain/facts/fuels.ts'
import type { Venda } from '../../domain/facts/sale-record.ts'
import { median, toThousandths } from '../../domain/basics/numbers.ts'
import { variation } from '../../domain/past/periods.ts'
import { oncePer } from '../../domain/basics/memoize.ts'
import { DAY, HOUR, type Instante, addMs, dayOf, toMs } from '../../domain/basics/time.ts'
import { isTrusted } from '../../domain/trust/runs.ts'
import type { Dataset } from '../current/dataset.ts'
import { groupByFuel, judgeOf, salesAround } from './past-sales.ts'
import type { Snapshot } from '../lists/snapshot.ts'

type VariacaoDaMediana = RespostaEstatisticas['combustiveis'][Slug]['variacao']

export interface TrendOptions {
  /** The stations that count; all unless given. */
  keep?: ((cnpj: string) => boolean) | undefined
  /** Only sales of so many hours before each instant, as `horas` asks of the present. */
  horas?: number | undefined
}

/** A price of a time past, in thousandths. */
export interface PastPrice {
  cnpj: string
  price: number
}

/**
 * One fuel as it stood at an instant: trusted prices only, cheapest first. In columns, as a server holds those of three instants and
 * of every station: a fifth of the memory they would take as sales.
 */
interface Past {
  em: Instante
  cnpjs: readonly string[]
  /** In thousandths. */
  price: Int32Array
  soldAt: Float64Array
  /** Of all of them, in thousandths. */
  median: number | null
}

/** Sales judged between two yields to the event loop. */
const BATCH = 2000

/** Medians of a day, a week and a month before a commit. Read once per commit, by the first question that needs them. */
export function createTrends({ sales }: Pick<Dataset, 'sales'>) {
  const pastOf = oncePer(readPast)

  /** `now` is the present median in thousandths, with the same stations kept. */
  async function variations(
    snapshot: Snapshot,
    slug: Slug,
    now: number | null,
    { keep, horas }: TrendOptions = {},
  ): Promise<VariacaoDaMediana> {
    const [dia, semana, mes] = ((await pastOf(snapshot)).get(slug) ?? []).map((past) =>
      variation(keep || horas !== undefined ? medianAmong(past, keep, horas) : past.median, now),
    )
    return { dia: dia ?? null, semana: semana ?? null, mes: mes ?? null }
  }

  /** The trusted prices that stood a week before a commit, as the medians count them. */
  async function weekBefore(
    snapshot: Snapshot,
    slug: Slug,
    horas: number | undefined,
  ): Promise<readonly PastPrice[]> {
    const past = (await pastOf(snapshot)).get(slug)?.[1]
    const prices: PastPrice[] = []
    if (past) forEachRecent(past, horas, (cnpj, price) => prices.push({ cnpj, price }))
    return prices
  }

  async function readPast(snapshot: Snapshot): Promise<Map<Slug, Past[]>> {
    const instants = [DAY, 7 * DAY, 30 * DAY].map((ago) => addMs(snapshot.atualizadoEm, -ago))
    const newest = await sales.newestAsOf(instants)
    const past = new Map<Slug, Past[]>(slugs.map((slug) => [slug, []]))
    for (const [i, em] of instants.entries()) {
      const seen = newest[i] ?? []
      const trusted = groupByFuel(await trustedOf(snapshot, seen))
      for (const slug of slugs) {
        const known = (trusted.get(slug) ?? []).toSorted((a, b) => a.valorDeclarado - b.valorDeclarado)
        await setImmediate()
        past.get(slug)?.push(inColumns(em, isRepresentative(snapshot, slug, known) ? known : []))
        await setImmediate()
      }
    }
    return past
  }

  async function trustedOf(snapshot: Snapshot, seen: readonly Venda[]): Promise<Venda[]> {
    const judge = judgeOf(snapshot)
    const around = ({ cnpj, dataVenda }: Venda) =>
      salesAround(sales, snapshot, cnpj, dayOf(dataVenda), dayOf(dataVenda))
    const trusted: Venda[] = []
    for (const [i, venda] of seen.entries()) {
      if (i % BATCH === BATCH - 1) await setImmediate()
      if (await isTrusted(venda, judge, around)) trusted.push(venda)
    }
    return trusted
  }

  return { variations, weekBefore }
}

/** Of `sales` cheapest first. */
function inColumns(em: Instante, sales: readonly Venda[]): Past {
  const price = Int32Array.from(sales, ({ valorDeclarado }) => toThousandths(valorDeclarado))
  return {
    em,
    cnpjs: sales.map(({ cnpj }) => cnpj),
    price,
    soldAt: Float64Array.from(sales, ({ dataVenda }) => toMs(dataVenda)),
    median: median(price),
  }
}

function medianAmong(past: Past, keep: TrendOptions['keep'], horas: number | undefined): number | null {
  const prices: number[] = []
  forEachRecent(past, horas, (cnpj, price) => {
    if (!keep || keep(cnpj)) prices.push(price)
  })
  return median(prices)
}

/** Cheapest first. */
function forEachRecent(
  { em, cnpjs, price, soldAt }: Past,
  horas: number | undefined,
  visit: (cnpj: string, price: number) => void,
): void {
  const since = horas === undefined ? -Infinity : toMs(em) - horas * HOUR
  for (const [i, cnpj] of cnpjs.entries()) if ((soldAt[i] ?? 0) >= since) visit(cnpj, price[i] ?? 0)
}

/**
 * Shortly after a first collection the log knows only the stations that have not sold since, which are the odd ones; a
 * median of fewer than half of today's stations says nothing of that time.
 */
function isRepresentative(snapshot: Snapshot, slug: Slug, known: readonly Venda[]): boolean {
  return known.length * 2 >= snapshot.entries(slug).length
}
