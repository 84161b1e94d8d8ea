import type { Ponto } from '../../domain/geo/distances.ts'
import { isInAlagoas } from '../../domain/alagoas/believable-points.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { readRoute } from '../../domain/geo/driving-route.ts'
import { NA_JANELA } from '../../domain/facts/rules.ts'
import { count, decimal } from '../../format/words/formatting.ts'
import type { Place } from '../places/find-place.ts'
import { listNeighbours } from '../places/find-place.ts'

/** Stations from which on a place's own prices say what is cheap there. */
const ENOUGH = 5

/** How many stations a question found, and how many suspects it left out. */
interface Counts {
  found: number
  omitted: number
  /** Whole metres to the nearest station from the point asked for; worked out for an empty list alone. */
  nearest: () => number | undefined
}

/** What a reader should know beside a list of stations. The same array where there is nothing to add. */
export function notesOn(pedido: Pedido<'precos'>, place: Place, counts: Counts): string[] {
  const scarce = counts.found >= ENOUGH ? [] : scarcity(pedido, place, counts)
  const notes = [...routeNotes(pedido), ...scarce, ...fuelNotes(pedido.combustivel)]
  if (notes.length === 0) return place.observacoes
  return place.observacoes.length === 0 ? notes : [...place.observacoes, ...notes]
}

function scarcity(pedido: Pedido<'precos'>, place: Place, { found, omitted, nearest }: Counts): string[] {
  const notes =
    found > 0
      ? [outside(pedido), few(place, found)]
      : [
          outside(pedido) ?? farther(pedido, place, nearest()),
          omitted === 0 && nobody(pedido, place),
          instead(pedido, place),
        ]
  return notes.filter((note) => typeof note === 'string')
}

/** `diesel` is answered with the S10, and that is said, in the same words to whoever asks for it by its own name. */
export function fuelNotes(combustivel: Slug | undefined): string[] {
  return combustivel === 'diesel-aditivado' ? [S10] : []
}

const S10 =
  'Diesel, sem mais, é o S10 (diesel-aditivado): quase todo posto o vende e todo motor a diesel o aceita. O S500 é diesel-comum.'

/** Why a point finds nobody: it lies in another state, perhaps because its two numbers were exchanged. */
function outside({ lat, lon }: Pedido<'precos'>): string | undefined {
  if (lat === undefined || lon === undefined || isInAlagoas({ latitude: lat, longitude: lon }))
    return undefined
  const exchanged = isExchanged({ latitude: lat, longitude: lon })
  return `O ponto pedido fica fora de Alagoas, e só há dados de lá${exchanged ? ': lat e lon parecem trocadas' : ''}.`
}

/** Points of a route from which nobody is found; the others may have found many. */
function routeNotes({ rota }: Pedido<'precos'>): string[] {
  const points = rota === undefined ? undefined : readRoute(rota)
  const out = points?.filter((point) => !isInAlagoas(point)) ?? []
  if (!points || out.length === 0) return []
  const which =
    out.length === points.length
      ? 'Os pontos da rota ficam'
      : `${out.length} dos ${points.length} pontos da rota ${out.length === 1 ? 'fica' : 'ficam'}`
  const exchanged = out.every(isExchanged) ? ': lat e lon parecem trocadas' : ''
  return [`${which} fora de Alagoas, e só há dados de lá${exchanged}.`]
}

function isExchanged({ latitude, longitude }: Ponto): boolean {
  return isInAlagoas({ latitude: longitude, longitude: latitude })
}

/** Where the nearest is whom a larger radius would have found. */
function farther(
  { combustivel, horas }: Pedido<'precos'>,
  { areas, lugar }: Place,
  metres: number | undefined,
): string | undefined {
  if (metres === undefined) return undefined
  const which = areas ? `Dos postos de ${lugar.nome}, o` : 'O posto'
  const sells = horas === undefined ? 'vende' : 'vendeu'
  const since = horas === undefined ? '' : ` ${lastHours(horas)}`
  return `${which} mais perto que ${sells} ${fuelOf(combustivel).nome}${since} fica a ${decimal(metres / 1000, 1, 1)} km.`
}

function lastHours(horas: number): string {
  return horas === 1 ? 'na última hora' : `nas últimas ${decimal(horas)} horas`
}

function few({ areas, lugar, neighbours }: Place, found: number): string | undefined {
  if (!areas) return undefined
  const only = `${found === 1 ? 'Só' : 'Só há'} ${count(found, 'posto', 'postos')}, pouco para comparar`
  if (neighbours.length > 0) return `${only}; perto há ${listNeighbours(neighbours)}.`
  const [town, ...others] = lugar.municipios
  return lugar.ambito === 'bairro' && town && others.length === 0
    ? `${only}: veja também o município, ${town.nome}.`
    : `${only}.`
}

/** Where there are stations, and none of them sold the fuel: who does. */
function nobody(
  { combustivel, horas, lat, rota }: Pedido<'precos'>,
  { areas, sugestoes, neighbours }: Place,
): string | undefined {
  if (!areas || sugestoes || lat !== undefined || rota !== undefined) return undefined
  const since = horas === undefined ? NA_JANELA : lastHours(horas)
  const near = neighbours.length > 0 ? `; perto há ${listNeighbours(neighbours)}` : ''
  return `Ninguém de lá vendeu ${fuelOf(combustivel).nome} ${since}${near}.`
}

/** Where nobody sells a fuel: what to ask instead, when something is as good. */
function instead({ combustivel }: Pedido<'precos'>, { sugestoes }: Place): string | undefined {
  return combustivel === 'diesel-comum' && !sugestoes
    ? 'Diesel comum é o S500, e a maioria dos postos vende o S10: procure diesel-aditivado.'
    : undefined
}
