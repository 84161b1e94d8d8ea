import type { Slug } from '../../domain/facts/fuels.ts'
import type { Registro } from '../../domain/facts/sale-record.ts'
import type { FatiaComFalha, Posto } from '../../domain/state/commit-state.ts'
import type { Instante } from '../../domain/basics/time.ts'
import { toMs } from '../../domain/basics/time.ts'
import type { Refusal } from '../../sources/normalize.ts'
import { isRefusal } from '../../sources/normalize.ts'
import type { Fatia, SliceAnswer, SourceFailure } from '../../sources/source.ts'
import { productKey } from '../merging/merge.ts'
import { createSharing } from '../merging/interning.ts'
import type { SliceMemory } from './slice-memory.ts'
import { noteAnswer, sliceKey } from './slice-memory.ts'

/** Reasons told apart in the counts; more would mean that reasons carry data. */
const MAX_REASONS = 20

/** What a collection has seen so far: whole slices only. */
export interface Tally {
  registros: Registro[]
  /** Products known before per slice: against these, answers fall short. */
  known: ReadonlyMap<string, number>
  /** Products shown per slice that answered. */
  answered: Map<string, number>
  failed: FatiaComFalha[]
  /** Slices that answered, to be remembered by the commit. */
  memory: SliceMemory
  pedidos: number
  falhas: number
  futuros: number
  invalidos: number
  motivos: Map<string, number>
  /** By how much the source's clock differs from ours, in milliseconds, at its nearest; undefined while it told none. */
  desvio: number | undefined
  share(registro: Registro): Registro
}

/** What was known before the collection. */
interface Before {
  /** A record that shows one of them unchanged holds that very object. */
  postos?: readonly Posto[]
  known?: ReadonlyMap<string, number>
}

export function createTally({ postos = [], known = new Map() }: Before = {}): Tally {
  return {
    registros: [],
    known,
    answered: new Map(),
    failed: [],
    memory: new Map(),
    pedidos: 0,
    falhas: 0,
    futuros: 0,
    invalidos: 0,
    motivos: new Map(),
    desvio: undefined,
    share: createSharing(postos),
  }
}

export function countAnswer(
  tally: Tally,
  fatia: Fatia,
  { registros, pedidos, falhas, relogio }: SliceAnswer<Registro | Refusal>,
  agora: Instante,
  before: SliceMemory,
): void {
  const kept: Registro[] = []
  for (const result of registros) {
    if (isRefusal(result)) countRefusal(tally, result.motivo, result.detalhe)
    else kept.push(result)
  }
  for (const registro of kept) tally.registros.push(registro)
  const key = sliceKey(fatia)
  tally.answered.set(key, new Set(kept.map(productKey)).size)
  tally.memory.set(key, noteAnswer(fatia, kept.length, agora, before.get(key)))
  tally.pedidos += pedidos
  tally.falhas += falhas
  if (relogio === undefined) return
  // Several servers may answer in the source's name: one that bears our clock out will do.
  const desvio = relogio - toMs(agora)
  if (tally.desvio === undefined || Math.abs(desvio) < Math.abs(tally.desvio)) tally.desvio = desvio
}

export function countFailure(tally: Tally, fatia: Fatia, failure: SourceFailure): void {
  tally.failed.push({ ...fatia, motivo: failure.message })
  tally.pedidos += failure.pedidos
  tally.falhas += failure.falhas
}

/** Fuels of which at least one valid record came: an empty answer proves nothing about a moody source. */
export function fuelsSeen({ registros }: Tally): Set<Slug> {
  return new Set(registros.map(({ combustivel }) => combustivel))
}

function countRefusal(tally: Tally, motivo: 'futuro' | 'invalido', detalhe: string): void {
  if (motivo === 'futuro') tally.futuros++
  else tally.invalidos++
  const known = tally.motivos.has(detalhe) || tally.motivos.size < MAX_REASONS
  const reason = known ? detalhe : 'Outros motivos.'
  tally.motivos.set(reason, (tally.motivos.get(reason) ?? 0) + 1)
}
