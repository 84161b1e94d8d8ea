import { marcos } from '../alagoas/known-places.ts'
import { lazily } from '../basics/memoize.ts'
import { mayBeCookingGas } from '../facts/fuels.ts'
import { readPoint, readRoute } from '../geo/driving-route.ts'
import { isPlaceName, municipalityKeys, placeKey, splitPlaces } from '../places/place-names.ts'
import type { Problem } from './parameter-problems.ts'
import type { Values } from './parameters.ts'

/** Names and texts of a question's parameters. */
export type Given = Iterable<readonly [string, string]>

/**
 * The question most likely meant by one that is refused: names and values have the spelling suggested for them, a name given in
 * degrees goes to `perto`, one point stays of two, several towns of `municipio` go to `bairro`, a drive from a town or district
 * begins in its middle, and a question that takes no point gets what it takes of it. Undefined where nothing of the kind is wrong.
 */
export function mended(given: Given, accepted: readonly string[], problems: readonly Problem[]) {
  const pairs = [...given]
  const before = new Map(pairs)
  const asked = spelled(before, accepted, problems)
  // Of a name given twice nobody knows which value is meant.
  if (asked.size < pairs.length) return undefined
  for (const mend of [onePoint, oneTown, startOfDrive, withoutPoint]) mend(asked, accepted)
  return JSON.stringify([...asked]) === JSON.stringify([...before]) ? undefined : [...asked]
}

/** Names and values as suggested, save gas, which may be the one of kitchens. */
function spelled(
  given: ReadonlyMap<string, string>,
  accepted: readonly string[],
  problems: readonly Problem[],
): Map<string, string> {
  const suggestions = new Map(problems.map(({ erro }) => [erro.parametro, erro.sugestao]))
  const pairs = Array.from(given, ([name, text]): [string, string] => {
    const meant = mayBeCookingGas(text) ? undefined : suggestions.get(name)
    if (meant === undefined) return [name, text]
    if (accepted.includes(name)) return [name, meant]
    return given.has(meant) ? [name, text] : [meant, text]
  })
  return new Map(pairs)
}

/** True unless the data may refuse a question: a brand, a station, or a place that is not known without it. `Centro` is of most towns. */
export function isSurelyAnswered({ perto, rota, bandeira, cnpj }: Values): boolean {
  const names = [perto ?? [], readRoute(String(rota ?? ''), () => true) ?? []].flat().map(String)
  return (bandeira ?? cnpj) === undefined && names.every(isKnownPoint)
}

function isKnownPoint(name: string): boolean {
  const key = placeKey(name)
  return readPoint(name) !== undefined || landmarkKeys().has(key) || (key !== 'CENTRO' && isPlaceName(name))
}

const landmarkKeys = lazily(
  () => new Set(marcos.flatMap(({ nome, outros }) => [nome, ...outros].map(placeKey))),
)

type Mend = (asked: Map<string, string>, accepted: readonly string[]) => void

const onePoint: Mend = (asked, accepted) => {
  const { lat = '', lon = '', perto } = Object.fromEntries(asked)
  const degrees = accepted.includes('lat') || lat === '' || lon === '' ? undefined : `${lat},${lon}`
  const name = perto ?? [lat, lon].find((text) => /\p{L}{2}/u.test(text)) ?? degrees
  if (name === undefined || !POINTS.some((other) => asked.has(other))) return
  for (const other of POINTS) asked.delete(other)
  asked.set('perto', name)
}

const POINTS = ['lat', 'lon', 'rota']

const oneTown: Mend = (asked) => {
  const towns = asked.has('bairro') ? [] : severalTowns(asked.get('municipio') ?? '')
  if (towns.length === 0) return
  asked.delete('municipio')
  asked.set('bairro', towns.join(', '))
}

const startOfDrive: Mend = (asked, accepted) => {
  const place = ['bairro', 'municipio'].flatMap((name) => asked.get(name) || []).join(', ')
  const needsOne =
    ['raio', 'litros', 'consumo'].some((name) => asked.has(name)) ||
    ['custo', 'distancia'].includes(asked.get('ordenar') ?? '')
  const hasOne = ['perto', ...POINTS].some((name) => asked.has(name))
  if (place === '' || !needsOne || hasOne || !accepted.includes('rota')) return
  asked.delete('bairro')
  asked.delete('municipio')
  asked.set('perto', place)
}

const withoutPoint: Mend = (asked, accepted) => {
  const perto = asked.get('perto') ?? ''
  if (accepted.includes('perto') || !accepted.includes('bairro') || !/\p{L}/u.test(perto)) return
  asked.delete('perto')
  asked.delete('raio')
  if (!asked.has('bairro')) asked.set('bairro', perto)
}

/** The names in a text that names several municipalities; empty for one, or where another name is among them. */
export function severalTowns(text: string): string[] {
  const known = municipalityKeys()
  if (known.has(placeKey(text))) return []
  const names = splitPlaces(text).flatMap((part) =>
    known.has(placeKey(part)) ? part : part.split(/\s+e\s+/iu),
  )
  return names.length > 1 && names.every((name) => known.has(placeKey(name))) ? names : []
}
