import { fold, quote, unaccented, withinSteps } from '../../domain/basics/text.ts'
import { type Slug, fuelsIn } from '../../domain/facts/fuels.ts'
import { unknownFuel } from '../../domain/questions/parameter-problems.ts'
import { municipioByCode } from '../../domain/alagoas/municipalities.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { directoryOf } from '../places/directory.ts'
import { exactTown } from '../places/areas.ts'
import { exactly } from '../places/place-lookup.ts'
import { joined } from '../../format/words/formatting.ts'
import { SO_HA_DADOS } from '../../domain/alagoas/state.ts'
import { isOfAnotherState, placesOutside } from '../../domain/places/place-names.ts'
import { SHORTEST_MENDED, fuelLike, slipsOf } from '../../domain/places/similar-names.ts'

const REGIONS = /^(?:ALTO )?(?:SERTAO|AGRESTE|LITORAL(?: NORTE| SUL)?|ZONA DA MATA)$/
/** Everyday names of fuels, and roads as addresses write them. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:diesel|s[- ]?10)(?: aditivado| s[- ]?10)? (?:grid|v[ -]?power)(?=\s|$)|\b(?:grid|v[ -]?power) diesel\b/gi,
    'diesel s10',
  ],
  [/(?<!\bposto)(?:^|\s)(?:gasolina )?(?:aditivada )?(?:grid|v[ -]?power)(?=\s|$)/gi, ' gasolina aditivada'],
  [/\b(al|br)-?(\d{3})\b/gi, '$1 $2'],
  [/\bga[sz]osas?\b/gi, 'gasolina'],
  [/(?:^|\s)(?:d[eoa] |para |pr[ao] )?(?:(?:meu|um|o) )?caminh(?:ão|ao|ões|oes)(?=\s|$)/gi, ' diesel s10'],
  // Tanque is also the beginning of a town's name.
  [/\bench(?:er|o) o tanque\b/gi, ' '],
]

/** Wishes that no list answers and that are no misspelt names: opening hours, payment, other days, the dearest, amounts, distances, and all after an exclusion. */
const UNLISTED = new RegExp(
  [
    '(?:que )?(?:est[aá] |fica )?(?:abert[oa]s?|fechad[oa]s?)(?: agora)?|24 ?h(?:oras|rs?)?|hor[aá]rio',
    '(?:que )?(?:aceitam? )?(?:pix|cart[aã]o)',
    '(?:ante)?ontem|(?:depois de )?amanh[aã]|(?:semana|m[eê]s|ano) passad[oa]|(?:semana|m[eê]s) que vem',
    '(?:(?:mais|bem) )?car[oa]s?',
    '(?:(?:a|por|at[eé]|com|menos de|abaixo de) )?(?:r\\$ ?\\d{1,4}(?:[.,]\\d{1,3})?|\\d{1,4}(?:[.,]\\d{1,3})? ?(?:reais|litros?)|\\d{1,2}(?:[.,]\\d)? ?km|\\d[.,]\\d{1,3})',
    // Without a name after it `menos` compares: `menos cara`, `onde gasto menos em penedo`.
    '(?:exceto|tirando|sem|tudo menos|menos(?! (?:em|d[aeo]s?|n[ao]s?|car[oa]s?)\\s)|fora d[aeo]s?)\\s.+',
  ]
    .map((each) => `(?<=^|\\s)(?:${each})(?=[\\s,.]|$)`)
    .join('|'),
  'gi',
)

/** Words written into the search as they are looked up, and a sentence on those of `UNLISTED`. */
export function readPhrase(snapshot: Snapshot, asked: string): { text: string; observacoes: string[] } {
  const unlisted: string[] = []
  let text = asked.replace(UNLISTED, (words) => {
    const { name, town } = exclusionIn(snapshot, words)
    unlisted.push(name)
    return ` ${town} `
  })
  for (const [pattern, name] of NAMES) text = text.replace(pattern, name)
  const words = text.split(/\s+/).filter(Boolean).map(mended)
  return { text: words.join(' '), observacoes: unlisted.length > 0 ? [notConsidered(unlisted)] : [] }
}

/** `exceto farol maceio`: the town after a district of its own is where the others are looked for. */
function exclusionIn(snapshot: Snapshot, words: string): { name: string; town: string } {
  const { name, town } = townBeside(snapshot, words) ?? {}
  const district = name?.replace(/^(?:tudo )?\S+\s(?:[ao]s?\s)?/i, '').replace(PREPOSITION, '')
  const isThere = district !== undefined && exactly(directoryOf(snapshot), district, town)
  const municipio = isThere && town !== undefined ? municipioByCode(town) : undefined
  return municipio ? { name: name ?? '', town: municipio.nome } : { name: words, town: '' }
}

function notConsidered(words: readonly string[]): string {
  return `A busca acha lugares, postos e combustíveis, e não levou em conta ${quoted(words)}.`
}

function quoted(words: readonly string[]): string {
  return joined(words.map((each) => `“${quote(each)}”`))
}

/** Of a question to the search. */
export const MOST_WORDS = 12

/** The words of a question that are looked up, and a sentence on those that are too many. */
export function firstWords(asked: string): { text: string; observacoes: string[] } {
  const words = asked.split(/[?!\s]+/).filter((word) => /[\p{L}\d]/u.test(word))
  const left = words.slice(MOST_WORDS).join(' ')
  const told = `A busca lê até ${MOST_WORDS} palavras, e não levou em conta ${quoted([left])}.`
  return { text: words.slice(0, MOST_WORDS).join(' '), observacoes: left === '' ? [] : [told] }
}

const NEAR =
  /(?:^|\s)(?:(?:bem )?(?:pert(?:o|inho)|pr[oó]xim[oa]s?)|ao redor|em volta|(?:n?os )?arredores)\s+(?:d[aeo]s?|[aà]s?|aos?)(?=\s)/i

/** `perto do farol` without the words of nearness. */
export function withoutNear(text: string): string {
  return text.replace(NEAR, ' ').replace(/\s+/g, ' ').trim()
}

const BRAND_WORDS = ['PETROBRAS', 'IPIRANGA', 'SHELL', 'TEXACO', 'DISLUB']

/** The misspelt name of a fuel or a brand, mended: one slip in a brand, as `piranha` is none. */
function mended(word: string): string {
  const folded = fold(word)
  if (folded.length < SHORTEST_MENDED) return word
  const own = fuelLike(word) ?? withinSteps(BRAND_WORDS, 1, (brand) => slipsOf(folded, brand))[0]
  return own === folded ? word : (own?.toLowerCase() ?? word)
}

/** Words beside a place or a fuel that name neither. */
const FILLERS =
  /^(?:auto|barat(?:[oa]s?|inh[oa])|mais|bem|menor(?:es)?|melhor(?:es)?|precos?|valor|postos?|perto|mim|aqui|onde|quanto|custa|esta|fica|tem|abastecer|bot(?:ar|o)|encher|parar|abasteco|preciso|mostr[ae]|to|ate|combustive(?:l|is)|hoje|agora|ta|o|a|os|as|um|uma|pra|para|por|com|entre|ou|bairro|cidade|n[oa]s?|em|d[aeo]s?|e|eu|qua(?:l|is)|que|queria|quero|saber|encontro|oi|cade|me|diga|medi[oa]|ranking|historico|evolucao|grafico|meu|minha|carros?|motos?|litro|saida|entrada|beira|pista|lado)$/i
const STREETS = /^(?:avenida|av|rua|r|rodovia|rod|travessa|tv|praca|estrada)\.?$/i

export const withoutFillers = without(FILLERS)
export const withoutStreets = without(STREETS)

function without(left: RegExp): (text: string) => string {
  return (text) =>
    wordsOf(text)
      .filter((word) => !left.test(unaccented(word).replace(/[?!.]+$/, '')))
      .join(' ')
}

/** A sentence where the words are a part of the state or only places elsewhere, of which no list is made. */
export function noListOf(place: string): { sentence: string; isRegion: boolean } | undefined {
  if (REGIONS.test(fold(place)))
    return { sentence: 'A busca não conhece regiões do estado: escolha uma cidade.', isRegion: true }
  const { names, rest } = placesOutside(place)
  const elsewhere = isOfAnotherState(place) ? [place] : rest === '' ? names : []
  return elsewhere.length > 0 ? { sentence: ofOtherStates(elsewhere), isRegion: false } : undefined
}

/** A sentence for names of places elsewhere, as written. */
export function ofOtherStates(names: readonly string[]): string {
  return `${quoted(names)} ${names.length > 1 ? 'são de outros estados' : 'é de outro estado'}, e ${SO_HA_DADOS}.`
}

/** The parts of a phrase between `e` and `ou`, each without fuels and words of talk: `etanol no farol ou poço` is Farol and Poço. */
export function alternativesIn(words: string): string[] {
  const parts = words.split(/\s+(?:e|ou)\s+/i)
  return parts.map((part) => fuelIn(withoutFillers(part)).place).filter(Boolean)
}

/** The fuels of a phrase, the first one and the others, with a question where one may be cooking gas; `place` has the other words. */
export function fuelIn(text: string) {
  const words = wordsOf(text)
  // A digit is the source's code for a fuel; here it is the number of a district or a station.
  const fuels = fuelsIn(words).filter(({ name }) => /\p{L}/u.test(name))
  const isFuel = (at: number): boolean => fuels.some(({ from, to }) => from <= at && at < to)
  const isJoint = (at: number): boolean =>
    /^(?:e|ou)$/i.test(words[at] ?? '') && (isFuel(at - 1) || isFuel(at + 1))
  const place = words.filter((_, at) => !isFuel(at) && !isJoint(at)).join(' ')
  const [combustivel, ...outros] = new Set(fuels.map(({ slug }): Slug => slug ?? 'gnv'))
  const gas = fuels.find(({ slug }) => !slug)
  const observacoes = gas ? [unknownFuel(gas.name).frase] : []
  return {
    combustivel,
    outros,
    name: fuels[0]?.name,
    place: place.replace(PREPOSITION, ''),
    observacoes,
  }
}

/** `Posto Serrano, Maceió`, `serrano em maceió`: the last words name the municipality, the others something there. */
export function townBeside(snapshot: Snapshot, text: string): { name: string; town: number } | undefined {
  const words = wordsOf(text)
  for (let at = 1; at < words.length; at++) {
    const town = exactTown(directoryOf(snapshot), words.slice(at).join(' ').replace(PREPOSITION, ''))
    if (town !== undefined) return { name: words.slice(0, at).join(' '), town }
  }
  return undefined
}

const PREPOSITION = /^(?:em|n[oa]s?|d[eoa]s?)\s+/i

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '')
}
