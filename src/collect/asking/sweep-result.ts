import type { Slug } from '../../domain/facts/fuels.ts'
import type { Registro } from '../../domain/facts/sale-record.ts'
import type { FatiaComFalha, Posto } from '../../domain/state/commit-state.ts'
import type { Instante } from '../../domain/basics/time.ts'
import { toMs } from '../../domain/basics/time.ts'
import type { Refusal } from '../../sources/normalize.ts'
import { isRefusal } from '../../sources/normalize.ts'
import type { Fatia, SliceAnswer, SourceFailure } from '../../sources/source.ts'
import { productKeyOf } from '../merging/merge.ts'
import { createInterning } from '../merging/interning.ts'
import type { SliceMemory } from './slice-memory.ts'
import { noteAnswer, sliceKey } from './slice-memory.ts'

/** Reasons told apart in the counts; more would mean that reasons carry data. */
const MAX_REASONS = 20

/** What a collection has seen so far: whole slices only. */
export interface SweepResult {
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

export function createSweepResult({ postos = [], known = new Map() }: Before = {}): SweepResult {
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
    share: createInterning(postos),
  }
}

export function countAnswer(
  result: SweepResult,
  fatia: Fatia,
  { registros, pedidos, falhas, relogio }: SliceAnswer<Registro | Refusal>,
  agora: Instante,
  before: SliceMemory,
): void {
  const kept: Registro[] = []
  for (const record of registros) {
    if (isRefusal(record)) countRefusal(result, record.motivo, record.detalhe)
    else kept.push(record)
  }
  for (const registro of kept) result.registros.push(registro)
  const key = sliceKey(fatia)
  result.answered.set(key, new Set(kept.map(productKeyOf)).size)
  result.memory.set(key, noteAnswer(fatia, kept.length, agora, before.get(key)))
  result.pedidos += pedidos
  result.falhas += falhas
  if (relogio === undefined) return
  // Several servers may answer in the source's name: one that bears our clock out will do.
  const desvio = relogio - toMs(agora)
  if (result.desvio === undefined || Math.abs(desvio) < Math.abs(result.desvio)) result.desvio = desvio
}

export function countFailure(result: SweepResult, fatia: Fatia, failure: SourceFailure): void {
  result.failed.push({ ...fatia, motivo: failure.message })
  result.pedidos += failure.pedidos
  result.falhas += failure.falhas
}

/** Fuels of which at least one valid record came: an empty answer proves nothing about a moody source. */
export function fuelsSeen({ registros }: SweepResult): Set<Slug> {
  return new Set(registros.map(({ combustivel }) => combustivel))
}

function countRefusal(result: SweepResult, motivo: 'futuro' | 'invalido', detalhe: string): void {
  if (motivo === 'futuro') result.futuros++
  else result.invalidos++
  const known = result.motivos.has(detalhe) || result.motivos.size < MAX_REASONS
  const reason = known ? detalhe : 'Outros motivos.'
  result.motivos.set(reason, (result.motivos.get(reason) ?? 0) + 1)
}
