import { lazily } from '../../domain/basics/memoize.ts'
import { fold, unaccented } from '../../domain/basics/text.ts'
import type { Achados } from '../../query/search/meanings.ts'
import { MOST_WORDS } from '../../query/search/phrase.ts'
import { nameOfPlace } from '../../query/places/found-places.ts'
import { byName, slugOf } from '../request/addresses.ts'
import type { Sources } from '../request/page-interfaces.ts'

/** Address of another page of the site that a phrase means: a journey, a comparison, the device's place, or alcohol against gasoline. */
export function otherPage(q: string, sources: Sources): string | undefined {
  if (q.split(/\s+/).length > MOST_WORDS) return undefined
  const between = journeyIn(q, sources) ?? comparisonIn(q, sources)
  if (between !== undefined) return between
  const words = unaccented(q).toLowerCase()
  const way = WAYS.find(([phrase]) => phrase.test(words))
  return way && wayTo(way[1], words, sources)
}

const PARITY = 'alcool-ou-gasolina/'

/** Phrases that mean a page of the site, and the page. */
const WAYS: readonly (readonly [RegExp, string])[] = [
  [
    /(?:perto|proxim[oa]s?) (?:de|a) mim|perto d(?:aqui|e casa)|aqui perto|(?:mais proximo|mais perto)$/,
    'perto/',
  ],
  [
    /(?:compensa|vale a pena).*(?:alcool|etanol|gasolina)|(?:alcool|etanol|gasolina).*(?:compensa|vale a pena)|(?:alcool|etanol) ou gasolina|gasolina ou (?:alcool|etanol)/,
    PARITY,
  ],
  [/^(?:qual (?:e )?)?(?:a )?cidade mais (?:car|barat)a$/, 'mapa/'],
]

/** With the fuel beside the words; of ethanol or gasoline in a town the town's line of the page. */
function wayTo(page: string, words: string, { links, query }: Sources): string {
  if (page === 'perto/' || page === 'mapa/') {
    const { combustivel } = query.busca(words)
    // Gas alone may be that of kitchens.
    const isMeant = combustivel !== 'gnv' || /gnv|natural|veicular/.test(words)
    return links.page(page, { combustivel: isMeant ? combustivel : undefined })
  }
  const place = page === PARITY ? query.busca(words.replaceAll(PARITY_WORDS, ' ')).lugares[0] : undefined
  const isTown = place?.exato && place.bairro === undefined
  return isTown ? `${links.page(page)}#${slugOf(place.municipio)}` : links.page(page)
}

const PARITY_WORDS = /alcool|etanol|gasolina|compensa|vale a pena|\bou\b/g

const ENDS =
  /^(?:(?:viagem|caminho|rota|trajeto|ida|eu|quero|vou|ir|indo|viajar|viajando) )*(?:entre |d[eoa] )?(.+?) (?:para|pr[ao]|at[eé]|[aàx–→-]|->) (.+)$/i
/** `onde abastecer entre Penedo e Maceió`: stations on the way. Without such a word the two are compared. */
const STOPS_BETWEEN =
  /^(?!compara|qual\b|quem\b)(?=.*\b(?:abastec|encher|parar\b|postos?\b))(.*\bentre .+) e (.+)$/i
const ENDS_SIDE_BY_SIDE = /^(?:viagem|caminho|rota|trajeto) (?:entre |d[eoa] )?(.+?)(?: e)? (.+)$/i

/** `de Maceió pra Penedo`, `viagem Maceió Penedo`, a fuel beside one or none: the page of the journey between two places of exactly these names. */
function journeyIn(q: string, { links, query }: Sources): string | undefined {
  const ends = (STOPS_BETWEEN.exec(q) ?? ENDS.exec(q) ?? ENDS_SIDE_BY_SIDE.exec(q))?.slice(1) ?? []
  const [from, to] = ends.map((end) => lazily(() => query.busca(end)))
  if (!from || !to) return undefined
  const de = nameOfSole(from())
  const para = de && nameOfSole(to())
  const combustivel = from().combustivel ?? (para && to().combustivel)
  return para && de !== para ? links.page('caminho/', { de, para, combustivel }) : undefined
}

const MOST_TOWNS = 4
/** `Maceió ou Arapiraca, onde a gasolina é mais barata?`: what is compared stands after the towns. */
const CHEAPER_WHERE = /^(.+?),? (?:em )?(?:onde|qual|quem) (.*?) ?mais barat[oa] ?\??$/i

/** Names of municipalities, and first words that only one of them has: `delmiro`. */
const TOWNS = lazily(() => {
  const names = byName.map(({ nome }) => fold(nome))
  return names.flatMap((name) => {
    const first = ` ${name.split(' ')[0]}`
    const isSole = names.filter((other) => ` ${other} `.startsWith(`${first} `)).length === 1
    return isSole ? [` ${name}`, first] : [` ${name}`]
  })
})

/** `Maceió ou Arapiraca`, `comparar Penedo, Piaçabuçu e Coruripe`: the page of their comparison. */
function comparisonIn(q: string, { links, query }: Sources): string | undefined {
  const names = q
    .replace(/^comparar? /i, '')
    .replace(CHEAPER_WHERE, '$2 $1')
    .replace(/ (?:mais|bem) barat[oa]s?$/i, '')
    .trim()
    .split(/\s*,\s*(?:e |ou )?|\s+(?:e|ou|com|vs\.?|versus)\s+/i)
  const areTowns = names.every((name) => TOWNS().some((town) => ` ${fold(name)}`.endsWith(town)))
  // Only then is it worth a search for each.
  if (names.length < 2 || names.length > MOST_TOWNS || !areTowns) return undefined
  const found = names.map((name) => query.busca(name))
  const towns = found.flatMap(({ lugares: [place, ...others] }) =>
    place && place.bairro === undefined && others.length === 0 ? [place.municipio] : [],
  )
  if (towns.length < names.length || new Set(towns).size < towns.length) return undefined
  const [combustivel, ...others] = new Set(found.flatMap((each) => each.combustivel ?? []))
  // The page has one fuel, and no sentences on other words.
  if (others.length > 0 || found.some(({ outros, observacoes }) => outros || observacoes.length > 0))
    return undefined
  return links.page('comparar/', { combustivel, municipios: towns.map(slugOf).join(',') })
}

/** The one place or landmark of an end; none where the page of the journey would leave words out. */
function nameOfSole({ lugares, marcos, outros, observacoes }: Achados): string | undefined {
  const [place, ...others] = lugares
  const [marco, ...more] = marcos
  if (outros || observacoes.length > 0) return undefined
  if (!place) return more.length === 0 ? marco : undefined
  return place.exato && others.length === 0 ? nameOfPlace(place) : undefined
}
