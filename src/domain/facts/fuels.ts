import { fold, toSlug } from '../basics/text.ts'
import table from './fuels.json' with { type: 'json' }

/** A fuel of the source. `nome` is its name, `nomePopular` the one people read: diesel aditivado is mostly S10, which `diesel` alone means too. */
export interface Combustivel {
  readonly slug: Slug
  readonly nome: string
  readonly nomePopular: string
  readonly codigoOrigem: number
  readonly unidade: Unidade
  readonly apelidos: readonly string[]
}
export type Slug = keyof typeof table
export type Unidade = 'L' | 'M3'

/** All of `fuels.json`, in the source's own order. The demonstration has figures of each, and some texts say “seis”. */
export const combustiveis = Object.entries(table).map(([slug, row]) =>
  Object.assign({ slug }, row),
) as unknown as readonly [Combustivel, ...Combustivel[]]

/** Stands for all six fuels in file names. */
export const TODOS = 'todos'

export const slugs: readonly Slug[] = combustiveis.map((c) => c.slug)

/** Names of cooking gas. `gas` alone may mean cooking gas or GNV. */
const COOKING_GAS =
  /^(?:gas|glp|gas-(?:de-|em-)?(?:cozinha|botijao|bujao)|(?:botijao|bujao)(?:-(?:de-|do-)?(?:gas|glp|cozinha))?)$/

/** Words of which each leaves some fuels: no name with `etanol` is a diesel's. Brands sell additives in three of them, first in gasoline. */
const KINDS: readonly (readonly [RegExp, readonly Slug[]])[] = [
  [/\bS ?10\b/, ['diesel-aditivado']],
  [/\bS ?500\b/, ['diesel-comum']],
  [/\b(?:ETANOL|ALCOOL)\b/, ['alcool']],
  [/\bDIESEL\b/, ['diesel-comum', 'diesel-aditivado']],
  [/\b(?:GASOLINA|GASOSA)\b/, ['gasolina-comum', 'gasolina-aditivada']],
  [/\b(?:GRID|V ?POWER|PODIUM|OCTAPRO|PREMIUM)\b/, ['gasolina-aditivada', 'diesel-aditivado', 'alcool']],
]

const bySlug = perFuel((c) => c)
const byAlias = new Map<string, Combustivel>(
  combustiveis.flatMap((c) =>
    [c.slug, String(c.codigoOrigem), toSlug(c.nomePopular), ...c.apelidos].map(
      (alias) => [alias, c] as const,
    ),
  ),
)

export function isSlug(text: string): text is Slug {
  return Object.hasOwn(table, text)
}

export function fuelOf(slug: Slug): Combustivel {
  return bySlug[slug]
}

export function namesOf(slug: Slug) {
  const { nome, nomePopular, unidade: unidadeMedida } = fuelOf(slug)
  return { nome, nomePopular, unidadeMedida }
}

/** The fuel a person means: slug, alias or source code (1…6), case, accents and spacing ignored. */
export function fuelByAlias(text: string): Combustivel | undefined {
  return byAlias.get(toSlug(text))
}

/** The fuels that a name can mean by its folded words; undefined where none of these is known. */
export function fuelsOfKind(folded: string): Combustivel[] | undefined {
  const kinds = KINDS.filter(([words]) => words.test(folded))
  if (kinds.length === 0) return undefined
  return combustiveis.filter(({ slug }) => kinds.every(([, kind]) => kind.includes(slug)))
}

export function mayBeCookingGas(text: string): boolean {
  return COOKING_GAS.test(toSlug(text))
}

/** Words of the longest name, `gas natural veicular`. */
const MOST_WORDS = 4

/**
 * Names of fuels among words, the longest at each, `diesel s10` before `diesel`; in `etanol comum` the second word adds nothing. Without a
 * slug the name may be of cooking gas.
 */
export function fuelsIn(words: readonly string[]) {
  const found: { slug: Slug | undefined; name: string; from: number; to: number }[] = []
  for (let from = 0; from < words.length; from++)
    for (let to = Math.min(from + MOST_WORDS, words.length); to > from; to--) {
      const name = words.slice(from, to).join(' ')
      const slug = fuelByAlias(name)?.slug
      if (!slug && !mayBeCookingGas(name)) continue
      const before = found.at(-1)
      if (before?.to === from && fold(name) === 'COMUM') before.to = to
      else found.push({ slug, name, from, to })
      from = to - 1
      break
    }
  return found
}

/** An object with one value per fuel, in the source's order. */
export function perFuel<T>(value: (c: Combustivel) => T): Record<Slug, T> {
  return Object.fromEntries(combustiveis.map((c) => [c.slug, value(c)])) as Record<Slug, T>
}
