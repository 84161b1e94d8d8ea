import { LRUCache } from 'lru-cache'
import { createMemory, oncePer } from '../../domain/basics/memoize.ts'
import type { Centro } from '../../domain/answers/shared-schemas.ts'
import { readRoute } from '../../domain/geo/driving-route.ts'
import { type Pedido, parametros } from '../../domain/questions/parameters.ts'
import type { JourneyWay, Where } from '../lists/radius-and-route.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { journeyThrough } from './journey-way.ts'
import { pointNamed } from './named-point.ts'

type Asked = Pick<
  Pedido<'precos'>,
  'bairro' | 'municipio' | 'perto' | 'lat' | 'lon' | 'raio' | 'rota' | 'desvio'
>

/** Ways asked for since the commit was published: one from town to town takes some milliseconds. */
const MOST_REMEMBERED = 500
const waysOf = oncePer(() => createMemory<string, JourneyWay>(new LRUCache({ max: MOST_REMEMBERED })))

/**
 * The area of a question, with its names looked up. `radius` where it says none.
 * @throws {GasolinaError} `parametro_invalido` for a name of no point, or of several.
 */
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
  return {
    bairro,
    municipio,
    around: centre && { centre, raio: raio ?? radius, ...(near && { centro: near.centro }) },
    route:
      points.length === 0
        ? undefined
        : {
            points,
            way: waysOf(snapshot)(named.join(';'), () =>
              journeyThrough(points, (town) => pointNamed(snapshot, town, 'rota').centro),
            ),
            desvio,
            nome: nameOf(points),
          },
    notes: [
      ...(near ? [...near.notes, ...aboutCentre(near.centro)] : []),
      ...stops.flatMap((stop) => stop.notes),
    ],
  }
}

/** Where distances are not measured from what the question names. */
function aboutCentre({ tipo, nome, precisao }: Centro): string[] {
  if (tipo === 'municipio')
    return [
      `${nome}, aqui, é um ponto só (o meio dos seus postos ou, sem eles, da cidade): para outro lugar de lá, diga o bairro ou o lugar.`,
    ]
  const isRough = tipo === 'posto' ? precisao !== 'exata' : precisao === 'municipio'
  if (!isRough) return []
  const which = tipo === 'posto' ? 'Desse posto' : `De ${nome}`
  return [
    `${which} só se sabe o ${precisao === 'bairro' ? 'bairro' : 'município'}: as distâncias contam-se do meio dele.`,
  ]
}

/** `Maceió a Arapiraca`; undefined where an end has no name. */
function nameOf(points: readonly { nome: string; tipo: string }[]): string | undefined {
  const [from, to] = [points[0], points.at(-1)]
  return from && to && from.tipo !== 'ponto' && to.tipo !== 'ponto' ? `${from.nome} a ${to.nome}` : undefined
}
