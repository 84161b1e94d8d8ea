import type { Mudanca } from '../../domain/answers/mudancas.ts'
import { distanceKm } from '../../domain/geo/distances.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { parametros } from '../../domain/questions/parameters.ts'
import { placeOf } from '../places/find-place.ts'
import type { Snapshot } from '../lists/snapshot.ts'

/** What is asked of changes, apart from where to begin and where to stop. */
export type ChangeFilter = Omit<Pedido<'mudancas'>, 'desde' | 'limite'>

/** Places are those of the stations as they are known now. */
export function createFilter(snapshot: Snapshot, filtro: ChangeFilter): (mudanca: Mudanca) => boolean {
  const { combustivel, cnpj, tipo, abaixo = Infinity, suspeitos } = filtro
  const isThere = placeTest(snapshot, filtro)
  return (mudanca) =>
    (combustivel === undefined || mudanca.combustivel === combustivel) &&
    (cnpj === undefined || mudanca.cnpj === cnpj) &&
    (tipo === undefined || mudanca.tipo === tipo) &&
    (abaixo === Infinity || (mudanca.para !== null && mudanca.para < abaixo)) &&
    // That a price is no longer to be believed is told to whoever has believed it.
    (suspeitos === 'incluir' || !mudanca.suspeito || mudanca.tipo === 'suspeita') &&
    isThere(mudanca.cnpj)
}

function placeTest(snapshot: Snapshot, filtro: ChangeFilter): (cnpj: string) => boolean {
  const { lat, lon, raio = parametros.raio.padrao } = filtro
  const place = placeOf(snapshot, filtro)
  const centre = lat === undefined || lon === undefined ? null : { latitude: lat, longitude: lon }
  if (!place.areas && !centre) return () => true
  const there = new Set<string>()
  for (const station of snapshot.stations()) {
    const point = station.posto.endereco.localizacao
    if (!place.matches(station)) continue
    if (centre && !(point && distanceKm(centre, point) <= raio)) continue
    there.add(station.posto.cnpj)
  }
  return (cnpj) => there.has(cnpj)
}
