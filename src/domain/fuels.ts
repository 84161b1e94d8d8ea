/** The six fuels of the source, in its own order. Nothing else in the program lists them. */
export const combustiveis = [
  {
    slug: 'gasolina-comum',
    nome: 'Gasolina comum',
    codigoOrigem: 1,
    unidade: 'L',
    apelidos: ['gasolina', 'comum', 'gasolina-c', 'gas-comum'],
  },
  {
    slug: 'gasolina-aditivada',
    nome: 'Gasolina aditivada',
    codigoOrigem: 2,
    unidade: 'L',
    apelidos: ['aditivada', 'gas-aditivada'],
  },
  {
    slug: 'alcool',
    nome: 'Álcool (etanol)',
    codigoOrigem: 3,
    unidade: 'L',
    apelidos: ['etanol', 'etanol-hidratado', 'alcool-etanol', 'alcool-comum'],
  },
  {
    slug: 'diesel-comum',
    nome: 'Diesel comum',
    codigoOrigem: 4,
    unidade: 'L',
    apelidos: ['diesel', 's500', 's-500', 'diesel-s500', 'oleo-diesel'],
  },
  {
    slug: 'diesel-aditivado',
    nome: 'Diesel aditivado',
    codigoOrigem: 5,
    unidade: 'L',
    apelidos: ['s10', 's-10', 'diesel-s10', 'diesel-s-10', 'oleo-diesel-s10'],
  },
  {
    slug: 'gnv',
    nome: 'GNV',
    codigoOrigem: 6,
    unidade: 'M3',
    apelidos: ['gas', 'gas-natural', 'gas-natural-veicular'],
  },
] as const

export type Combustivel = (typeof combustiveis)[number]
export type Slug = Combustivel['slug']
export type Unidade = Combustivel['unidade']

export const slugs: readonly Slug[] = combustiveis.map((c) => c.slug)

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

/** An object with one value per fuel, in the source's order. */
export function perFuel<T>(value: (c: Combustivel) => T): Record<Slug, T> {
  return Object.fromEntries(combustiveis.map((c) => [c.slug, value(c)])) as Record<Slug, T>
}

function toAlias(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
