import { municipalityKeys, placeKey, splitPlaces } from '../places/place-names.ts'

/** A question's parameters as texts. */
type Pairs = (readonly [string, string])[]

/**
 * The question most likely meant by one that is refused: a name given in degrees goes to `perto`, one point stays of two, several
 * towns of `municipio` go to `bairro`. Undefined where nothing of the kind is wrong.
 */
export function mended(given: Iterable<readonly [string, string]>): Pairs | undefined {
  const asked = new Map(given)
  const { lat = '', lon = '', perto, municipio = '' } = Object.fromEntries(asked)
  const name = perto ?? [lat, lon].find((text) => /\p{L}{2}/u.test(text))
  const hasPoint = ['lat', 'lon', 'rota'].some((other) => asked.has(other))
  const towns = asked.has('bairro') ? [] : severalTowns(municipio)
  if (towns.length === 0 && !(hasPoint && name !== undefined)) return undefined
  if (hasPoint && name !== undefined) {
    for (const other of ['lat', 'lon', 'rota']) asked.delete(other)
    asked.set('perto', name)
  }
  if (towns.length > 0) {
    asked.delete('municipio')
    asked.set('bairro', towns.join(', '))
  }
  return [...asked]
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
