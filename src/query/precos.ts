import type { Atribuicao, Entrada, RespostaPrecos } from '../domain/answers.ts'
import { boxAround, distanceKm } from '../domain/distances.ts'
import { fuelOf } from '../domain/fuels.ts'
import type { Pedido } from '../domain/parameters.ts'
import { RAIO_PADRAO } from '../domain/parameters.ts'
import { HOUR, toMs } from '../domain/time.ts'
import type { FuelList } from './entries.ts'
import { paginate } from './paging.ts'
import type { PlaceFilter } from './place-filter.ts'
import { filterByPlace } from './place-filter.ts'
import type { Snapshot } from './snapshot.ts'

/** Stations from cheapest to dearest. `totalPostos` and `precoMinimo` are of the result after `limite`, before paging. */
export function answerPrecos(
  snapshot: Snapshot,
  pedido: Pedido<'precos'>,
  atribuicao: Atribuicao,
): RespostaPrecos {
  const { combustivel: slug, limite } = pedido
  const list = snapshot.list(slug)
  const place = filterByPlace(snapshot, pedido)
  const updatedAt = snapshot.updatedAt(slug)
  const found = positionsOf(list, place, sinceMs(pedido.horas, updatedAt), pedido)
  const { entries, omitted } = withoutSuspects(list, found, pedido.suspeitos === 'incluir')
  const result = limite === undefined || limite >= entries.length ? entries : entries.slice(0, limite)
  const page = paginate(result, pedido)
  return {
    combustivel: fuelOf(slug).nome,
    totalPostos: result.length,
    totalEncontrados: entries.length,
    precoMinimo: result[0]?.produto.venda.valorDeclarado ?? null,
    atualizadoEm: updatedAt,
    suspeitosOmitidos: omitted,
    ...(place?.sugestoes && { sugestoes: [...place.sugestoes] }),
    ...page.envelope,
    conteudo: page.conteudo,
    ...atribuicao,
  }
}

/** Positions in a list, cheapest first; with distances when a point was given, of which `at` are the stations. */
interface Found {
  /** null: all of them. */
  at: readonly number[] | null
  km?: readonly number[]
}

/** Milliseconds; -Infinity when any age will do. */
export function sinceMs(horas: number | undefined, updatedAt: string | null): number {
  return horas === undefined || updatedAt === null ? -Infinity : toMs(updatedAt) - horas * HOUR
}

/** The stations of a place sold to since then: what `precos` lists and `estatisticas` counts. */
export function positionsIn(
  list: FuelList,
  place: PlaceFilter | null,
  since: number,
): readonly number[] | null {
  const there = place ? place.positions(list) : null
  if (since === -Infinity) return there
  const isRecent = (at: number) => (list.soldAt[at] ?? 0) >= since
  return (there ?? allOf(list)).filter(isRecent)
}

function positionsOf(
  list: FuelList,
  place: PlaceFilter | null,
  since: number,
  { lat, lon, raio = RAIO_PADRAO }: Pedido<'precos'>,
): Found {
  const at = positionsIn(list, place, since)
  return lat === undefined || lon === undefined
    ? { at }
    : nearby(list, at, { latitude: lat, longitude: lon }, raio)
}

/** A box over the columns leaves few to measure; prices already ascend, so only equal ones are put in order of distance. */
function nearby(
  list: FuelList,
  among: readonly number[] | null,
  centre: { latitude: number; longitude: number },
  raio: number,
): Required<Found> {
  const box = boxAround(centre, raio)
  const near: { at: number; km: number }[] = []
  const consider = (at: number) => {
    const latitude = list.latitude[at] ?? NaN
    const longitude = list.longitude[at] ?? NaN
    // Written so that NaN, a station without any place, fails.
    if (!(Math.abs(latitude - centre.latitude) <= box.latitude)) return
    if (!(Math.abs(longitude - centre.longitude) <= box.longitude)) return
    const km = distanceKm(centre, { latitude, longitude })
    if (km <= raio) near.push({ at, km })
  }
  if (among) among.forEach(consider)
  else for (let at = 0; at < list.entries.length; at++) consider(at)
  near.sort((a, b) => (list.price[a.at] ?? 0) - (list.price[b.at] ?? 0) || a.km - b.km || a.at - b.at)
  return { at: near.map(({ at }) => at), km: near.map(({ km }) => km) }
}

function withoutSuspects(
  list: FuelList,
  { at, km }: Found,
  include: boolean,
): { entries: readonly Entrada[]; omitted: number } {
  if (!at) {
    const entries = include ? list.entries : list.believed
    return { entries, omitted: list.entries.length - entries.length }
  }
  const entries: Entrada[] = []
  at.forEach((position, i) => {
    const entry = list.entries[position]
    if (!entry || (entry.suspeito && !include)) return
    const distance = km?.[i]
    entries.push(distance === undefined ? entry : { ...entry, distanciaKm: distance })
  })
  return { entries, omitted: at.length - entries.length }
}

function allOf(list: FuelList): number[] {
  return list.entries.map((_, at) => at)
}
