import { fold } from '../basics/text.ts'
import brands from './brands.json' with { type: 'json' }

/** The refusal of a question for a brand. */
export const NO_REGISTRY =
  'A bandeira dos postos não é conhecida aqui: quem opera este serviço não tomou o cadastro da ANP (comando gasolina cadastro).'

export interface Bandeira {
  /** Folded, with hyphens: `vibra`. */
  readonly slug: string
  /** As people know it: `Petrobras (Vibra)`. */
  readonly nome: string
}

/** A station without a contract with one distributor. Not the same as an unknown brand. */
export const BRANCA = 'branca'

/** Slug, name, first words of the distributor's names in the registry, and names that people ask for. */
type Row = [slug: string, nome: string, begins: string, asked: string]
const BRANDS = brands as Row[]

/** Names by which a text may mean the brand; `branca` alone is half the name of a town. */
const namesOf = ({ slug, nome }: Bandeira): readonly string[] => [
  ...(slug === BRANCA ? [] : [slug.toUpperCase().replaceAll('-', ' ')]),
  fold(nome),
  ...(BRANDS.find(([known]) => known === slug)?.[3]
    .split('|')
    .filter(Boolean) ?? []),
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
      slug === slugOf(folded) ||
      fold(nome) === folded ||
      (folded !== '' && asked.split('|').includes(folded)),
  )
  return known?.[0] ?? slugOf(folded)
}

const MOST_WORDS = 3

/** The brand that words of a text name, of the table or of the `others`, and the words beside it. `BR 101` is a road. */
export function brandBeside(text: string, others: readonly Bandeira[]) {
  const words = text.split(/[\s,]+/).filter(Boolean)
  const known = [...BRANDS.map(([slug, nome]) => ({ slug, nome })), ...others]
  for (let length = MOST_WORDS; length > 0; length--)
    for (let at = 0; at + length <= words.length; at++) {
      const asked = words.slice(at, at + length).join(' ')
      const folded = fold(asked)
      const bandeira = known.find((each) => namesOf(each).includes(folded))
      const rest = [...words.slice(0, at), ...words.slice(at + length)].join(' ')
      if (bandeira && !(folded.endsWith('BR') && /^\d/.test(words[at + length] ?? '')))
        return { bandeira, asked, rest }
    }
  return undefined
}

function slugOf(folded: string): string {
  return folded.toLowerCase().replaceAll(' ', '-')
}
