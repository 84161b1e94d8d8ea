import type { Unattributed } from '../../domain/questions/schemas-of-routes.ts'
import { compareTexts } from '../../domain/basics/text.ts'
import type { HistoricoDoLugar, MudancaNoLugar } from '../../domain/answers/historico.ts'
import * as periods from '../../domain/past/periods.ts'
import { combustiveis, namesOf, type Slug } from '../../domain/facts/fuels.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { type Dia, dayOf, addDays, daysOf, earlier, toMs } from '../../domain/basics/time.ts'
import { count, day } from '../../format/words/formatting.ts'
import { TO_COME, isToCome } from '../../format/words/known-span.ts'
import { firstDayFollowed, pastDaysKnown, readDays } from '../past/place-days.ts'
import { daysUnknown, notYetSold } from './late-sales.ts'
import { fuelNotes } from './price-notes.ts'
import { periodOf, MAY_LACK } from './historico.ts'
import { findPlace, type Place } from '../places/find-place.ts'
import { type Snapshot, dataTime, lastDayOfSales } from '../lists/snapshot.ts'
import { LRUCache } from 'lru-cache'
import { pause } from '../../domain/basics/event-loop.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { createMemory, oncePer } from '../../domain/basics/memoize.ts'
import { CHANGES_DAYS, WINDOW, WINDOW_DAYS } from '../../domain/facts/rules.ts'
import { invalidParameters, refusal } from '../../domain/questions/parameter-problems.ts'
import { type VendaJulgada, toRuns } from '../../domain/trust/judging-past.ts'
import { settledBefore } from '../../domain/trust/changes.ts'
import { paginate, readPage } from '../lists/paging.ts'
import { readPastSales } from '../past/past-sales.ts'

/** Daily prices of a place: past days from the collector's closings, the last from the commit. Only changes are read from sales. */
export async function answerHistoricoDoLugar(
  snapshot: Snapshot,
  pedido: Pedido<'historicoDoLugar'>,
): Promise<Unattributed<'historicoDoLugar'>> {
  const { granularidade } = pedido
  if (granularidade === 'mudancas') return answerChanges(snapshot, pedido)
  const periodo = periodOf(pedido, snapshot)
  const place = findPlace(snapshot, pedido)
  const last = earlier(dayOf(dataTime(snapshot, pedido.combustivel)), lastDayOfSales(snapshot))
  const first = firstDayFollowed(snapshot)
  const until = earlier(periodo.ate, last)
  const closed = pastDaysKnown(snapshot).filter((dia) => dia >= periodo.desde && dia <= until)
  const { ofFuel, missing } = await readDays(snapshot, place, closed)
  const isPresent = last >= periodo.desde && last <= periodo.ate
  const asked = combustiveis.filter(({ slug }) => (pedido.combustivel ?? slug) === slug)
  const histories = asked.flatMap(({ slug }) => {
    const list = snapshot.list(slug)
    const there = place.positions(list)
    const past = [...ofFuel[slug]]
    // Of the days before the first collection not those on which few of the place's stations have a known price.
    const isKnown = (postos: number) => periods.isRepresentative(postos, there.length)
    const known = past.filter(([dia, [, , , postos]]) => dia >= first || isKnown(postos))
    // The last day with sales is of the commit itself, with the same figures as in `estatisticas`.
    const believed = isPresent ? there.filter((at) => !list.suspect[at]) : []
    const present = periods.dayFigures(believed.map((at) => list.price[at] ?? 0))
    if (!pedido.combustivel && past.length === 0 && !present) return []
    const ofDays = new Map(present ? [...known, [last, present]] : known)
    const days = [...ofDays].toSorted(([a], [b]) => compareTexts(a, b))
    const serie = periods.toPlacePeriods(days, granularidade)
    return [[slug, { ...namesOf(slug), serie, resumo: periods.summarizeDays(serie) }] as const]
  })
  const atualizadoEm = dataTime(snapshot, pedido.combustivel)
  return {
    lugar: place.lugar,
    atualizadoEm,
    periodo,
    combustiveis: Object.fromEntries(histories),
    observacoes: [
      place.observacoes,
      fuelNotes(pedido.combustivel),
      followedSince(snapshot, periodo.desde) ?? [],
      missing > 0
        ? `${missing === 1 ? 'Falta' : 'Faltam'} ${count(missing, 'dia', 'dias')} deste período, que as próximas coletas calculam das vendas guardadas.`
        : [],
      daysUnknown(snapshot, periodo.ate),
      isToCome(periodo, atualizadoEm) ? TO_COME : [],
      widened(histories.map(([, history]) => history)),
    ].flat(),
    ...(place.sugestoes && { sugestoes: place.sugestoes }),
  }
}

function widened(histories: readonly HistoricoDoLugar[]): string | [] {
  const names = histories.flatMap(({ nomePopular, serie }) => (periods.isWidened(serie) ? [nomePopular] : []))
  if (names.length === 0) return []
  return `No começo do período conhecia-se o preço de menos postos (${names.join(', ')}): a variação é também dos que entraram.`
}

/** Sentence on a period that begins before the first collection. */
export function followedSince(snapshot: Snapshot, desde: Dia): string | undefined {
  const first = firstDayFollowed(snapshot)
  if (desde >= first) return undefined
  return `Os preços são acompanhados desde ${day(first)}: de antes há só os dias em que se conhece o preço de metade dos postos do lugar, ou mais.`
}

/** Cache of the last question's changes: clients ask for its pages one after the other. */
const changesOf = oncePer(() =>
  createMemory<string, ReturnType<typeof readPlaceChanges>>(new LRUCache({ max: 1 })),
)

/** Stations of a place whose price changed: `historico` of a place by `granularidade=mudancas`. */
async function answerChanges(
  snapshot: Snapshot,
  pedido: Pedido<'historicoDoLugar'>,
): Promise<Unattributed<'historicoDoLugar'>> {
  const atualizadoEm = dataTime(snapshot, pedido.combustivel)
  const periodo = periodOf({ ...pedido, desde: pedido.desde ?? pedido.ate ?? dayOf(atualizadoEm) }, snapshot)
  const days = daysOf(periodo)
  const first = addDays(periodo.ate, 1 - CHANGES_DAYS)
  if (days > CHANGES_DAYS)
    throw invalidParameters(refusal('tooManyDays', { ...periodo, days, first, most: CHANGES_DAYS }))
  const place = findPlace(snapshot, pedido)
  const followed = firstDayFollowed(snapshot)
  const question = { ...periodo, combustivel: pedido.combustivel }
  const key = JSON.stringify([place.areas, question])
  const read = () => readPlaceChanges(snapshot, place, question)
  const { rows, above, below, mayLack } = await changesOf(snapshot)(key, read)
  const { from, to, envelope } = paginate(rows.length, readPage({ ...pedido, pagina: pedido.pagina ?? 1 }))
  return {
    lugar: place.lugar,
    atualizadoEm,
    periodo,
    combustiveis: {},
    subiram: stationsThat(rows, ({ de, para }) => para > de),
    desceram: stationsThat(rows, ({ de, para }) => para < de),
    subiramConfirmados: stationsThat(rows, ({ deConfirmado: de = Infinity, para }) => para > de),
    desceramConfirmados: stationsThat(rows, ({ deConfirmado: de = 0, para }) => para < de),
    ficaramAcima: above.size,
    ficaramAbaixo: below.size,
    ...envelope,
    mudancas: rows.slice(from, to),
    observacoes: [
      place.observacoes,
      fuelNotes(pedido.combustivel),
      followed < periodo.desde
        ? []
        : `Os preços são acompanhados desde ${day(followed)}: de antes pode faltar o que mudou.`,
      notYetSold(snapshot, pedido.combustivel, periodo.desde),
      mayLack ? MAY_LACK : [],
    ].flat(),
    ...(place.sugestoes && { sugestoes: place.sugestoes }),
  }
}

function stationsThat(rows: readonly MudancaNoLugar[], did: (change: MudancaNoLugar) => boolean): number {
  return new Set(rows.filter(did).map(({ cnpj }) => cnpj)).size
}

async function readPlaceChanges(
  snapshot: Snapshot,
  place: Pick<Place, 'matches'>,
  { desde, ate, combustivel }: { desde: Dia; ate: Dia; combustivel: Slug | undefined },
) {
  /** Newest first. */
  const rows: MudancaNoLugar[] = []
  /** Stations with a price that ended above the one before its first change in the period, and below it. */
  const [above, below] = [new Set<string>(), new Set<string>()]
  let mayLack = false
  for (const { posto } of snapshot.stations().filter(place.matches)) {
    await pause()
    const { cnpj, nomeFantasia, endereco } = posto
    const { bairro, municipio } = endereco
    // The price before the first change of the period may be ten days old.
    const past = await readPastSales(snapshot, { cnpj, desde: addDays(desde, -WINDOW_DAYS), ate })
    mayLack ||= past.mayLack
    for (const [slug, ofFuel] of past.ofFuel)
      if (combustivel === undefined || slug === combustivel)
        for (const changes of changesSince(ofFuel, desde)) {
          for (const change of changes)
            rows.push({ combustivel: slug, cnpj, nomeFantasia, bairro, municipio, ...change })
          const [before = 0, now = 0] = [changes[0]?.de, changes.at(-1)?.para]
          if (now !== before) (now > before ? above : below).add(cnpj)
        }
  }
  rows.sort((a, b) => compareTexts(b.em, a.em) || compareTexts(a.cnpj, b.cnpj))
  return { rows, above, below, mayLack }
}

/** Each product's price against the one before it, unless ten days without a sale lie between. */
function changesSince(sales: readonly VendaJulgada[], desde: Dia) {
  const runs = toRuns(sales.filter(({ suspeito }) => !suspeito))
  return [...groupBy(runs, ({ codigo }) => codigo).values()].map((ofProduct) => {
    const settled = settledBefore(ofProduct)
    return ofProduct.flatMap(({ valorDeclarado: para, de: em, vendas, codigo }, i) => {
      const [before, deConfirmado] = [ofProduct[i - 1], settled[i]]
      if (!before || dayOf(em) < desde || toMs(em) - toMs(before.ate) > WINDOW) return []
      const change = { de: before.valorDeclarado, para, em, vendas, codigo }
      return deConfirmado === undefined
        ? { ...change, confirmada: false }
        : { ...change, confirmada: true, deConfirmado }
    })
  })
}
