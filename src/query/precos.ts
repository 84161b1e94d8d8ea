import type { Atribuicao, RespostaPrecos } from '../domain/answers.ts'
import { boxAround, distanceKm } from '../domain/distances.ts'
import { fuelOf } from '../domain/fuels.ts'
import type { Pedido } from '../domain/parameters.ts'
import { RAIO_PADRAO } from '../domain/parameters.ts'
import { HOUR, toMs } from '../domain/time.ts'
import type { FuelList } from './entries.ts'
import { paginate } from './paging.ts'
import type { PlaceFilter } from './place-filter.ts'
import { filterByPlace } from './place-filter.ts'
import type { Selection } from './selection.ts'
import { everything, selected } from './selection.ts'
import type { Snapshot } from './snapshot.ts'

/** Stations from cheapest to dearest. `totalPostos` and `precoMinimo` are of the result after `limite`, before paging. */
export function answerPrecos(
  snapshot: Snapshot,
  pedido: Pedido<'precos'>,
  atribuicao: Atribuicao,
): RespostaPrecos {
  const { combustivel: slug, limite = Infinity } = pedido
  const list = snapshot.list(slug)
  const place = filterByPlace(snapshot, pedido)
  const updatedAt = snapshot.updatedAt(slug)
  const found = find(list, place, sinceMs(pedido.horas, updatedAt), pedido)
  const kept = pedido.suspeitos === 'incluir' ? found : found.believed()
  const total = Math.min(kept.count, limite)
  const { from, to, envelope } = paginate(total, pedido)
  return {
    combustivel: fuelOf(slug).nome,
    totalPostos: total,
    totalEncontrados: kept.count,
    precoMinimo: kept.entries(0, 1)[0]?.produto.venda.valorDeclarado ?? null,
    atualizadoEm: updatedAt,
    suspeitosOmitidos: found.count - kept.count,
    ...(place?.sugestoes && { sugestoes: [...place.sugestoes] }),
    ...envelope,
    conteudo: kept.entries(from, to),
    ...atribuicao,
  }
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

function find(
  list: FuelList,
  place: PlaceFilter | null,
  since: number,
  { lat, lon, raio = RAIO_PADRAO }: Pedido<'precos'>,
): Selection {
  const at = positionsIn(list, place, since)
  if (lat === undefined || lon === undefined) return at ? selected(list, at) : everything(list)
  const near = nearby(list, at, { latitude: lat, longitude: lon }, raio)
  return selected(
    list,
    near.map(({ at }) => at),
    near.map(({ km }) => km),
  )
}

/** A box over the columns leaves few to measure; prices already ascend, so only equal ones are put in order of distance. */
function nearby(
  list: FuelList,
  among: readonly number[] | null,
  centre: { latitude: number; longitude: number },
  raio: number,
): { at: number; km: number }[] {
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
  return near.toSorted(
    (a, b) => (list.price[a.at] ?? 0) - (list.price[b.at] ?? 0) || a.km - b.km || a.at - b.at,
  )
}

function allOf(list: FuelList): number[] {
  return list.entries.map((_, at) => at)
}
