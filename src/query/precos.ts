import type { Atribuicao, RespostaPrecos } from '../domain/answers.ts'
import { boxAround, distancesFrom } from '../domain/distances.ts'
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
  return selected(list, near.at, near.km)
}

interface Near {
  at: number[]
  km: number[]
}

/** A box over the columns leaves few to measure; prices already ascend, so only equal ones are put in order of distance. */
function nearby(
  { latitude, longitude, price }: FuelList,
  among: readonly number[] | null,
  centre: { latitude: number; longitude: number },
  raio: number,
): Near {
  const box = boxAround(centre, raio)
  const [south, north] = [centre.latitude - box.latitude, centre.latitude + box.latitude]
  const [west, east] = [centre.longitude - box.longitude, centre.longitude + box.longitude]
  const kmTo = distancesFrom(centre)
  const near: Near = { at: [], km: [] }
  const count = among ? among.length : price.length
  for (let i = 0; i < count; i++) {
    const at = among ? (among[i] ?? -1) : i
    const lat = latitude[at] ?? NaN
    // Written so that NaN, a station without any place, fails.
    if (!(lat >= south && lat <= north)) continue
    const lon = longitude[at] ?? NaN
    if (!(lon >= west && lon <= east)) continue
    const km = kmTo(lat, lon)
    if (km > raio) continue
    near.at.push(at)
    near.km.push(km)
  }
  for (let from = 0, to = 0; from < near.at.length; from = to) {
    while (to < near.at.length && price[near.at[to] ?? -1] === price[near.at[from] ?? -1]) to++
    if (to - from > 1) nearestFirst(near, from, to)
  }
  return near
}

/** Puts the stations from one place to before another, all of one price, in order; of one distance, as they stood. */
function nearestFirst({ at, km }: Near, from: number, to: number): void {
  if (to - from > FEW) return manyNearestFirst({ at, km }, from, to)
  for (let i = from + 1; i < to; i++) {
    const [position, distance] = [at[i] ?? 0, km[i] ?? 0]
    let hole = i
    for (; hole > from && (km[hole - 1] ?? 0) > distance; hole--) {
      at[hole] = at[hole - 1] ?? 0
      km[hole] = km[hole - 1] ?? 0
    }
    at[hole] = position
    km[hole] = distance
  }
}

/** So many are put in order faster without a sort's objects: prices end in .x9, and a few stations share each. */
const FEW = 24

function manyNearestFirst({ at, km }: Near, from: number, to: number): void {
  const group: [at: number, km: number][] = []
  for (let i = from; i < to; i++) group.push([at[i] ?? 0, km[i] ?? 0])
  group.sort((a, b) => a[1] - b[1])
  for (const [i, [position, distance]] of group.entries()) {
    at[from + i] = position
    km[from + i] = distance
  }
}

function allOf(list: FuelList): number[] {
  return list.entries.map((_, at) => at)
}
