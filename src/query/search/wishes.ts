import { fold, quote } from '../../domain/basics/text.ts'
import { type Slug, fuelByAlias, mayBeCookingGas } from '../../domain/facts/fuels.ts'
import { asCep } from '../../domain/places/place-names.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { type LugarAchado, nameOfPlace } from '../places/found-places.ts'
import { isPoint } from '../places/named-point.ts'
import { spotNamed } from '../places/place-lookup.ts'
import { stationsNamed } from '../answers/postos.ts'
import { fuelIn, withoutFillers } from './phrase.ts'

/** Another fuel of a phrase, and the phrase with this fuel alone. */
export interface OutroCombustivel {
  combustivel: Slug
  busca: string
}

/** Stations around the places found are asked for, up to a distance where one is named. */
export interface AoRedor {
  km?: number | undefined
  /** The places by the names that `perto` takes. */
  pontos: readonly string[]
}

/** Exclusions. Without `pagar menos`, `mais ou menos` and the district Palmeira de Fora. */
const EXCEPT =
  /(?:^|\s)(?:exceto|com exce[cç][aã]o d[aeo]s?|sem (?:ser|contar)|tirando|a n[aã]o ser|que n[aã]o (?:seja|fique)|(?<!\bde )fora d[aeo]s?|(?<!\b(?:por|pag\w*|cust\w*|gast\w*|cobr\w*|ou) )menos)\s+(.+)$/i

/** `maceió exceto centro`: the words before the exclusion, with the fuel named after it, and a sentence. */
export function withoutExclusion(snapshot: Snapshot, text: string): { text: string; observacoes: string[] } {
  const [exclusion = '', excluded = ''] = EXCEPT.exec(text) ?? []
  const before = text.slice(0, text.length - exclusion.length)
  const [first = ''] = exclusion.trim().split(' ')
  // A station may have the word in its name, as Pague Menos.
  const isName = stationsNamed(snapshot, `${before.split(' ').at(-1)} ${first}`).length > 0
  if (exclusion === '' || isName) return { text, observacoes: [] }
  const after = fuelIn(withoutFillers(excluded.replace(/^\S+/, ''))).combustivel
  const fuel = fuelIn(withoutFillers(before)).combustivel === undefined ? after : undefined
  return {
    text: [before, fuel].filter(Boolean).join(' '),
    observacoes: [`A busca não exclui lugares nem postos: não levou em conta “${quote(exclusion.trim())}”.`],
  }
}

const KM =
  /(?:^|\s)(?:(?:n?um )?raio de |at[eé] |[aà] |(?:uns|menos de) )*(\d{1,2}(?:[.,]\d)?) ?km(?:\s+(?:perto |ao redor |em volta )?(?:d[aeo]s?|em|n[ao]s?))?(?=\s|$)/i
const NEAR =
  /(?:^|\s)(?:(?:bem )?(?:pert(?:o|inho)|pr[oó]xim[oa]s?)|ao redor|em volta|(?:n?os )?arredores)\s+(?:d[aeo]s?|[aà]s?|aos?)(?=\s)/i

/** `perto do farol`, `até 5 km de penedo`: the words without those of nearness, and the distance. */
export function nearIn(text: string): { text: string; near?: Pick<AoRedor, 'km'> } {
  const [distance, km] = KM.exec(text) ?? []
  const rest = text
    .replace(distance ?? NEAR, ' ')
    .replace(NEAR, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (rest === text) return { text }
  return { text: rest, near: { km: km === undefined ? undefined : Number(km.replace(',', '.')) } }
}

/** The places found as points to look around; none where one of them is no point, as a list of districts. */
export function aroundThem(snapshot: Snapshot, lugares: readonly LugarAchado[], near: Pick<AoRedor, 'km'>) {
  const pontos = lugares.map((place) => {
    const { palavras = '' } = place
    // The page explains a CEP and where a known spot lies.
    return asCep(palavras) || spotNamed(palavras) ? palavras : nameOfPlace(place)
  })
  return pontos.every((name) => isPoint(snapshot, name)) ? { ...near, pontos } : undefined
}

/** `gasolina e diesel em penedo`: the phrase with its first fuel alone, and its other fuels. */
export function soleFuel(snapshot: Snapshot, text: string): { text: string; outros?: OutroCombustivel[] } {
  const words = text.split(/\s+/)
  const fuels = fuelsIn(words)
  const [first] = fuels
  const slugs = new Set(fuels.map(({ slug }) => slug))
  if (!first || slugs.size < 2 || stationsNamed(snapshot, text).length > 0) return { text }
  slugs.delete(first.slug)
  const phraseOf = (slug: Slug): string => {
    const own = fuels.find((fuel) => fuel.slug === slug)
    const name = own ? words.slice(own.from, own.to) : []
    // `e` and `ou` between two fuels go with the second one.
    const isLeft = words.map((_, at) => fuels.slice(1).some(({ start, to }) => start <= at && at < to))
    const others = words.map((word, at) => (isLeft[at] ? [] : [word]))
    return [...others.slice(0, first.from), name, ...others.slice(first.to)].flat().join(' ')
  }
  const outros = [...slugs].map((combustivel) => ({ combustivel, busca: phraseOf(combustivel) }))
  return { text: phraseOf(first.slug), outros }
}

const MOST_WORDS = 4

/** A digit alone is no code of a fuel here; `gás` beside another fuel is taken for that of cars. */
function fuelNamed(name: string): Slug | undefined {
  if (mayBeCookingGas(name)) return 'gnv'
  return /\p{L}/u.test(name) ? fuelByAlias(name)?.slug : undefined
}

/** Names of fuels, the longest at each word; `start` is that of the `e` or `ou` between it and the one before. */
function fuelsIn(words: readonly string[]) {
  const found: { slug: Slug; start: number; from: number; to: number }[] = []
  for (let from = 0; from < words.length; from++)
    for (let to = Math.min(from + MOST_WORDS, words.length); to > from; to--) {
      const name = words.slice(from, to).join(' ')
      const slug = fuelNamed(name)
      const before = found.at(-1)?.to
      // `etanol comum` is one fuel.
      if (!slug || (before === from && fold(name) === 'COMUM')) continue
      const isJoined = before === from - 1 && /^(?:e|ou)$/i.test(words[from - 1] ?? '')
      found.push({ slug, start: isJoined ? from - 1 : from, from, to })
      from = to - 1
      break
    }
  return found
}
