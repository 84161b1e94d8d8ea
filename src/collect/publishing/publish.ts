import { changesBetween } from '../../domain/trust/changes.ts'
import { perFuel } from '../../domain/facts/fuels.ts'
import { type Registro, type Venda, identityOf } from '../../domain/facts/sale-record.ts'
import { type Coleta, type Commit, emptyEstado } from '../../domain/state/commit-state.ts'
import * as time from '../../domain/basics/time.ts'
import type { Draft } from '../../store/commits/commit-file.ts'
import type { Store } from '../../store/store.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { createMemory } from '../../domain/basics/memoize.ts'
import { isRefusal, normalize } from '../../sources/normalize.ts'
import type { SlugERegistro } from '../../sources/source.ts'
import { describe, showsAll } from '../asking/collection-report.ts'
import { withoutFuture } from '../clock/wrong-clock.ts'
import { type AdmissionOfFuel, holdBackAll, withHeldDays } from '../merging/hold-back.ts'
import { type Merged, createInterning, merge } from '../merging/merge.ts'
import { type SweepResult, rememberSlices } from '../asking/sweep-result.ts'
import { closeDays } from '../days/days-of-places.ts'
import { publishUpon } from './rebuild.ts'

interface PublisherOptions {
  store: Store
  /** The commit to merge upon; null when there is none that loads. */
  newest: Commit | null
  inicio: time.Instante
  now(): time.Instante
}

export function createPublisher({ store, newest, inicio, now }: PublisherOptions) {
  let base = baseOf(newest)
  /** The state to merge upon where no commit loads. */
  let known = emptyEstado()
  let vendasNovas = 0
  let admissions: readonly AdmissionOfFuel[] = []
  /** Identities of the sales logged, also by tries that lost their race. */
  const logged = new Set<string>()

  return {
    /** Logs earlier sales by the month they were made in; the first commit publishes their state. */
    async begin(earlier: Iterable<SlugERegistro>): Promise<void> {
      const { estado, vendas } = backfill(earlier, inicio)
      for (const [month, sales] of groupBy(vendas, ({ dataVenda }) => time.monthOf(dataVenda)))
        await store.sales.append(month, sales)
      vendasNovas += vendas.length
      known = estado
    },
    async noteHeldBack(): Promise<void> {
      for (const { combustivel, held } of admissions) await store.notes.writeHeldBack(combustivel, held)
    },
    /** Logs the new sales, then publishes; may be called again with more records. `motivo`: why the collection is partial. */
    async publish(result: SweepResult, motivo?: string): Promise<Commit> {
      const upon = { store, newest: base.published, now }
      const commit = await publishUpon(upon, (newest) => nextDraft(newest, result, motivo))
      base = baseOf(commit)
      vendasNovas = commit.cabecalho.coleta.vendasNovas
      return commit
    },
  }

  /** The commit to merge upon, as it was published and without sales dated in the future. */
  function baseOf(published: Commit | null) {
    return { published, believed: published && withoutFuture(published, now()) }
  }

  async function nextDraft(published: Commit | null, result: SweepResult, motivo?: string): Promise<Draft> {
    const { registros, failed } = result
    if (published !== base.published) base = baseOf(published)
    const fim = now()
    known = base.believed?.estado ?? known
    admissions = newest ? await holdBackAll(store.notes, known, registros, { inicio, fim }) : []
    const shown = newest ? admissions.flatMap(({ admitted }) => admitted) : registros
    const merged = merge(withHeldDays(known, admissions, fim), shown, fim)
    const novas = merged.novas.filter((venda) => !logged.has(identityOf(venda)))
    if (novas.length > 0) await store.sales.append(time.monthOf(inicio), novas)
    for (const venda of novas) logged.add(identityOf(venda))
    const coleta = describe(result, {
      vendasNovas: vendasNovas + merged.novas.length,
      retidos: admissions.flatMap(({ retido }) => retido ?? []),
      inicio,
      fim,
      resultado: motivo || failed.length > 0 ? 'parcial' : 'completa',
      ...(motivo && { motivo }),
    })
    return draftOf(result, merged, coleta)
  }

  async function draftOf(result: SweepResult, { estado, novas }: Merged, coleta: Coleta): Promise<Draft> {
    const { fim } = coleta
    const { published, believed } = base
    const hasNews = novas.length > 0 || believed !== published
    // An empty answer is not proof: the source sometimes returns nothing.
    const seen = new Set(result.registros.map(({ combustivel }) => combustivel))
    const before = believed?.cabecalho
    const atualizadoPorCombustivel = perFuel(({ slug }) =>
      seen.has(slug) ? fim : (before?.atualizadoPorCombustivel[slug] ?? null),
    )
    const fatias = rememberSlices([...(believed?.fatias ?? []), ...result.memory.values()])
    const reconstruidoEm = showsAll(coleta) ? undefined : before?.reconstruidoEm
    const acervo = await store.sales.fileCounts(before?.acervo, fim)
    return {
      prev: before?.seq ?? null,
      prevSha256: believed?.sha256,
      publicadoEm: fim,
      atualizadoEm: time.latestOf(Object.values(atualizadoPorCombustivel)) ?? fim,
      atualizadoPorCombustivel,
      ...(reconstruidoEm !== undefined && { reconstruidoEm }),
      ...(acervo && { acervo }),
      dias: await closeDays({ store, estado, base: believed, hoje: time.dayOf(fim), hasNews }),
      coleta,
      estado,
      fatias: [...fatias.values()],
      cadastro: believed?.cadastro,
      ...(published && { mudancas: changesBetween(published.estado, estado) }),
    }
  }
}

/** Merges sales day by day, so that each day gets its median. They come as they were first seen: one of an earlier day counts as new. */
function backfill(earlier: Iterable<SlugERegistro>, agora: time.Instante) {
  const share = createInterning([])
  const days = new Map<time.Dia, Registro[]>()
  const salesOf = createMemory(days)
  let dia: time.Dia = ''
  for (const { combustivel, registro } of earlier) {
    const sale = normalize(registro, combustivel, agora)
    if (isRefusal(sale)) continue
    dia = time.later(dia, time.dayOf(sale.produto.venda.dataVenda))
    salesOf(dia, () => []).push(share(sale))
  }
  const vendas: Venda[] = []
  let estado = emptyEstado()
  for (const [day, sales] of days) {
    const merged = merge(estado, sales, time.endOfDay(day))
    estado = merged.estado
    for (const venda of merged.novas) vendas.push(venda)
  }
  return { estado, vendas }
}
