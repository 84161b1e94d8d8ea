import { LRUCache } from 'lru-cache'
import { createMemory, oncePer } from '../../domain/basics/memoize.ts'
import type { Centro } from '../../domain/answers/shared-schemas.ts'
import type { Caminho } from '../../domain/answers/precos.ts'
import { type TownWay, straightWay, townWay } from '../../domain/alagoas/town-ways.ts'
import { metresAlong, readRoute } from '../../domain/geo/driving-route.ts'
import { type Pedido, parametros } from '../../domain/questions/parameters.ts'
import type { JourneyWay, Where } from '../lists/radius-and-route.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { pointNamed } from './named-point.ts'

type Asked = Pick<
  Pedido<'precos'>,
  'bairro' | 'municipio' | 'perto' | 'lat' | 'lon' | 'raio' | 'rota' | 'desvio'
>

/** Ways asked for since the commit was published: one from town to town takes some milliseconds. */
const waysOf = oncePer(() => createMemory<string, JourneyWay>(new LRUCache({ max: 500 })))

/** The area of a question, its names looked up; `radius` where it says none. @throws {GasolinaError} for a name of no point, or of several. */
export function readWhere(
  snapshot: Snapshot,
  { bairro, municipio, perto, lat, lon, raio, rota, desvio = parametros.desvio.padrao }: Asked,
  radius: number = parametros.raio.padrao,
): Where {
  const near = perto === undefined ? undefined : pointNamed(snapshot, perto, 'perto')
  const asked = lat === undefined || lon === undefined ? undefined : { latitude: lat, longitude: lon }
  const centre = near?.centro ?? asked
  const named = rota === undefined ? [] : (readRoute(rota, () => true) ?? [])
  const stops = named.map((text) => pointNamed(snapshot, text, 'rota'))
  const points = stops.map(({ centro }) => centro)
  const journey = () => journeyThrough(points, (town) => pointNamed(snapshot, town, 'rota').centro)
  return {
    bairro,
    municipio,
    around: centre && { centre, raio: raio ?? radius, ...(near && { centro: near.centro }) },
    route:
      points.length === 0
        ? undefined
        : { points, way: waysOf(snapshot)(named.join(';'), journey), desvio, nome: nameOf(points) },
    notes: [
      near ? [near.notes, aboutCentre(near.centro)].flat() : [],
      ...stops.map(({ notes }) => notes),
    ].flat(),
  }
}

/** Where distances are not measured from what the question names. */
function aboutCentre({ tipo, nome, precisao }: Centro): string | [] {
  if (tipo === 'municipio')
    return `${nome}, aqui, é um ponto só (o meio dos seus postos ou, com menos de três, o da cidade): para outro lugar de lá, diga o bairro ou o lugar.`
  const isRough = tipo === 'posto' ? precisao !== 'exata' : precisao === 'municipio'
  if (!isRough) return []
  // Its name may be that of one station's address.
  const which = tipo === 'posto' ? 'Desse posto' : tipo === 'bairro' ? 'Desse bairro' : `De ${nome}`
  return `${which} só se sabe o ${precisao === 'bairro' ? 'bairro' : 'município'}: as distâncias contam-se do meio dele.`
}

/** `Maceió a Arapiraca`; undefined where an end has no name. */
function nameOf(points: readonly Centro[]): string | undefined {
  const [from, to] = [points[0], points.at(-1)]
  return from && to && !isPosition(from) && !isPosition(to) ? `${from.nome} a ${to.nome}` : undefined
}

/** Straight lines between positions; where a name is among the points, from town to town. `named`: the point of a town. */
function journeyThrough(asked: readonly Centro[], named: (town: string) => Centro): JourneyWay {
  if (asked.every(isPosition)) return { line: asked }
  const legs = legsOf(asked)
  const others = legs.length === 1 ? legs.flatMap((leg) => leg.others()) : []
  const outros = others.map((por) => {
    const through = [...asked.slice(0, 1), named(por), ...asked.slice(1)]
    return { por, km: placesAlong(legsOf(through)).km }
  })
  const { km, lugares } = placesAlong(legs)
  return { line: lugares, caminho: { km, lugares, outros } }
}

function legsOf(asked: readonly Centro[]): TownWay[] {
  return asked.slice(1).map((to, i) => {
    const from = asked[i] ?? to
    // Two positions, side by side, are a line that the question drew.
    return isPosition(from) && isPosition(to) ? straightWay(from, to) : townWay(from, to)
  })
}

function placesAlong(legs: readonly TownWay[]): Pick<Caminho, 'km' | 'lugares'> {
  const points = legs.flatMap((leg, i) => (i === 0 ? leg.points : leg.points.slice(1)))
  const metres = metresAlong(points)
  const lugares = points.map(({ nome, codigoIBGE, latitude, longitude }, i) => {
    return { nome, codigoIBGE, latitude, longitude, km: (metres[i] ?? 0) / 1000 }
  })
  return { km: (metres.at(-1) ?? 0) / 1000, lugares }
}

function isPosition({ tipo }: Centro): boolean {
  return tipo === 'ponto'
}
