import { isDayOff } from '../../domain/alagoas/holidays.ts'
import { type Clock, HOUR, MINUTE, addDays, dayOf, instante } from '../../domain/basics/time.ts'
import { buildProducts } from './products.ts'
import { type Pump, type Sale, createPumps } from './sales.ts'
import { buildStations } from './stations.ts'
import { type Fatia, type SlugERegistro, type Source, RequestFailure, slicesBySize } from '../source.ts'

/** Delay between a sale and its appearance; within an hour nothing changes. */
const DELAY = 25 * MINUTE
/** Hours before the present with a past observation: once a day for 32 days, more often of late. */
const LOOKS = [...Array.from({ length: 32 }, (_, day) => (32 - day) * 24), 6, 3]
/** Hours beyond which only days off and the days beside them are observed: a weekend needs those, and a first start has no time for more. */
const SPARSE = 7 * 24

/** Fictional stations with the real source's flaws. Stateless: the same hour gives the same answer, a later one adds sales. */
export function createDemonstration({ clock }: { clock: Clock }): Source {
  let built: Pump[] | undefined
  const pumps = () => (built ??= createPumps(buildProducts(buildStations())))

  return {
    fatias: slicesBySize(),
    firstCommitAfter: 0,
    async fetch(fatia, signal, read, tally) {
      if (signal.aborted) throw new RequestFailure('A consulta foi interrompida.')
      tally.pedidos++
      const records = recordsOf(pumps(), fatia, visibleUntil(clock()))
      return { registros: records.map(read), relogio: clock() }
    },
    earlierSales: () => earlierSales(pumps(), visibleUntil(clock())),
  }
}

function visibleUntil(now: number): number {
  return Math.floor(now / HOUR) * HOUR - DELAY
}

/** Records in the source's order: by the amount paid, ascending. */
function recordsOf(pumps: readonly Pump[], { codigoIBGE, combustivel }: Fatia, until: number): RawRecord[] {
  return pumps
    .filter(({ product: p }) => p.combustivel === combustivel && p.station.codigoIBGE === codigoIBGE)
    .flatMap((pump) => {
      const sale = pump.newest(until)
      return sale ? [toRecord(pump, sale)] : []
    })
    .toSorted((a, b) => a.produto.venda.valorVenda - b.produto.venda.valorVenda)
}

function* earlierSales(pumps: readonly Pump[], until: number): Generator<SlugERegistro> {
  const last = new Map<Pump, number>()
  for (const hours of LOOKS) {
    const at = until - hours * HOUR
    const dia = dayOf(instante(at))
    if (hours > SPARSE && ![-1, 0, 1].some((days) => isDayOff(addDays(dia, days)))) continue
    const found = pumps.flatMap((pump) => {
      const sale = pump.newest(at)
      if (!sale || sale.ms === last.get(pump)) return []
      last.set(pump, sale.ms)
      return [{ pump, sale }]
    })
    for (const { pump, sale } of found.toSorted((a, b) => a.sale.ms - b.sale.ms))
      yield { combustivel: pump.product.combustivel, registro: toRecord(pump, sale) }
  }
}

type RawRecord = ReturnType<typeof toRecord>

function toRecord({ product }: Pump, { ms, valorDeclarado, valorVenda }: Sale) {
  const { codigo, descricao, unidadeMedida, station } = product
  const dataVenda = `${new Date(ms).toISOString().slice(0, 19)}Z`
  return {
    produto: { codigo, descricao, unidadeMedida, venda: { dataVenda, valorDeclarado, valorVenda } },
    estabelecimento: station.estabelecimento,
  }
}
