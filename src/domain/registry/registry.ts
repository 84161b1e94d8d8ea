import { type Bandeira, brandOf } from './brands.ts'
import { compareTexts } from '../basics/text.ts'
import type { Instante } from '../basics/time.ts'

/** The national regulator's open registry of stations, its part on the state, as an operator took it. */
export interface Cadastro {
  /** The address or the name of the file. */
  origem: string
  em: Instante
  recusadas: number
  /** In the order of their CNPJs, so that one registry is always one file. */
  postos: readonly PostoCadastrado[]
}

/** A station of the registry: facts as written, so that a better table of brands corrects the past too. */
export interface PostoCadastrado {
  cnpj: string
  /** The distributor as written, without spaces around it; empty when not told. */
  distribuidora: string
  /** The JSON layout alone has coordinates; null without them. */
  latitude: number | null
  longitude: number | null
}

/** Stations of `cnpjs` counted: with each brand, the most frequent first; with none; and unknown to the registry. */
export function countBrands({ postos }: Pick<Cadastro, 'postos'>, cnpjs: Iterable<string>) {
  const written = new Map(postos.map(({ cnpj, distribuidora }) => [cnpj, distribuidora]))
  const counts = new Map<string, Bandeira & { postos: number }>()
  let [semBandeira, foraDoCadastro] = [0, 0]
  for (const cnpj of cnpjs) {
    const brand = brandOf(written.get(cnpj) ?? '')
    if (!written.has(cnpj)) foraDoCadastro++
    else if (!brand) semBandeira++
    else counts.set(brand.slug, { ...brand, postos: (counts.get(brand.slug)?.postos ?? 0) + 1 })
  }
  const bandeiras = [...counts.values()].toSorted(
    (a, b) => b.postos - a.postos || compareTexts(a.slug, b.slug),
  )
  return { bandeiras, semBandeira, foraDoCadastro }
}
