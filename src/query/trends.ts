import { setImmediate } from 'node:timers/promises'
import type { RespostaEstatisticas } from '../domain/answers.ts'
import type { Slug } from '../domain/fuels.ts'
import { slugs } from '../domain/fuels.ts'
import type { Venda } from '../domain/model.ts'
import { median, toThousandths } from '../domain/numbers.ts'
import { variation } from '../domain/summary.ts'
import { DAY, HOUR, addMs, dayOf } from '../domain/time.ts'
import type { Instante } from '../domain/time.ts'
import { isTrusted } from '../domain/trusted-sale.ts'
import type { Dataset } from './dataset.ts'
import { groupByFuel, judgeOf, salesAround } from './past-sales.ts'
import type { Snapshot } from './snapshot.ts'

export type VariacaoDaMediana = RespostaEstatisticas['combustiveis'][Slug]['variacao']

export interface TrendOptions {
  /** The stations that count; all unless given. */
  keep?: ((cnpj: string) => boolean) | undefined
  /** Only sales of so many hours before each instant, as `horas` asks of the present. */
  horas?: number | undefined
}

/** One fuel as it stood at an instant: trusted prices only, cheapest first. */
interface Past {
  em: Instante
  sales: readonly Venda[]
  /** Of all of them, in thousandths. */
  median: number | null
}

/** Sales judged between two breaths of the event loop. */
const BATCH = 2000

/** Medians of a day, a week and a month before a commit. Read once per commit, by the first question that needs them. */
export function createTrends({ sales }: Pick<Dataset, 'sales'>) {
  const ready = new WeakMap<Snapshot, Promise<Map<Slug, Past[]>>>()

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

  /** The trusted sales that stood a week before a commit, as the medians count them. */
  async function weekBefore(
    snapshot: Snapshot,
    slug: Slug,
    horas: number | undefined,
  ): Promise<readonly Venda[]> {
    const past = (await pastOf(snapshot)).get(slug)?.[1]
    return past ? recentOf(past, horas) : []
  }

  function pastOf(snapshot: Snapshot): Promise<Map<Slug, Past[]>> {
    const known = ready.get(snapshot)
    if (known) return known
    const reading = readPast(snapshot)
    ready.set(snapshot, reading)
    // A failed read must not be remembered: the next question tries again.
    reading.catch(() => ready.delete(snapshot))
    return reading
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
        const sales = isRepresentative(snapshot, slug, known) ? known : []
        past.get(slug)?.push({ em, sales, median: median(sales.map(thousandthsOf)) })
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

function medianAmong(past: Past, keep: TrendOptions['keep'], horas: number | undefined): number | null {
  const kept = recentOf(past, horas).filter(({ cnpj }) => !keep || keep(cnpj))
  return median(kept.map(thousandthsOf))
}

/** Cheapest first. */
function recentOf({ em, sales }: Past, horas: number | undefined): readonly Venda[] {
  if (horas === undefined) return sales
  const since = addMs(em, -horas * HOUR)
  return sales.filter(({ dataVenda }) => dataVenda >= since)
}

function thousandthsOf({ valorDeclarado }: Venda): number {
  return toThousandths(valorDeclarado)
}

/**
 * Shortly after a first collection the log knows only the stations that have not sold since, which are the odd ones; a
 * median of fewer than half of today's stations says nothing of that time.
 */
function isRepresentative(snapshot: Snapshot, slug: Slug, known: readonly Venda[]): boolean {
  return known.length * 2 >= snapshot.entries(slug).length
}
