import { changesBetween } from '../../domain/trust/changes.ts'
import { perFuel } from '../../domain/facts/fuels.ts'
import { type Registro, type Venda, identityOf } from '../../domain/facts/sale-record.ts'
import { type Coleta, type Commit, emptyEstado } from '../../domain/state/commit-state.ts'
import {
  type Dia,
  type Instante,
  dayOf,
  endOfDay,
  later,
  latestOf,
  monthOf,
} from '../../domain/basics/time.ts'
import { GasolinaError } from '../../errors.ts'
import type { Draft } from '../../store/commits/commit-file.ts'
import type { Store } from '../../store/store.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { createMemory } from '../../domain/basics/memoize.ts'
import { isRefusal, normalize } from '../../sources/normalize.ts'
import type { SlugERegistro } from '../../sources/source.ts'
import { createInterning } from '../merging/interning.ts'
import { describe, showsAll } from '../asking/collection-report.ts'
import { withoutFuture } from '../clock/wrong-clock.ts'
import { type AdmissionOfFuel, holdBackAll, withHeldDays } from '../merging/hold-back.ts'
import { type Merged, merge } from '../merging/merge.ts'
import { type SweepResult, rememberSlices } from '../asking/sweep-result.ts'
import { closeDays } from '../days/days-of-places.ts'
import { loadNewest } from './rebuild.ts'

/** So many lost races mean that something publishes without end. */
const MAX_TRIES = 10

interface PublisherOptions {
  store: Store
  /** The commit to merge upon; null when there is none that loads. */
  newest: Commit | null
  inicio: Instante
  now(): Instante
}

export function createPublisher({ store, newest, inicio, now }: PublisherOptions) {
  /** Sales logged by tries that lost their race. */
  const logged = new Set<string>()
  /** The newest commit as it was published; `base` is without sales dated in the future. */
  let published = newest
  let base = newest && withoutFuture(newest, now())
  let estado = base?.estado ?? emptyEstado()
  let vendasNovas = 0
  let admissions: AdmissionOfFuel[] = []

  return {
    /** Logs earlier sales by the month they were made in; the first commit publishes their state. */
    async begin(earlier: Iterable<SlugERegistro>): Promise<void> {
      const { estado: state, vendas } = backfill(earlier, inicio)
      for (const [month, sales] of groupBy(vendas, ({ dataVenda }) => monthOf(dataVenda)))
        await store.sales.append(month, sales)
      vendasNovas += vendas.length
      estado = state
    },
    async noteHeldBack(): Promise<void> {
      for (const { combustivel, held } of admissions) await store.notes.writeHeldBack(combustivel, held)
    },
    /** Logs the new sales, then publishes; may be called again with more records. `motivo`: why the collection is partial. */
    async publish(result: SweepResult, motivo?: string): Promise<Commit> {
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const outcome = await attempt(result, motivo)
        // Superseded: another collector published meanwhile, and the records are merged upon its commit.
        published = outcome === 'superseded' ? await loadNewest(store, now()) : outcome
        base = published && withoutFuture(published, now())
        estado = base?.estado ?? estado
        if (outcome !== 'superseded') return outcome
      }
      throw new GasolinaError(
        'armazenamento_falhou',
        `Outras coletas publicaram ${MAX_TRIES} vezes enquanto esta tentava; nada se perdeu, tente de novo.`,
      )
    },
  }

  async function attempt(result: SweepResult, motivo: string | undefined): Promise<Commit | 'superseded'> {
    const { registros, failed } = result
    const fim = now()
    const admitted = newest ? await holdBackAll(store.notes, estado, registros, { inicio, fim }) : []
    const shown = newest ? admitted.flatMap((each) => each.admitted) : registros
    const merged = merge(withHeldDays(estado, admitted, fim), shown, fim)
    const novas = merged.novas.filter((venda) => logged.size === 0 || !logged.has(identityOf(venda)))
    if (novas.length > 0) await store.sales.append(monthOf(inicio), novas)
    const coleta = describe(result, {
      vendasNovas: vendasNovas + merged.novas.length,
      retidos: admitted.flatMap(({ retido }) => retido ?? []),
      inicio,
      fim,
      resultado: motivo || failed.length > 0 ? 'parcial' : 'completa',
      ...(motivo && { motivo }),
    })
    const outcome = await store.commits.publish(await draftOf(result, merged, coleta))
    if (outcome === 'superseded') {
      for (const venda of novas) logged.add(identityOf(venda))
      return outcome
    }
    vendasNovas += merged.novas.length
    admissions = admitted
    return outcome
  }

  async function draftOf(result: SweepResult, { estado, novas }: Merged, coleta: Coleta): Promise<Draft> {
    const { fim } = coleta
    const hasNews = novas.length > 0 || base !== published
    // An empty answer is not proof: the source sometimes returns nothing.
    const seen = new Set(result.registros.map(({ combustivel }) => combustivel))
    const before = base?.cabecalho
    const atualizadoPorCombustivel = perFuel(({ slug }) =>
      seen.has(slug) ? fim : (before?.atualizadoPorCombustivel[slug] ?? null),
    )
    const fatias = rememberSlices([...(base?.fatias ?? []), ...result.memory.values()])
    const reconstruidoEm = showsAll(coleta) ? undefined : before?.reconstruidoEm
    const acervo = await store.sales.fileCounts(before?.acervo, fim)
    return {
      prev: before?.seq ?? null,
      prevSha256: base?.sha256,
      publicadoEm: fim,
      atualizadoEm: latestOf(Object.values(atualizadoPorCombustivel)) ?? fim,
      atualizadoPorCombustivel,
      ...(reconstruidoEm !== undefined && { reconstruidoEm }),
      ...(acervo && { acervo }),
      dias: await closeDays({ store, estado, base, hoje: dayOf(fim), hasNews }),
      coleta,
      estado,
      fatias: [...fatias.values()],
      cadastro: base?.cadastro,
      ...(published && { mudancas: changesBetween(published.estado, estado) }),
    }
  }
}

/** Merges sales day by day, so that each day gets its median. They come as they were first seen: one of an earlier day counts as new. */
function backfill(earlier: Iterable<SlugERegistro>, agora: Instante) {
  const share = createInterning([])
  const days = new Map<Dia, Registro[]>()
  const salesOf = createMemory(days)
  let dia: Dia = ''
  for (const { combustivel, registro } of earlier) {
    const sale = normalize(registro, combustivel, agora)
    if (isRefusal(sale)) continue
    dia = later(dia, dayOf(sale.produto.venda.dataVenda))
    salesOf(dia, () => []).push(share(sale))
  }
  const vendas: Venda[] = []
  let estado = emptyEstado()
  for (const [day, sales] of days) {
    const merged = merge(estado, sales, endOfDay(day))
    estado = merged.estado
    for (const venda of merged.novas) vendas.push(venda)
  }
  return { estado, vendas }
}
