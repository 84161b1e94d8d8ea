import { changesBetween } from '../../domain/trust/changes.ts'
import { combustiveis, perFuel } from '../../domain/facts/fuels.ts'
import type { Registro, Venda } from '../../domain/facts/sale-record.ts'
import { identityOf } from '../../domain/facts/sale-record.ts'
import type { Cabecalho, Coleta, Commit, Estado, Retido } from '../../domain/state/commit-state.ts'
import { emptyEstado } from '../../domain/state/commit-state.ts'
import type { Instante } from '../../domain/basics/time.ts'
import { dayOf, monthOf } from '../../domain/basics/time.ts'
import { GasolinaError } from '../../errors.ts'
import type { HeldBack, Store } from '../../store/store.ts'
import { showsAll } from '../asking/outcome.ts'
import { withoutFuture } from '../clock/future.ts'
import { holdBack } from '../merging/hold-back.ts'
import { merge } from '../merging/merge.ts'
import { rememberSlices } from '../asking/slice-memory.ts'
import type { Tally } from '../asking/tally.ts'
import { fuelsSeen } from '../asking/tally.ts'
import { closeDays } from '../days/days-of-places.ts'
import { loadNewest } from './load.ts'

/** Losing the race so often means that something publishes without end. */
const MAX_TRIES = 10

export interface Publisher {
  /** Puts earlier sales under the first commit: logged by month now, published with it. */
  begin(estado: Estado, vendas: ReadonlyMap<string, readonly Venda[]>): Promise<void>
  /** Logs what is new, then publishes; may be called again when more was seen. */
  publish(tally: Tally, describe: Describe): Promise<Commit>
  /** Notes what the published commit held back, or no longer holds. */
  noteHeldBack(): Promise<void>
}

/** Tells the collection as it stands, given what only the merge knows. */
export type Describe = (found: { vendasNovas: number; retidos: Retido[]; fim: Instante }) => Coleta

export interface PublisherOptions {
  store: Store
  /** The commit to merge upon; null when there is none that loads. */
  newest: Commit | null
  inicio: Instante
  now(): Instante
}

export function createPublisher({ store, newest, inicio, now }: PublisherOptions): Publisher {
  const appended: Venda[] = []
  /** As it was published, and without what cannot be. */
  let published = newest
  let base = newest && withoutFuture(newest, now())
  let estado = base?.estado ?? emptyEstado()
  let vendasNovas = 0
  let notes: Held['notes'] = []

  const log = async (month: string, vendas: readonly Venda[]): Promise<void> => {
    if (vendas.length > 0) await store.sales.append(month, vendas)
    for (const venda of vendas) appended.push(venda)
  }

  const attempt = async (
    tally: Tally,
    describe: Describe,
    again: boolean,
  ): Promise<Commit | 'superseded'> => {
    const fim = now()
    const held = newest === null ? nothingHeld(tally) : await judgeAll(store, estado, tally, inicio, fim)
    const merged = merge(estado, held.admitted, fim)
    await log(monthOf(inicio), again ? without(merged.novas, appended) : merged.novas)
    const seen = fuelsSeen(tally)
    const before = base?.cabecalho.atualizadoPorCombustivel
    const atualizadoPorCombustivel = perFuel(({ slug }) => (seen.has(slug) ? fim : (before?.[slug] ?? null)))
    const fatias = rememberSlices(base?.fatias ?? [])
    for (const [key, memory] of tally.memory) fatias.set(key, memory)
    const coleta = describe({ vendasNovas: vendasNovas + merged.novas.length, retidos: held.retidos, fim })
    const reconstruidoEm = showsAll(coleta) ? undefined : base?.cabecalho.reconstruidoEm
    const acervo = await store.sales.fileCounts(base?.cabecalho.acervo, fim)
    const dias = await closeDays({ store, estado: merged.estado, base, hoje: dayOf(fim) })
    const outcome = await store.commits.publish({
      prev: base?.cabecalho.seq ?? null,
      prevSha256: base?.sha256,
      publicadoEm: fim,
      atualizadoEm: newestOf(atualizadoPorCombustivel) ?? fim,
      atualizadoPorCombustivel,
      ...(reconstruidoEm !== undefined && { reconstruidoEm }),
      ...(acervo && { acervo }),
      dias,
      coleta,
      estado: merged.estado,
      fatias: [...fatias.values()],
      ...(published && { derivados: { mudancas: changesBetween(published.estado, merged.estado) } }),
    })
    if (outcome === 'superseded') return outcome
    vendasNovas += merged.novas.length
    notes = held.notes
    return outcome
  }

  return {
    async begin(earlier, vendas) {
      for (const [month, sales] of vendas) {
        await log(month, sales)
        vendasNovas += sales.length
      }
      estado = earlier
    },
    async noteHeldBack() {
      for (const [slug, note] of notes) await store.notes.writeHeldBack(slug, note)
    },
    async publish(tally, describe) {
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const outcome = await attempt(tally, describe, tries > 0)
        // Another collector published meanwhile: what it saw stands, and what remains to say is said upon it.
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
}

interface Held {
  admitted: Registro[]
  retidos: Retido[]
  /** To be written once the commit stands. Where nothing is held there is to be no note, not even a damaged one. */
  notes: [Retido['combustivel'], HeldBack | null][]
}

function nothingHeld({ registros }: Tally): Held {
  return { admitted: registros, retidos: [], notes: [] }
}

async function judgeAll(
  store: Store,
  estado: Estado,
  { registros }: Tally,
  inicio: Instante,
  fim: Instante,
): Promise<Held> {
  const result: Held = { admitted: [], retidos: [], notes: [] }
  const shown = perFuel<Registro[]>(() => [])
  for (const registro of registros) shown[registro.combustivel].push(registro)
  for (const { slug } of combustiveis) {
    const before = await store.notes.readHeldBack(slug)
    const { admitted, held, retido } = holdBack({
      combustivel: slug,
      atuais: estado.atuais[slug],
      shown: shown[slug],
      before,
      inicio,
      fim,
    })
    for (const registro of admitted) result.admitted.push(registro)
    if (retido) result.retidos.push(retido)
    result.notes.push([slug, held])
  }
  return result
}

/** After a lost race: what this collection logged before it lost is in the log already. */
function without(vendas: readonly Venda[], appended: readonly Venda[]): Venda[] {
  const logged = new Set(appended.map(identityOf))
  return vendas.filter((venda) => !logged.has(identityOf(venda)))
}

function newestOf(atualizado: Cabecalho['atualizadoPorCombustivel']): Instante | undefined {
  return Object.values(atualizado)
    .filter((em) => em !== null)
    .toSorted()
    .at(-1)
}
