import { HISTORY_DAYS } from '../../domain/facts/rules.ts'
import type { Unattributed } from '../../domain/answers/shared-schemas.ts'
import type { HistoricoDoCombustivel, RespostaHistorico } from '../../domain/answers/historico.ts'
import { type Slug, namesOf, slugs } from '../../domain/facts/fuels.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { invalidParameters, refusal } from '../../domain/questions/parameter-problems.ts'
import { type Granularidade, summarize, toPeriods } from '../../domain/past/periods.ts'
import { type VendaJulgada, toRuns } from '../../domain/trust/judging-past.ts'
import { addDays, dayOf, isDay } from '../../domain/basics/time.ts'
import type { Dataset } from '../current/dataset.ts'
import { type Snapshot, dataTime, entryOf, knownStation } from '../lists/snapshot.ts'
import { fuelNotes } from './price-notes.ts'
import { readPastSales } from '../past/past-sales.ts'

export const MAY_LACK =
  'Pode faltar parte das vendas deste período: um arquivo em que elas se guardam está danificado.'

type Historico = Pick<RespostaHistorico, 'periodo' | 'combustiveis' | 'observacoes'>
export type PedidoDeHistorico = Pick<Pedido<'historico'>, 'combustivel' | 'desde' | 'ate'> & {
  cnpj: string
  granularidade?: Granularidade
}

export function createHistorico({ sales }: Pick<Dataset, 'sales'>) {
  /** @throws {GasolinaError} `posto_nao_encontrado`; `parametro_invalido` when `desde` is after the data's last day. */
  async function historico(
    snapshot: Snapshot,
    pedido: PedidoDeHistorico,
  ): Promise<Unattributed<RespostaHistorico>> {
    const estabelecimento = knownStation(snapshot, pedido.cnpj)
    const atualizadoEm = dataTime(snapshot, pedido.combustivel)
    return { estabelecimento, atualizadoEm, ...(await series(snapshot, pedido)) }
  }

  /** The series alone; with nothing but a CNPJ, the changes of the last 30 days that `posto` shows. */
  async function series(snapshot: Snapshot, pedido: PedidoDeHistorico): Promise<Historico> {
    const periodo = periodOf(pedido, snapshot)
    const past = await readPastSales(sales, snapshot, { cnpj: pedido.cnpj, ...periodo })
    const { combustivel, granularidade = 'mudancas' } = pedido
    const asked = slugs.filter((slug) => (combustivel ? slug === combustivel : past.ofFuel.get(slug)?.length))
    const histories = asked.map((slug): [Slug, HistoricoDoCombustivel] => {
      const known = past.ofFuel.get(slug) ?? []
      const serie = granularidade === 'mudancas' ? toRuns(known) : toPeriods(known, granularidade)
      const resumo = summarize(known)
      return [slug, { ...namesOf(slug), serie, resumo, ...doubtOf(snapshot, slug, pedido.cnpj, known) }]
    })
    const notes = [...fuelNotes(combustivel), ...(past.mayLack ? [MAY_LACK] : [])]
    return {
      periodo,
      combustiveis: Object.fromEntries(histories),
      ...(notes.length > 0 && { observacoes: notes }),
    }
  }

  return { historico, series }
}

/** The doubt in a history's last sale, where that is the newest known one. */
function doubtOf(snapshot: Snapshot, slug: Slug, cnpj: string, known: readonly VendaJulgada[]) {
  const { produto, confirmacao, duvida, suspeito } = entryOf(snapshot, slug, cnpj) ?? {}
  const { dataVenda, valorDeclarado } = known.at(-1)?.venda ?? {}
  const isNewest = produto?.venda.dataVenda === dataVenda && produto?.venda.valorDeclarado === valorDeclarado
  return duvida && !suspeito && isNewest ? { confirmacao, duvida } : {}
}

/** The days asked for, by default thirty up to the last of the data. @throws {GasolinaError} `parametro_invalido` */
export function periodOf(
  { combustivel, desde, ate }: Pick<PedidoDeHistorico, 'combustivel' | 'desde' | 'ate'>,
  snapshot: Snapshot,
): Historico['periodo'] {
  const last = ate ?? dayOf(dataTime(snapshot, combustivel))
  if (desde !== undefined && desde > last)
    throw invalidParameters(refusal('periodBackwards', { desde, ate: last }))
  // Before the year 1 there is no day of the form AAAA-MM-DD to go back to.
  const usual = addDays(last, 1 - HISTORY_DAYS)
  return { desde: desde ?? (isDay(usual) ? usual : last), ate: last }
}
