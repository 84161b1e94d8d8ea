import { setImmediate } from 'node:timers/promises'
import type { RespostaEstatisticas } from '../../domain/answers/estatisticas.ts'
import { type Slug, slugs } from '../../domain/facts/fuels.ts'
import type { Venda } from '../../domain/facts/sale-record.ts'
import { toThousandths } from '../../domain/basics/numbers.ts'
import { changeFrom } from '../../domain/past/place-periods.ts'
import { oncePer } from '../../domain/basics/memoize.ts'
import { DAY, HOUR, type Instante, addMs, dayOf, toMs } from '../../domain/basics/time.ts'
import { isTrusted } from '../../domain/trust/judging-past.ts'
import type { Dataset } from '../current/dataset.ts'
import { groupByFuel, judgeOf, salesAround } from './past-sales.ts'
import type { Snapshot } from '../lists/snapshot.ts'

type VariacaoDaMediana = RespostaEstatisticas['combustiveis'][Slug]['variacao']

export interface TrendOptions {
  /** Number of stations now: of a time for which fewer than half of them are known there is no median. */
  stations: number
  /** Stations that count; all unless given. */
  keep?: ((cnpj: string) => boolean) | undefined
  /** Only sales of so many hours before each instant, as `horas` asks of the present. */
  horas?: number | undefined
}

/** A price of a time past, in thousandths. */
export interface PastPrice {
  cnpj: string
  price: number
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
    { stations, keep, horas }: TrendOptions,
  ): Promise<VariacaoDaMediana> {
    const [dia, semana, mes] = ((await pastOf(snapshot)).get(slug) ?? []).map((past) => {
      const prices = keep || horas !== undefined ? pricesAmong(past, keep, horas) : past.price
      return changeFrom(prices, { stations, now })
    })
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
        past.get(slug)?.push(inColumns(em, known))
        await setImmediate()
      }
    }
    return past
  }

  async function trustedOf(snapshot: Snapshot, seen: readonly Venda[]): Promise<Venda[]> {
    const judge = judgeOf(snapshot)
    const around = ({ cnpj, dataVenda }: Venda) =>
      salesAround(sales, snapshot, { cnpj, desde: dayOf(dataVenda), ate: dayOf(dataVenda) })
    const trusted: Venda[] = []
    for (const [i, venda] of seen.entries()) {
      if (i % BATCH === BATCH - 1) await setImmediate()
      if (await isTrusted(venda, judge, around)) trusted.push(venda)
    }
    return trusted
  }

  return { variations, weekBefore }
}

type Past = ReturnType<typeof inColumns>

/**
 * One fuel as it stood at an instant: trusted prices only, cheapest first. In columns, as a server holds those of three instants and
 * of every station: a fifth of the memory they would take as sales.
 */
function inColumns(em: Instante, sales: readonly Venda[]) {
  return {
    em,
    cnpjs: sales.map(({ cnpj }) => cnpj),
    /** In thousandths. */
    price: Int32Array.from(sales, ({ valorDeclarado }) => toThousandths(valorDeclarado)),
    soldAt: Float64Array.from(sales, ({ dataVenda }) => toMs(dataVenda)),
  }
}

function pricesAmong(past: Past, keep: TrendOptions['keep'], horas: number | undefined): number[] {
  const prices: number[] = []
  forEachRecent(past, horas, (cnpj, price) => {
    if (!keep || keep(cnpj)) prices.push(price)
  })
  return prices
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
