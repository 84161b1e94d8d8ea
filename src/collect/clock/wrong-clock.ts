import { perFuel } from '../../domain/facts/fuels.ts'
import type { Atual, Cabecalho, Coleta, Commit, Posto } from '../../domain/state/commit-state.ts'
import * as time from '../../domain/basics/time.ts'
import type { Registro } from '../../domain/facts/sale-record.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { PRICES_FOR_A_MEDIAN, WINDOW_DAYS } from '../../domain/facts/rules.ts'
import { dayAndTime } from '../../format/words/formatting.ts'
import { MAX_AHEAD } from '../../sources/normalize.ts'

/** Difference from which a clock counts as wrong. */
export const CLOCK_TOLERANCE = time.HOUR

/** The present, never going back. After a clock is set by more than an hour, the monotonic time since the start counts. */
export function createSteadyClock(clock: time.Clock, floor?: time.Instante): () => time.Instante {
  const begun = clock() - performance.now()
  let latest = floor ? time.toMs(floor) : -Infinity
  return () => {
    const passed = begun + performance.now()
    const shown = clock()
    latest = Math.max(latest, Math.abs(shown - passed) > CLOCK_TOLERANCE ? passed : shown)
    return time.instante(latest)
  }
}

/** True when a commit is dated in the future: this clock is wrong, or that of its collection was. */
export function isAhead({ publicadoEm, atualizadoEm }: Cabecalho, agora: time.Instante): boolean {
  const latest = time.addMs(agora, CLOCK_TOLERANCE)
  return publicadoEm > latest || atualizadoEm > latest
}

/** A commit without its sales, day medians and answers of slices dated in the future by a wrong clock. */
export function withoutFuture(commit: Commit, agora: time.Instante): Commit {
  if (!isAhead(commit.cabecalho, agora)) return commit
  const { sha256, cabecalho, estado, fatias, cadastro } = commit
  const latest = time.addMs(agora, MAX_AHEAD)
  const atuais = perFuel(({ slug }) =>
    estado.atuais[slug].filter(({ produto }) => produto.venda.dataVenda <= latest),
  )
  const known = groupBy(Object.values(atuais).flat(), ({ cnpj }) => cnpj)
  return {
    sha256,
    cabecalho: {
      ...cabecalho,
      atualizadoPorCombustivel: perFuel(({ slug }) => {
        const em = cabecalho.atualizadoPorCombustivel[slug]
        if (em === null || em <= latest) return em
        // The true time is lost; it was not before the newest sale.
        return time.latestOf(atuais[slug].map(({ produto }) => produto.venda.dataVenda))
      }),
    },
    estado: {
      atuais,
      postos: estado.postos.flatMap((posto) => knownBefore(posto, latest, known)),
      medianas: perFuel(({ slug }) => estado.medianas[slug].filter(({ dia }) => dia <= time.dayOf(agora))),
    },
    fatias: fatias.filter(({ consultadaEm }) => consultadaEm <= latest),
    ...(cadastro && { cadastro }),
  }
}

function knownBefore(posto: Posto, latest: time.Instante, known: ReadonlyMap<string, readonly Atual[]>) {
  const { estabelecimento, primeiraVenda, ultimaVenda } = posto
  if (ultimaVenda <= latest) return [posto]
  if (primeiraVenda > latest) return []
  const sales = (known.get(estabelecimento.cnpj) ?? []).map(({ produto }) => produto.venda.dataVenda)
  return [{ ...posto, ultimaVenda: time.latestOf(sales) ?? primeiraVenda }]
}

/** When the source's newest sale is older than all that it shows, and a day more, one of the two clocks is wrong. */
const OLDEST_NEWS = (WINDOW_DAYS + 1) * time.DAY

/** A collection so far. `desvio`: the source's clock less ours, in milliseconds. */
interface Shown {
  desvio: number | undefined
  registros: readonly Registro[]
  recusados: Pick<Coleta['recusados'], 'futuros'>
}

/**
 * Why nothing that came is kept, a Portuguese sentence: this machine's clock is wrong by the source's own time or, where that is
 * missing or contradicted by later sales, by its sales, which are of the last ten days. `ahead`: the time of a newest commit dated in
 * the future, upon which nothing is merged until the source confirms the clock.
 */
export function clockDoubt(
  { desvio, registros, recusados }: Shown,
  agora: time.Instante,
  ahead: time.Instante | undefined,
): string | undefined {
  if (desvio !== undefined) {
    const told = time.addMs(agora, desvio)
    if (Math.abs(desvio) <= CLOCK_TOLERANCE) return undefined
    if (countAfter(registros, time.addMs(told, MAX_AHEAD)) < PRICES_FOR_A_MEDIAN)
      return disagreement(agora, `o da fonte, ${dayAndTime(told)}`)
  }
  if (registros.length === 0) return undefined
  if (countAfter(registros, time.addMs(agora, -OLDEST_NEWS)) === 0) {
    const newest = time.latestOf(registros.map(({ produto }) => produto.venda.dataVenda)) ?? ''
    return disagreement(agora, `a venda mais recente é de ${dayAndTime(newest)}`)
  }
  return ahead !== undefined && recusados.futuros > 0
    ? disagreement(agora, `o último commit, ${dayAndTime(ahead)}`)
    : undefined
}

function disagreement(agora: time.Instante, other: string): string {
  return `O relógio desta máquina marca ${dayAndTime(agora)} e ${other}: acerte-o, se o errado é este. Nada do que veio foi guardado, e a próxima coleta tenta de novo.`
}

function countAfter(registros: readonly Registro[], moment: time.Instante): number {
  return registros.reduce((count, { produto }) => count + Number(produto.venda.dataVenda > moment), 0)
}
