import { combustiveis, fuelByAlias, fuelOf, mayBeCookingGas } from '../../domain/facts/fuels.ts'
import { nearest } from '../../domain/basics/text.ts'
import type { Addresses } from '../request/addresses.ts'
import { byName, slugOf } from '../request/addresses.ts'

/** A page to propose where none has the address asked for. */
export interface Near {
  name: string
  address: string
}

/** Where somebody who mistyped an address probably wanted to go: towns, fuels, both. */
export function nearbyPages(path: readonly string[], links: Addresses): Near[] {
  const words = path.filter((part) => part !== '').slice(0, 3)
  const fuel =
    words
      .map((word) => (mayBeCookingGas(word) ? fuelOf('gnv') : fuelByAlias(word)))
      .find((found) => found !== undefined) ?? nearestFuel(words)
  const towns = new Set(words.flatMap((word) => nearest(word, byName.map(slugOf), 3)))
  const near = byName.filter((municipio) => towns.has(slugOf(municipio)))
  const { slug, nome } = fuel ?? combustiveis[0]
  return [
    ...near.map((municipio) => ({
      name: `${nome} em ${municipio.nome}`,
      address: links.town(slug, municipio),
    })),
    { name: `${nome} em Alagoas`, address: links.fuel(slug) },
  ]
}

function nearestFuel(words: readonly string[]): (typeof combustiveis)[number] | undefined {
  const slugs = combustiveis.map(({ slug }) => slug)
  const [near] = words.flatMap((word) => nearest(word, slugs, 1))
  return combustiveis.find(({ slug }) => slug === near)
}
