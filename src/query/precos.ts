import type { Atribuicao, RespostaPrecos } from '../domain/answers.ts'
import { fuelOf } from '../domain/fuels.ts'
import type { Pedido } from '../domain/parameters.ts'
import { parametros } from '../domain/parameters.ts'
import { HOUR, toMs } from '../domain/time.ts'
import type { ListText } from '../format/list-text.ts'
import { listText } from '../format/list-text.ts'
import type { FuelList } from './entries.ts'
import { aroundPoint } from './lugar.ts'
import { lastOfPage, paginate } from './paging.ts'
import type { Place } from './place.ts'
import { placeOf } from './place.ts'
import { notesOn } from './price-notes.ts'
import { searchRadius } from './radius.ts'
import type { Selection } from './selection.ts'
import { entriesAt, select } from './selection.ts'
import type { Snapshot } from './snapshot.ts'

/** Stations from cheapest to dearest. `totalPostos` and `precoMinimo` are of the result after `limite`, before paging. */
export function answerPrecos(
  snapshot: Snapshot,
  pedido: Pedido<'precos'>,
  atribuicao: Atribuicao,
): RespostaPrecos {
  const { list, before, shown } = find(snapshot, pedido)
  return { ...before, conteudo: entriesAt(list, shown), ...atribuicao }
}

/** The same as JSON, put together from entries written once per commit. */
export function precosText(snapshot: Snapshot, pedido: Pedido<'precos'>, atribuicao: Atribuicao): ListText {
  const { list, before, shown } = find(snapshot, pedido)
  const { at, metres } = shown
  return listText({ before, entries: list.json.finish(), at, metres, after: atribuicao })
}

/** Milliseconds; -Infinity when any age will do. */
export function sinceMs(horas: number | undefined, updatedAt: string | null): number {
  return horas === undefined || updatedAt === null ? -Infinity : toMs(updatedAt) - horas * HOUR
}

/** The stations of a place sold to since then, ascending: what `precos` lists and `estatisticas` counts. null: all. */
export function positionsIn(list: FuelList, place: Place, since: number): readonly number[] | null {
  const there = place.positions(list)
  if (since === -Infinity) return there
  return (there ?? list.all).filter((at) => (list.soldAt[at] ?? 0) >= since)
}

interface Found {
  list: FuelList
  /** What stands before the list. */
  before: Omit<RespostaPrecos, 'conteudo' | keyof Atribuicao>
  shown: Pick<Selection, 'at' | 'metres'>
}

function find(snapshot: Snapshot, pedido: Pedido<'precos'>): Found {
  const { combustivel: slug, limite = Infinity, lat, lon, raio = parametros.raio.padrao } = pedido
  const list = snapshot.list(slug)
  const place = placeOf(snapshot, pedido)
  const updatedAt = snapshot.updatedAt(slug)
  const among = positionsIn(list, place, sinceMs(pedido.horas, updatedAt))
  const keepSuspects = pedido.suspeitos === 'incluir'
  const found: Selection =
    lat === undefined || lon === undefined
      ? select(list, among, keepSuspects)
      : searchRadius(list, {
          centre: { latitude: lat, longitude: lon },
          raio,
          among,
          keepSuspects,
          most: Math.min(limite, lastOfPage(pedido)),
        })
  const { at, metres, count, omitted } = found
  const total = Math.min(count, limite)
  const { from, to, envelope } = paginate(total, pedido)
  // No spreading here: an object of an ever new hidden class would cost more than the search.
  const before: Found['before'] = {
    combustivel: fuelOf(slug).nome,
    totalPostos: total,
    totalEncontrados: count,
    precoMinimo: list.entries[at[0] ?? -1]?.produto.venda.valorDeclarado ?? null,
    atualizadoEm: updatedAt,
    suspeitosOmitidos: omitted,
    lugar: lat === undefined ? place.lugar : aroundPoint(place.lugar, raio),
    observacoes: notesOn(pedido, place, count),
  }
  if (place.sugestoes) before.sugestoes = [...place.sugestoes]
  if (envelope) Object.assign(before, envelope)
  const shown = to - from === at.length ? found : { at: at.slice(from, to), metres: metres?.slice(from, to) }
  return { list, before, shown }
}
