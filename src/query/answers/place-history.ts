import type { Unattributed } from '../../domain/questions/routes.ts'
import { compareTexts } from '../../domain/basics/text.ts'
import type { HistoricoDoLugar } from '../../domain/answers/historico.ts'
import {
  dayFigures,
  isRepresentative,
  summarizeDays,
  toPlacePeriods,
  isWidened,
} from '../../domain/past/place-periods.ts'
import { combustiveis, namesOf } from '../../domain/facts/fuels.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { type Dia, dayOf } from '../../domain/basics/time.ts'
import { count, day } from '../../format/words/formatting.ts'
import { firstDayFollowed, pastDaysKnown, readDays } from '../past/place-days.ts'
import { answerPlaceChanges } from './place-changes.ts'
import { fuelNotes } from './price-notes.ts'
import { periodOf } from './historico.ts'
import { findPlace } from '../places/find-place.ts'
import { type Snapshot, dataTime } from '../lists/snapshot.ts'

/** Daily prices of a place: past days from the collector's closings, the last from the commit. Only changes are read from sales. */
export async function answerHistoricoDoLugar(
  snapshot: Snapshot,
  pedido: Pedido<'historicoDoLugar'>,
): Promise<Unattributed<'historicoDoLugar'>> {
  const { granularidade } = pedido
  if (granularidade === 'mudancas') return answerPlaceChanges(snapshot, pedido)
  const periodo = periodOf(pedido, snapshot)
  const place = findPlace(snapshot, pedido)
  const last = dayOf(dataTime(snapshot, pedido.combustivel))
  const first = firstDayFollowed(snapshot)
  const closed = pastDaysKnown(snapshot).filter((dia) => dia >= periodo.desde && dia <= periodo.ate)
  const { ofFuel, missing } = await readDays(snapshot, place, closed)
  const isPresent = last >= periodo.desde && last <= periodo.ate
  const asked = combustiveis.filter(({ slug }) => (pedido.combustivel ?? slug) === slug)
  const histories = asked.flatMap(({ slug }) => {
    const list = snapshot.list(slug)
    const there = place.positions(list)
    const past = [...ofFuel[slug]]
    // Of the days before the first collection not those on which few of the place's stations have a known price.
    const known = past.filter(
      ([dia, [, , , postos]]) => dia >= first || isRepresentative(postos, there.length),
    )
    // The last day is of the commit itself, with the same figures as in `estatisticas`.
    const believed = isPresent ? there.filter((at) => !list.suspect[at]) : []
    const present = dayFigures(believed.map((at) => list.price[at] ?? 0))
    if (!pedido.combustivel && past.length === 0 && !present) return []
    const ofDays = new Map(present ? [...known, [last, present]] : known)
    const ascending = [...ofDays].toSorted(([a], [b]) => compareTexts(a, b))
    const serie = toPlacePeriods(ascending, granularidade)
    return [[slug, { ...namesOf(slug), serie, resumo: summarizeDays(serie) }] as const]
  })
  return {
    lugar: place.lugar,
    atualizadoEm: dataTime(snapshot, pedido.combustivel),
    periodo,
    combustiveis: Object.fromEntries(histories),
    observacoes: [
      place.observacoes,
      fuelNotes(pedido.combustivel),
      followedSince(snapshot, periodo.desde) ?? [],
      missing > 0
        ? `${missing === 1 ? 'Falta' : 'Faltam'} ${count(missing, 'dia', 'dias')} deste período, que as próximas coletas calculam das vendas guardadas.`
        : [],
      widened(histories.map(([, history]) => history)),
    ].flat(),
    ...(place.sugestoes && { sugestoes: place.sugestoes }),
  }
}

function widened(histories: readonly HistoricoDoLugar[]): string | [] {
  const names = histories.flatMap(({ nomePopular, serie }) => (isWidened(serie) ? [nomePopular] : []))
  return names.length === 0
    ? []
    : `No começo do período conhecia-se o preço de menos postos (${names.join(', ')}): a variação é também dos que entraram.`
}

/** On a period that begins before the first collection. */
export function followedSince(snapshot: Snapshot, desde: Dia): string | undefined {
  const first = firstDayFollowed(snapshot)
  return desde < first
    ? `Os preços são acompanhados desde ${day(first)}: de antes há só os dias em que se conhece o preço de metade dos postos do lugar, ou mais.`
    : undefined
}
