import { fold } from '../basics/text.ts'

/**
 * The six fuels of the source, in its own order. Nothing else in the program lists them. `nome` is the source's; `nomePopular` is
 * the one people read: of the source's diesel aditivado, invoices and pumps mostly say S10.
 */
export const combustiveis = [
  {
    slug: 'gasolina-comum',
    nome: 'Gasolina comum',
    nomePopular: 'Gasolina comum',
    codigoOrigem: 1,
    unidade: 'L',
    apelidos: ['gasolina', 'comum', 'gasolina-c', 'gas-comum'],
  },
  {
    slug: 'gasolina-aditivada',
    nome: 'Gasolina aditivada',
    nomePopular: 'Gasolina aditivada',
    codigoOrigem: 2,
    unidade: 'L',
    apelidos: ['aditivada', 'gas-aditivada'],
  },
  {
    slug: 'alcool',
    nome: 'Álcool (etanol)',
    nomePopular: 'Álcool (etanol)',
    codigoOrigem: 3,
    unidade: 'L',
    apelidos: ['etanol', 'etanol-hidratado', 'alcool-etanol', 'alcool-comum'],
  },
  {
    slug: 'diesel-comum',
    nome: 'Diesel comum',
    nomePopular: 'Diesel comum (em geral S500)',
    codigoOrigem: 4,
    unidade: 'L',
    apelidos: ['s500', 's-500', 'diesel-s500', 'diesel-s-500'],
  },
  {
    slug: 'diesel-aditivado',
    nome: 'Diesel aditivado',
    nomePopular: 'Diesel S10',
    codigoOrigem: 5,
    unidade: 'L',
    // `diesel` alone: nearly every station sells the S10, and every engine takes it.
    apelidos: ['diesel', 'oleo-diesel', 's10', 's-10', 'diesel-s10', 'diesel-s-10', 'oleo-diesel-s10'],
  },
  {
    slug: 'gnv',
    nome: 'GNV',
    nomePopular: 'GNV',
    codigoOrigem: 6,
    unidade: 'M3',
    apelidos: ['gas-natural', 'gas-natural-veicular', 'gas-veicular'],
  },
] as const

export type Combustivel = (typeof combustiveis)[number]
export type Slug = Combustivel['slug']
export type Unidade = Combustivel['unidade']

/** Stands for all six fuels in file names. */
export const TODOS = 'todos'

export const slugs: readonly Slug[] = combustiveis.map((c) => c.slug)

/** Words for cooking gas. `gas` alone may mean cooking gas or GNV. */
const COOKING_GAS = new Set(['gas', 'gas-de-cozinha', 'glp', 'botijao'])

const bySlug = new Map<string, Combustivel>(combustiveis.map((c) => [c.slug, c]))
const byAlias = new Map<string, Combustivel>(
  combustiveis.flatMap((c) =>
    [c.slug, String(c.codigoOrigem), ...c.apelidos].map((alias) => [alias, c] as const),
  ),
)

export function isSlug(text: string): text is Slug {
  return bySlug.has(text)
}

export function fuelOf(slug: Slug): Combustivel {
  const found = bySlug.get(slug)
  if (!found) throw new Error(`unknown fuel ${slug}`)
  return found
}

/** The fuel a person means: slug, alias or source code (1…6), case, accents and spacing ignored. */
export function fuelByAlias(text: string): Combustivel | undefined {
  return byAlias.get(toAlias(text))
}

/** True for words that may mean cooking gas, which the source does not have. */
export function mayBeCookingGas(text: string): boolean {
  return COOKING_GAS.has(toAlias(text))
}

/** An object with one value per fuel, in the source's order. */
export function perFuel<T>(value: (c: Combustivel) => T): Record<Slug, T> {
  return Object.fromEntries(combustiveis.map((c) => [c.slug, value(c)])) as Record<Slug, T>
}

function toAlias(text: string): string {
  return fold(text).toLowerCase().replaceAll(' ', '-')
}
