import { fold } from '../basics/text.ts'

/** A brand as answers carry it. */
export interface Bandeira {
  /** Folded, with hyphens: `vibra`. */
  readonly slug: string
  /** As people know it: `Petrobras (Vibra)`. */
  readonly nome: string
}

/** A station without a contract with one distributor. Not the same as an unknown brand. */
export const BRANCA = 'branca'

/** Slug, name, first words of the distributor's names in the registry, and names that people ask for. */
const BRANDS: readonly (readonly [slug: string, nome: string, begins: string, asked: string])[] = [
  [BRANCA, 'Bandeira branca', 'BANDEIRA BRANCA|BRANCA|SEM BANDEIRA', 'SEM BANDEIRA|BANDEIRA BRANCA'],
  [
    'vibra',
    'Petrobras (Vibra)',
    'VIBRA|PETROBRAS|BR DISTRIBUIDORA',
    'PETROBRAS|BR|POSTO BR|POSTOS PETROBRAS',
  ],
  ['raizen', 'Shell (Raízen)', 'RAIZEN|SABBA|SHELL', 'SHELL'],
  ['ipiranga', 'Ipiranga', 'IPIRANGA', ''],
  ['ale', 'Ale', 'ALESAT|ALE', 'ALESAT'],
]

/** The brand of a distributor as the registry writes it, cleaned; one outside the table keeps its name. Null: not told. */
export function brandOf(distribuidora: string): Bandeira | null {
  const folded = fold(distribuidora)
  if (folded === '') return null
  const known = BRANDS.find(([, , begins]) =>
    begins.split('|').some((words) => `${folded} `.startsWith(`${words} `)),
  )
  return known ? { slug: known[0], nome: known[1] } : { slug: slugOf(folded), nome: distribuidora }
}

/** The slug of a brand as people or programs write it: `shell`, `Bandeira branca`, `vibra`. */
export function brandAsked(text: string): string {
  const folded = fold(text)
  const known = BRANDS.find(
    ([slug, nome, , asked]) =>
      slug === slugOf(folded) || fold(nome) === folded || asked.split('|').includes(folded),
  )
  return known?.[0] ?? slugOf(folded)
}

function slugOf(folded: string): string {
  return folded.toLowerCase().replaceAll(' ', '-')
}
