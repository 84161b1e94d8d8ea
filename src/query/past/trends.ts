import { pause } from '../../domain/basics/event-loop.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { type Slug, slugs } from '../../domain/facts/fuels.ts'
import type { Venda } from '../../domain/facts/sale-record.ts'
import { toThousandths } from '../../domain/basics/numbers.ts'
import { type Present, changeFrom } from '../../domain/past/periods.ts'
import { oncePer } from '../../domain/basics/memoize.ts'
import { DAY, HOUR, type Dia, type Instante, addMs, toMs } from '../../domain/basics/time.ts'
import { isTrusted } from '../../domain/trust/judging-past.ts'
import { judgeOf, knownSales } from './past-sales.ts'
import { type Snapshot, newestSale } from '../lists/snapshot.ts'

interface Asked extends Present {
  /** CNPJs of the stations that count, of the present and the past; all unless given. */
  among?: ReadonlySet<string> | null
  /** Only sales of so many hours before each instant, as `horas` asks of the present. */
  horas?: number | undefined
}

/** Change of a fuel's median since a day, a week and a month before a commit. */
export async function variations(snapshot: Snapshot, slug: Slug, { among, horas, ...present }: Asked) {
  const [dia = null, semana = null, mes = null] = ((await pastOf(snapshot)).get(slug) ?? []).map((past) => {
    const isRecent = recentIn(past, horas)
    const prices = past.price.filter((_, i) => isRecent(i) && (!among || among.has(past.cnpjs[i] ?? '')))
    return changeFrom(prices, present)
  })
  return { dia, semana, mes }
}

/** The trusted prices that stood a week before a commit, as the medians count them. */
export async function pricesOfWeekBefore(snapshot: Snapshot, slug: Slug, horas: number | undefined) {
  const past = (await pastOf(snapshot)).get(slug)?.[1]
  if (!past) return []
  const isRecent = recentIn(past, horas)
  return past.cnpjs.flatMap((cnpj, i) => (isRecent(i) ? { cnpj, price: past.price[i] ?? 0 } : []))
}

/** Prices of a day, a week and a month before a commit, read by the first question that needs them. */
const pastOf = oncePer(async (snapshot: Snapshot) => {
  const instants = [DAY, 7 * DAY, 30 * DAY].map((ago) => addMs(snapshot.atualizadoEm, -ago))
  const newest = await snapshot.sales.newestAsOf(instants)
  const past = new Map<Slug, Past[]>(slugs.map((slug) => [slug, []]))
  for (const [i, em] of instants.entries()) {
    // Without a sale since then, the prices of an instant are those of the present: no change is known.
    const seen = toMs(em) < newestSale(snapshot) ? (newest[i] ?? []) : []
    const trusted = groupBy(await trustedOf(snapshot, seen), ({ combustivel }) => combustivel)
    for (const slug of slugs) {
      const known = (trusted.get(slug) ?? []).toSorted((a, b) => a.valorDeclarado - b.valorDeclarado)
      await pause()
      past.get(slug)?.push(inColumns(em, known))
      await pause()
    }
  }
  return past
})

async function trustedOf(snapshot: Snapshot, seen: readonly Venda[]): Promise<Venda[]> {
  const judge = judgeOf(snapshot)
  const salesOf = (cnpj: string, desde: Dia, ate: Dia) => knownSales(snapshot, { cnpj, desde, ate })
  const trusted: Venda[] = []
  for (const venda of seen) {
    await pause()
    if (await isTrusted(venda, judge, salesOf)) trusted.push(venda)
  }
  return trusted
}

type Past = ReturnType<typeof inColumns>

/** A fuel at an instant: trusted prices, cheapest first, in columns, as servers hold three of them: a fifth of the memory of sales. */
function inColumns(em: Instante, sales: readonly Venda[]) {
  return {
    em,
    cnpjs: sales.map(({ cnpj }) => cnpj),
    /** Prices in thousandths. */
    price: Int32Array.from(sales, ({ valorDeclarado }) => toThousandths(valorDeclarado)),
    soldAt: Float64Array.from(sales, ({ dataVenda }) => toMs(dataVenda)),
  }
}

function recentIn({ em, soldAt }: Past, horas: number | undefined): (i: number) => boolean {
  const since = horas === undefined ? -Infinity : toMs(em) - horas * HOUR
  return (i) => (soldAt[i] ?? 0) >= since
}
