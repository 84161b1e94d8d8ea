import type { Unattributed } from '../../domain/questions/schemas-of-routes.ts'
import { HISTORY_DAYS } from '../../domain/facts/rules.ts'
import type { HistoricoDoCombustivel, RespostaHistorico } from '../../domain/answers/historico.ts'
import { type Slug, namesOf, slugs } from '../../domain/facts/fuels.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { invalidParameters, refusal } from '../../domain/questions/parameter-problems.ts'
import { type Granularidade, summarize, toPeriods } from '../../domain/past/periods.ts'
import { type VendaJulgada, toRuns } from '../../domain/trust/judging-past.ts'
import { type Dia, addDays, dayOf, isDay } from '../../domain/basics/time.ts'
import { TO_COME, isToCome, salesBegin } from '../../format/words/known-span.ts'
import { type Snapshot, dataTime, entryOf, knownStation } from '../lists/snapshot.ts'
import { fuelNotes } from './price-notes.ts'
import { readPastSales } from '../past/past-sales.ts'

export const MAY_LACK =
  'Pode faltar parte das vendas deste período: um arquivo em que elas se guardam está danificado.'

type Historico = Pick<RespostaHistorico, 'periodo' | 'combustiveis' | 'observacoes'>
type Asked = Pick<Pedido<'historico'>, 'combustivel' | 'desde' | 'ate'>
export type PedidoDeHistorico = Asked & { cnpj: string; granularidade?: Granularidade }

/** @throws {GasolinaError} `posto_nao_encontrado`; `parametro_invalido` when `desde` is after the data's last day. */
export async function answerHistorico(
  snapshot: Snapshot,
  pedido: PedidoDeHistorico,
): Promise<Unattributed<'historico'>> {
  const estabelecimento = knownStation(snapshot, pedido.cnpj)
  const atualizadoEm = dataTime(snapshot, pedido.combustivel)
  return { estabelecimento, atualizadoEm, ...(await readSeries(snapshot, pedido)) }
}

/** The series alone; with nothing but a CNPJ, the changes of the last 30 days that `posto` shows. */
export async function readSeries(snapshot: Snapshot, pedido: PedidoDeHistorico): Promise<Historico> {
  const periodo = periodOf(pedido, snapshot)
  const past = await readPastSales(snapshot, { cnpj: pedido.cnpj, ...periodo })
  const { combustivel, granularidade = 'mudancas' } = pedido
  const asked = slugs.filter((slug) => (combustivel ? slug === combustivel : past.ofFuel.get(slug)?.length))
  const histories = asked.map((slug): [Slug, HistoricoDoCombustivel] => {
    const known = past.ofFuel.get(slug) ?? []
    const serie = granularidade === 'mudancas' ? toRuns(known) : toPeriods(known, granularidade)
    const shown = shownIn(snapshot, slug, pedido.cnpj, periodo)
    const resumo = summarize(known, shown?.produto.codigo)
    const { produto, confirmacao, duvida } = shown ?? {}
    const isDoubted = duvida && resumo?.atual === produto?.venda.valorDeclarado
    return [slug, { ...namesOf(slug), serie, resumo, ...(isDoubted && { confirmacao, duvida }) }]
  })
  const notes = [
    fuelNotes(combustivel),
    severalProducts(past.ofFuel, asked),
    outsideData(periodo, { atualizadoEm: dataTime(snapshot, combustivel), first: past.first }),
    past.mayLack ? MAY_LACK : [],
  ].flat()
  const combustiveis = Object.fromEntries(histories)
  return { periodo, combustiveis, ...(notes.length > 0 && { observacoes: notes }) }
}

/** A station may sell two products under one fuel, plain and additive: its series then has the prices of both. */
function severalProducts(
  ofFuel: ReadonlyMap<Slug, readonly VendaJulgada[]>,
  asked: readonly Slug[],
): string[] {
  return asked.flatMap((slug) => {
    const believed = (ofFuel.get(slug) ?? []).filter(({ suspeito }) => !suspeito)
    const products = new Set(believed.map(({ venda }) => venda.codigo)).size
    const { nomePopular } = namesOf(slug)
    return products < 2
      ? []
      : `${nomePopular}: a série junta ${products} produtos do posto, nas mudanças cada um com seu codigo; preço atual, última mudança e variação são de um só.`
  })
}

/** A period wholly after the data, or before the station's. */
function outsideData(
  periodo: Historico['periodo'],
  { atualizadoEm, first }: { atualizadoEm: string; first: Dia | undefined },
): string | [] {
  if (isToCome(periodo, atualizadoEm)) return TO_COME
  return first !== undefined && periodo.ate < first ? salesBegin(first) : []
}

/** The believed entry that lists show of the station, where its sale lies in the period: then none there is newer. */
function shownIn(snapshot: Snapshot, slug: Slug, cnpj: string, { desde, ate }: Historico['periodo']) {
  const entry = entryOf(snapshot, slug, cnpj)
  const day = entry && !entry.suspeito ? dayOf(entry.produto.venda.dataVenda) : ''
  return day >= desde && day <= ate ? entry : undefined
}

/** The days asked for, by default thirty up to the last of the data. @throws {GasolinaError} `parametro_invalido` */
export function periodOf({ combustivel, desde, ate }: Asked, snapshot: Snapshot): Historico['periodo'] {
  const last = ate ?? dayOf(dataTime(snapshot, combustivel))
  if (desde !== undefined && desde > last)
    throw invalidParameters(refusal('periodBackwards', { desde, ate: last }))
  // Before the year 1 there is no day of the form AAAA-MM-DD to go back to.
  const usual = addDays(last, 1 - HISTORY_DAYS)
  return { desde: desde ?? (isDay(usual) ? usual : last), ate: last }
}
