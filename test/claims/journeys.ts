import { createMemory, oncePer } from '../../src/domain/basics/memoize.ts'
import type { Ask, Entry } from './downloads.ts'
import { type Point, kilometres, rounded } from './numbers.ts'

/** The line of a page of journeys is told by the program; all that is measured along it is measured here. */
export interface Journey {
  line: (Point & { codigoIBGE: number })[]
  /** Lengths of the other ways, by the town that the way goes by. */
  others: Map<string, number>
  reach: number
  litres: number
  perLitre: number
}

interface Told {
  caminho: { lugares: Journey['line']; outros: { por: string }[] }
}

export async function journeyOf(ask: Ask, asked: URLSearchParams): Promise<Journey | undefined> {
  const [from, to, by] = ['de', 'para', 'por'].map((name) => asked.get(name) ?? '')
  if (!from || !to) return undefined
  const wayOf = async (...places: string[]) => {
    const rota = encodeURIComponent(places.filter((place) => place !== '').join(';'))
    return ((await (await ask(`/gasolina/api/precos?limite=1&rota=${rota}`)).json()) as Told).caminho
  }
  const { lugares, outros } = await wayOf(from, ...(by ?? '').split(','), to)
  const others = new Map<string, number>()
  for (const { por } of outros) others.set(por, lengthOf((await wayOf(from, por, to)).lugares))
  const numberOf = (name: string, usual: number) => Number(asked.get(name)?.replace(',', '.') ?? usual)
  return {
    line: lugares,
    others,
    reach: numberOf('desvio', 2),
    litres: numberOf('litros', 40),
    perLitre: numberOf('consumo', 10),
  }
}

export function lengthOf(line: readonly Point[]): number {
  return line.slice(1).reduce((sum, point, i) => sum + kilometres(line[i] ?? point, point), 0)
}

export interface Beside {
  entry: Entry
  away: number
  along: number
  isExact: boolean
  /** There and back. */
  detour: number
  drive: number
  total: number
}

/** Stations of the fuel within reach of the line, cheapest with the drive first; all in thousandths. Computed once for each journey and fuel. */
export function stationsBeside(journey: Journey, entries: readonly Entry[]): Beside[] {
  return besideOf(journey)(entries, () => compute(journey, entries))
}

const besideOf = oncePer((_journey: Journey) => createMemory<readonly Entry[], Beside[]>(new WeakMap()))

function compute(journey: Journey, entries: readonly Entry[]): Beside[] {
  return entries
    .flatMap((entry) => {
      const { point } = entry.station
      const found = point && nearestOn(journey.line, point)
      if (!found || found.away > journey.reach + 0.0005) return []
      const likely = entry.likely / 1000
      const away = rounded(found.away, 3)
      const drive = (away * 2.6 * likely) / journey.perLitre
      return [
        {
          entry,
          away,
          along: found.along,
          isExact: point.precisao === 'exata',
          detour: rounded(away * 2.6, 3),
          drive: rounded(drive, 3),
          total: rounded(journey.litres * likely + drive, 3),
        },
      ]
    })
    .toSorted((a, b) => a.total - b.total)
}

/** The nearest point of the line: cross-track and along-track distances on the sphere, leg by leg. */
function nearestOn(line: readonly Point[], point: Point): { away: number; along: number } {
  let [before, best] = [0, { away: Infinity, along: 0 }]
  for (const [i, end] of line.slice(1).entries()) {
    const start = line[i] ?? end
    const long = kilometres(start, end)
    const far = kilometres(start, point)
    const turn = bearing(start, point) - bearing(start, end)
    const away = Math.abs(Math.asin(Math.sin(far / RADIUS) * Math.sin(turn)) * RADIUS)
    const ahead = Math.acos(Math.min(1, Math.cos(far / RADIUS) / Math.cos(away / RADIUS))) * RADIUS
    const isAbreast = Math.cos(turn) > 0 && ahead < long
    const found = isAbreast
      ? { away, along: before + ahead }
      : [
          { away: far, along: before },
          { away: kilometres(end, point), along: before + long },
        ].reduce((a, b) => (b.away < a.away ? b : a))
    if (found.away < best.away) best = found
    before += long
  }
  return best
}

const RADIUS = 6378.137

function bearing(from: Point, to: Point): number {
  const [a, b, across] = [from.latitude, to.latitude, to.longitude - from.longitude].map(
    (degrees) => (degrees * Math.PI) / 180,
  ) as [number, number, number]
  return Math.atan2(
    Math.sin(across) * Math.cos(b),
    Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(across),
  )
}
