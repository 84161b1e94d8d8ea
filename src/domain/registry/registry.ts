import { lazily } from '../basics/memoize.ts'
import { compareTexts, fold, toSlug } from '../basics/text.ts'
import type { Instante } from '../basics/time.ts'
import brands from './brands.json' with { type: 'json' }

/** The national regulator's open registry of stations, its part on the state, as an operator took it. */
export interface Cadastro {
  /** The address or the name of the file. */
  origem: string
  em: Instante
  recusadas: number
  /** Stations in the order of their CNPJs, so that one registry is always one file. */
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

/** The refusal of a question for a brand. */
export const NO_REGISTRY =
  'A bandeira dos postos não é conhecida aqui: quem opera este serviço não tomou o cadastro da ANP (comando gasolina cadastro).'

export interface Bandeira {
  /** Folded, with hyphens: `vibra`. */
  readonly slug: string
  /** Name that people know: `Petrobras (Vibra)`. */
  readonly nome: string
}

/** A station without a contract with one distributor. Not the same as an unknown brand. */
export const BRANCA = 'branca'

/** Slug, name, first words of the distributor's names in the registry, and names that people ask for. */
type Row = [slug: string, nome: string, begins: string, asked: string]
const BRANDS = (brands as Row[]).map(([slug, nome, begins, asked]) => ({
  bandeira: { slug, nome },
  begins: begins.split('|'),
  asked: asked.split('|').filter(Boolean),
}))

/** Names by which a text may mean the brand; `branca` alone is half the name of a town. */
const namesOf = ({ slug, nome }: Bandeira): readonly string[] => [
  ...(slug === BRANCA ? [] : [slug.toUpperCase().replaceAll('-', ' ')]),
  fold(nome),
  ...(BRANDS.find(({ bandeira }) => bandeira.slug === slug)?.asked ?? []),
]

/** The brand of a distributor as the registry writes it, cleaned; one outside the table keeps its name. Null: not told. */
export function brandOf(distribuidora: string): Bandeira | null {
  const folded = fold(distribuidora)
  if (folded === '') return null
  const known = BRANDS.find(({ begins }) => begins.some((words) => `${folded} `.startsWith(`${words} `)))
  return known?.bandeira ?? { slug: toSlug(folded), nome: distribuidora }
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

/** The slug of a brand as people or programs write it: `shell`, `Bandeira branca`, `vibra`. */
export function brandAsked(text: string): string {
  const folded = fold(text)
  return BRANDS.find(({ bandeira }) => namesOf(bandeira).includes(folded))?.bandeira.slug ?? toSlug(folded)
}

const withNames = (bandeira: Bandeira) => ({ bandeira, names: namesOf(bandeira) })
const namedBrands = lazily(() => BRANDS.map(({ bandeira }) => withNames(bandeira)))

const MOST_WORDS = 3

/** The brand that words of a text name, of the table or of the `others`, and the words beside it. `BR 101` is a road. */
export function brandBeside(text: string, others: readonly Bandeira[]) {
  const words = text.split(/[\s,]+/).filter(Boolean)
  const known = [...namedBrands(), ...others.map(withNames)]
  for (let length = MOST_WORDS; length > 0; length--)
    for (let at = 0; at + length <= words.length; at++) {
      const asked = words.slice(at, at + length).join(' ')
      const folded = fold(asked)
      const found = known.find(({ names }) => names.includes(folded))
      if (!found || (folded.endsWith('BR') && /^\d/.test(words[at + length] ?? ''))) continue
      const rest = [...words.slice(0, at), ...words.slice(at + length)].join(' ')
      return { bandeira: found.bandeira, asked, rest }
    }
  return undefined
}
