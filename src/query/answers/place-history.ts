import type { Atribuicao } from '../../domain/answers/common.ts'
import type { HistoricoDoLugar, RespostaHistoricoDoLugar } from '../../domain/answers/historico.ts'
import {
  type DayFigures,
  type GranularidadeDoLugar,
  collectedDays,
  dayFigures,
  ofPlace,
  summarizeDays,
  toPlacePeriods,
} from '../../domain/past/place-periods.ts'
import { ESTADO } from '../../domain/alagoas/state.ts'
import { valuesOn } from '../../domain/past/run-length-days.ts'
import { type Slug, combustiveis, fuelOf, slugs } from '../../domain/facts/fuels.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { oncePer } from '../../domain/basics/memoize.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { type Dia, dayOf, dayOfMonth, monthOf } from '../../domain/basics/time.ts'
import { count, day } from '../../format/words/formatting.ts'
import type { DaysRow } from '../../store/store.ts'
import type { Dataset } from '../current/dataset.ts'
import { fuelNotes } from './price-notes.ts'
import { periodOf } from './historico.ts'
import { type Place, placeOf } from '../places/find-place.ts'
import type { Snapshot } from '../lists/snapshot.ts'

type Days = Map<Dia, DayFigures>

/**
 * Daily prices of a place: past days from the collector's closings, the last day from the commit. No sale is read.
 */
export function createPlaceHistory({ days }: Pick<Dataset, 'days'>) {
  return async function answer(
    snapshot: Snapshot,
    pedido: Pedido<'historicoDoLugar'>,
    atribuicao: Atribuicao,
  ): Promise<RespostaHistoricoDoLugar> {
    const periodo = periodOf(pedido, snapshot)
    const place = placeOf(snapshot, pedido)
    const collected = pastDays(snapshot)
    const closed = collected.filter((dia) => dia >= periodo.desde && dia <= periodo.ate)
    const { ofFuel, missing } = await readDays(snapshot, place, closed)
    const last = dayOf(snapshot.atualizadoEm)
    if (last >= periodo.desde && last <= periodo.ate)
      for (const slug of slugs) {
        const figures = presentFigures(snapshot, place, slug)
        if (figures) daysOf(ofFuel, slug).set(last, figures)
      }
    const asked = combustiveis.filter(({ slug }) =>
      pedido.combustivel ? slug === pedido.combustivel : ofFuel.has(slug),
    )
    return {
      lugar: place.lugar,
      atualizadoEm: snapshot.atualizadoEm,
      periodo,
      combustiveis: Object.fromEntries(
        asked.map(({ slug }) => [
          slug,
          toHistory(slug, ofFuel.get(slug) ?? new Map(), ofPlace(pedido.granularidade)),
        ]),
      ),
      observacoes: [
        ...place.observacoes,
        ...fuelNotes(pedido.combustivel),
        ...notes(periodo.desde, collected[0] ?? last, missing),
      ],
      ...(place.sugestoes && { sugestoes: place.sugestoes }),
      ...atribuicao,
    }
  }

  /** `missing`: collected days that are in no file. */
  async function readDays(
    snapshot: Snapshot,
    place: Place,
    closed: readonly Dia[],
  ): Promise<{ ofFuel: Map<Slug, Days>; missing: number }> {
    const ofFuel = new Map<Slug, Days>()
    const keys = keysOf(snapshot, place)
    const months = [...new Set(closed.map(monthOf))]
    const read = await Promise.all(
      months.map(async (month) => {
        const names = snapshot.commit.cabecalho.dias?.[month]
        return names && (await days.rowsOf(month, names[keys.kind], keys.keys))
      }),
    )
    let missing = 0
    for (const [i, month] of months.entries()) {
      const wanted = closed.filter((dia) => monthOf(dia) === month)
      const told = wanted.filter((dia) => read[i]?.dias.includes(dayOfMonth(dia)))
      missing += wanted.length - told.length
      const numbers = told.map(dayOfMonth)
      for (const slug of slugs) {
        const rows = (read[i]?.rows ?? []).filter(([, combustivel]) => combustivel === slug)
        for (const [dia, figures] of figuresOn(rows, numbers, keys.kind))
          daysOf(ofFuel, slug).set(`${month}-${String(dia).padStart(2, '0')}`, figures)
      }
    }
    return { ofFuel, missing }
  }
}

/** The state and whole municipalities have figures of their own; what is joined or smaller is computed from its stations. */
function keysOf(snapshot: Snapshot, place: Place): { kind: 'lugares' | 'postos'; keys: readonly string[] } {
  if (!place.areas) return { kind: 'lugares', keys: [ESTADO.codigo] }
  const [area, ...others] = place.areas
  if (area?.town !== undefined && area.district === undefined && others.length === 0)
    return { kind: 'lugares', keys: [String(area.town)] }
  const stations = snapshot.stations().filter((station) => place.matches(station))
  return { kind: 'postos', keys: stations.map(({ posto }) => posto.cnpj) }
}

function figuresOn(
  rows: readonly DaysRow[],
  dias: readonly number[],
  kind: 'lugares' | 'postos',
): Iterable<[dia: number, DayFigures]> {
  if (kind === 'lugares')
    return rows.flatMap(([, , steps]) =>
      valuesOn(steps, dias).map(([dia, values]): [number, DayFigures] => [
        dia,
        values as unknown as DayFigures,
      ]),
    )
  const byDay = groupBy(
    rows.flatMap(([, , steps]) => valuesOn(steps, dias)),
    ([dia]) => dia,
  )
  return [...byDay].flatMap(([dia, ofDay]): [number, DayFigures][] => {
    const figures = dayFigures(ofDay.map(([, [price = 0]]) => price))
    return figures ? [[dia, figures]] : []
  })
}

/** From the commit itself: the same figures as in `estatisticas`. */
function presentFigures(snapshot: Snapshot, place: Place, slug: Slug): DayFigures | undefined {
  const list = snapshot.list(slug)
  const believed = place.positions(list).filter((at) => !list.suspect[at])
  return dayFigures(believed.map((position) => list.price[position] ?? 0))
}

const pastDays = oncePer(({ commit: { estado, cabecalho } }: Snapshot) =>
  collectedDays(estado.medianas, dayOf(cabecalho.coleta.fim)),
)

function toHistory(slug: Slug, days: Days, granularidade: GranularidadeDoLugar): HistoricoDoLugar {
  const { nome, nomePopular, unidade } = fuelOf(slug)
  const serie = toPlacePeriods(
    [...days].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    granularidade,
  )
  return { nome, nomePopular, unidadeMedida: unidade, serie, resumo: summarizeDays(serie) }
}

function notes(desde: Dia, first: Dia, missing: number): string[] {
  return [
    ...(desde < first ? [`Os preços são acompanhados desde ${day(first)}: antes não há dados.`] : []),
    ...(missing > 0
      ? [
          `${missing === 1 ? 'Falta' : 'Faltam'} ${count(missing, 'dia', 'dias')} deste período, que as próximas coletas calculam das vendas guardadas.`,
        ]
      : []),
  ]
}

function daysOf(ofFuel: Map<Slug, Days>, slug: Slug): Days {
  const days = ofFuel.get(slug) ?? new Map<Dia, DayFigures>()
  ofFuel.set(slug, days)
  return days
}
