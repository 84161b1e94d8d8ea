import { combustiveis } from '../../domain/facts/fuels.ts'
import type { Registro } from '../../domain/facts/sale-record.ts'
import * as state from '../../domain/state/commit-state.ts'
import { DAY, HOUR, type Instante, toMs } from '../../domain/basics/time.ts'
import { type Refusal, isRefusal } from '../../sources/normalize.ts'
import type { Fatia, SliceAnswer } from '../../sources/source.ts'
import { createInterning, productKeyOf } from '../merging/merge.ts'

/** Distinct reasons counted; more would mean that reasons contain data. */
const MAX_REASONS = 20

/** The records and counts of a collection so far: whole slices only. */
export type SweepResult = ReturnType<typeof createSweepResult>

/** `before`: the commit upon which the collection is merged; records share the objects of its unchanged stations. */
export function createSweepResult(before: Pick<state.Commit, 'estado' | 'fatias'> | null = null) {
  const { estado, fatias } = before ?? { estado: state.emptyEstado(), fatias: [] }
  const recusados: state.Coleta['recusados'] = { futuros: 0, invalidos: 0, motivos: {} }
  return {
    registros: [] as Registro[],
    /** Products known before per slice: against these, answers fall short. */
    known: productsPerSlice(estado),
    /** Products shown per slice that answered. */
    answered: new Map<string, number>(),
    failed: [] as state.FatiaComFalha[],
    failuresInARow: 0,
    /** A failure that all other requests would meet too, or with a time to wait. */
    isRefused: false,
    /** Of slices asked before this collection, and in it. */
    remembered: rememberSlices(fatias),
    memory: new Map() as SliceMemory,
    pedidos: 0,
    falhas: 0,
    recusados,
    /** Smallest difference between the source's clock and ours, in milliseconds; undefined without one. */
    desvio: undefined as number | undefined,
    share: createInterning(estado.postos),
  }
}

export function countAnswer(
  result: SweepResult,
  fatia: Fatia,
  { registros, relogio }: SliceAnswer<Registro | Refusal>,
  agora: Instante,
): void {
  const kept = registros.filter((record): record is Registro => !isRefusal(record))
  for (const refusal of registros.filter(isRefusal)) countRefusal(result.recusados, refusal)
  for (const registro of kept) result.registros.push(registro)
  const key = sliceKey(fatia)
  result.answered.set(key, new Set(kept.map(productKeyOf)).size)
  const { codigoIBGE, combustivel } = fatia
  // Never seen with data: counted from the first question, as the source sometimes returns nothing.
  const comDadosEm = kept.length > 0 ? agora : (result.remembered.get(key)?.comDadosEm ?? agora)
  result.memory.set(key, { codigoIBGE, combustivel, consultadaEm: agora, comDadosEm, registros: kept.length })
  if (relogio === undefined) return
  // Several servers may answer for the source: one that confirms our clock is enough.
  const desvio = relogio - toMs(agora)
  if (result.desvio === undefined || Math.abs(desvio) < Math.abs(result.desvio)) result.desvio = desvio
}

function countRefusal(recusados: state.Coleta['recusados'], { motivo, detalhe }: Refusal): void {
  const { motivos } = recusados
  recusados[motivo === 'futuro' ? 'futuros' : 'invalidos']++
  const known = Object.hasOwn(motivos, detalhe) || Object.keys(motivos).length < MAX_REASONS
  const reason = known ? detalhe : 'Outros motivos.'
  motivos[reason] = (motivos[reason] ?? 0) + 1
}

/** A slice without records for so long is asked only once a day: two thirds of the 612 never have any. */
const LONG_EMPTY = 3 * DAY
/** A little less than a day, or the daily question would wander one collection later each day. */
const ASK_EMPTY_AGAIN_AFTER = 23 * HOUR

type SliceMemory = Map<string, state.MemoriaDaFatia>

function sliceKey({ codigoIBGE, combustivel }: Pick<Fatia, 'codigoIBGE' | 'combustivel'>): string {
  return `${codigoIBGE}|${combustivel}`
}

export function rememberSlices(fatias: Iterable<state.MemoriaDaFatia>): SliceMemory {
  return new Map([...fatias].map((fatia) => [sliceKey(fatia), fatia]))
}

export function dueSlices(fatias: readonly Fatia[], memory: SliceMemory, agora: Instante): Fatia[] {
  const now = toMs(agora)
  return fatias.filter((fatia) => {
    const known = memory.get(sliceKey(fatia))
    if (!known?.comDadosEm || known.registros > 0) return true
    return (
      now - toMs(known.comDadosEm) < LONG_EMPTY || now - toMs(known.consultadaEm) >= ASK_EMPTY_AGAIN_AFTER
    )
  })
}

/** Products known of each slice. Counted by number first: a key for each of 150,000 products would be felt. */
function productsPerSlice({ postos, atuais }: state.EstadoDosPrecos): Map<string, number> {
  const townOf = new Map(postos.map(({ estabelecimento: e }) => [e.cnpj, e.endereco.codigoIBGE] as const))
  const slices = new Map<string, number>()
  for (const { slug } of combustiveis) {
    const towns = new Map<number, number>()
    for (const { cnpj } of atuais[slug]) {
      const codigoIBGE = townOf.get(cnpj) ?? 0
      towns.set(codigoIBGE, (towns.get(codigoIBGE) ?? 0) + 1)
    }
    for (const [codigoIBGE, count] of towns) slices.set(sliceKey({ codigoIBGE, combustivel: slug }), count)
  }
  return slices
}
