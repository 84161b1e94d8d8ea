import { combustiveis } from '../../domain/facts/fuels.ts'
import type { Estado, MemoriaDaFatia } from '../../domain/state/commit-state.ts'
import { DAY, HOUR, type Instante, toMs } from '../../domain/basics/time.ts'
import type { Fatia } from '../../sources/source.ts'

/** A slice without records for so long is asked only once a day: two thirds of the 612 never have any. */
const LONG_EMPTY = 3 * DAY
/** A little less than a day, or the daily question would wander one collection later each day. */
const REST = 23 * HOUR

export type SliceMemory = Map<string, MemoriaDaFatia>

export function sliceKey({ codigoIBGE, combustivel }: Pick<Fatia, 'codigoIBGE' | 'combustivel'>): string {
  return `${codigoIBGE}|${combustivel}`
}

export function rememberSlices(fatias: Iterable<MemoriaDaFatia>): SliceMemory {
  return new Map([...fatias].map((fatia) => [sliceKey(fatia), fatia]))
}

/** The slices worth asking now, in their order. */
export function dueSlices(fatias: readonly Fatia[], memory: SliceMemory, agora: Instante): Fatia[] {
  const now = toMs(agora)
  return fatias.filter((fatia) => {
    const known = memory.get(sliceKey(fatia))
    if (!known?.comDadosEm || known.registros > 0) return true
    return now - toMs(known.comDadosEm) < LONG_EMPTY || now - toMs(known.consultadaEm) >= REST
  })
}

/** Products known of each slice. Counted by number first: a key for each of 150,000 products would be felt. */
export function productsPerSlice({ postos, atuais }: Estado): Map<string, number> {
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

/** The memory of a slice after an answer with so many valid records. */
export function noteAnswer(
  fatia: Fatia,
  registros: number,
  agora: Instante,
  before: MemoriaDaFatia | undefined,
): MemoriaDaFatia {
  const { codigoIBGE, combustivel } = fatia
  // Never seen with data: counted from the first question, as the source sometimes returns nothing.
  const comDadosEm = registros > 0 ? agora : (before?.comDadosEm ?? agora)
  return { codigoIBGE, combustivel, consultadaEm: agora, comDadosEm, registros }
}
