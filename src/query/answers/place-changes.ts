import type { Unattributed } from '../../domain/questions/routes.ts'
import { LRUCache } from 'lru-cache'
import { day, dayAndTime } from '../../format/words/formatting.ts'
import { firstDayFollowed } from '../past/place-days.ts'
import type { MudancaNoLugar } from '../../domain/answers/historico.ts'
import { createYield } from '../../domain/basics/event-loop.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { createMemory, oncePer } from '../../domain/basics/memoize.ts'
import { compareTexts } from '../../domain/basics/text.ts'
import { type Dia, addDays, dayOf, daysOf, instante, toMs } from '../../domain/basics/time.ts'
import { type Slug, slugs } from '../../domain/facts/fuels.ts'
import { CHANGES_DAYS, WINDOW, WINDOW_DAYS } from '../../domain/facts/rules.ts'
import { invalidParameters, refusal } from '../../domain/questions/parameter-problems.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { type VendaJulgada, toRuns } from '../../domain/trust/judging-past.ts'
import { settledBefore } from '../../domain/trust/changes.ts'
import { paginate, readPage } from '../lists/paging.ts'
import { type Snapshot, dataTime, newestSale } from '../lists/snapshot.ts'
import { readPastSales } from '../past/past-sales.ts'
import { type Place, findPlace } from '../places/find-place.ts'
import { MAY_LACK, periodOf } from './historico.ts'
import { fuelNotes } from './price-notes.ts'

/** The newest question's, as its pages are asked one after the other. */
const changesOf = oncePer(() =>
  createMemory<string, ReturnType<typeof readPlaceChanges>>(new LRUCache({ max: 1 })),
)

/** Stations of a place whose price changed: `historico` of a place by `granularidade=mudancas`. */
export async function answerPlaceChanges(
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
  const found = await changesOf(snapshot)(key, () => readPlaceChanges(snapshot, place, question))
  const { rows, above, below, mayLack } = found
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

/** On a period later than any sale: the source shows sales hours after they were made. */
function notYetSold(snapshot: Snapshot, fuel: Slug | undefined, desde: Dia): string | [] {
  const ms = newestSale(snapshot, fuel ? [fuel] : slugs)
  const newest = instante(ms)
  return ms === 0 || dayOf(newest) >= desde
    ? []
    : `Ainda não se conhece venda de ${day(desde)}: a mais nova no estado é de ${dayAndTime(newest)}. Para as mudanças desse dia, desde=${dayOf(newest)}.`
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
  const stations = snapshot.stations().filter((station) => place.matches(station))
  const pause = createYield()
  for (const { posto } of stations) {
    await pause()
    // The price before the first change of the period may be ten days old.
    const around = { cnpj: posto.cnpj, desde: addDays(desde, -WINDOW_DAYS), ate }
    const past = await readPastSales(snapshot, around)
    mayLack ||= past.mayLack
    const { cnpj, nomeFantasia, endereco } = posto
    const { bairro, municipio } = endereco
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

/** Of each product, its price against the one before it, unless ten days without a sale lie between. */
function changesSince(sales: readonly VendaJulgada[], desde: Dia) {
  const runs = toRuns(sales.filter(({ suspeito }) => !suspeito))
  return [...groupBy(runs, ({ codigo }) => codigo).values()].map((ofProduct) => {
    const settled = settledBefore(ofProduct)
    return ofProduct.flatMap(({ valorDeclarado: para, de: em, vendas }, i) => {
      const [before, deConfirmado] = [ofProduct[i - 1], settled[i]]
      if (!before || dayOf(em) < desde || toMs(em) - toMs(before.ate) > WINDOW) return []
      const change = { de: before.valorDeclarado, para, em, vendas }
      return deConfirmado === undefined
        ? { ...change, confirmada: false }
        : { ...change, confirmada: true, deConfirmado }
    })
  })
}
