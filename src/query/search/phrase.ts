import { fold, quote, unaccented, withinSteps } from '../../domain/basics/text.ts'
import { type Slug, fuelByAlias, mayBeCookingGas } from '../../domain/facts/fuels.ts'
import { unknownFuel } from '../../domain/questions/parameter-problems.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { directoryOf } from '../places/directory.ts'
import { exactTown } from '../places/place-lookup.ts'
import { joined } from '../../format/words/formatting.ts'
import { SO_HA_DADOS } from '../../domain/alagoas/state.ts'
import { isOfAnotherState, placesOutside } from '../../domain/places/place-names.ts'
import { type Assunto, UNLISTED } from './unlisted.ts'
import { SHORTEST_MENDED, fuelLike, slipsOf } from '../../domain/places/similar-names.ts'

const REGIONS = /^(?:ALTO )?(?:SERTAO|AGRESTE|LITORAL(?: NORTE| SUL)?|ZONA DA MATA)$/
/** Other words for those that every question knows: of fuels, in English, and of talk. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:diesel|s[- ]?10)(?: aditivado| s[- ]?10)? (?:grid|v[ -]?power|podium)(?=\s|$)/gi, 'diesel s10'],
  [/\b(?:grid|v[ -]?power|podium) diesel\b/gi, 'diesel s10'],
  [/(?<!\bposto)(?:^|\s)(?:gasolina )?(?:aditivada )?(?:grid|v[ -]?power)(?=\s|$)/gi, ' gasolina aditivada'],
  // Tanque is also the beginning of a town's name.
  [/\bench(?:er|o) o tanque\b/gi, ' '],
  [/\bga[sz]osas?\b/gi, 'gasolina'],
  // Beside its other name.
  [/\bglp\b(?=.*\bg[aá]s)|(?<=\bg[aá]s\b.*)\bglp\b/gi, ' '],
  [
    /(?:^|\s)(?:diesel )?(?:d[eoa] |para |pr[ao] )?(?:(?:meu|um|o) )?caminh(?:ão|ao|ões|oes)(?=\s|$)/gi,
    ' diesel s10',
  ],
  // English beside it: gas is what cars there run on.
  [/\b(?:gas stations?|(?:cheap(?:est)?|nearest) gas|gas (?=near\b|prices?\b|in\b))/gi, 'gasolina'],
  [/\bnear(?= (?!me\b))/gi, 'perto de'],
  [/\b(?:cheap(?:est)?|near(?:est)?|prices?|stations?)\b/gi, ' '],
  // `hoje` is no misspelt place.
  [
    /\b(?:hoje|n?esta semana|ok(?:ay)? google|ei siri|alexa|bom dia|boa (?:tarde|noite)|por favor|em conta|(?:pag|gast)(?:o|ar) menos|economizar)\b/gi,
    ' ',
  ],
]

/** Words written into the search, as they are looked up, and sentences on what was asked for and is not known here. */
export function readPhrase(asked: string) {
  const observacoes: string[] = []
  let assunto: Assunto | undefined
  let text = asked.replace(/[?!\s]+/g, ' ').trim()
  for (const unlisted of UNLISTED) {
    const rest = text.replace(unlisted.words, unlisted.nearest ?? ' ')
    if (rest === text) continue
    observacoes.push(unlisted.sentence)
    assunto ??= unlisted.assunto
    text = rest
  }
  for (const [pattern, name] of NAMES) text = text.replace(pattern, name)
  const words = text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word))
  return { text: words.map(mended).join(' '), assunto, observacoes }
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
  /^(?:barat(?:[oa]s?|inh[oa])|mais|bem|menor(?:es)?|melhor(?:es)?|precos?|valor|postos?|perto|mim|aqui|onde|quanto|custa|esta|fica|tem|abastecer|bot(?:ar|o)|encher|parar|abasteco|preciso|mostr[ae]|to|ate|combustive(?:l|is)|hoje|agora|ta|o|a|os|as|um|uma|pra|para|por|com|entre|ou|bairro|cidade|n[oa]s?|em|in|d[aeo]s?|e|eu|qua(?:l|is)|que|queria|quero|saber|encontro|oi|tudo|cade|me|diga|medi[oa]|ranking|historico|evolucao|grafico|vai|subir|cair|baixar|quando|se|for|reais|meu|minha|carros?|motos?|litro|saida|entrada|beira|pista|lado)$/i
const STREETS = /^(?:avenida|av|rua|r|rodovia|rod|travessa|tv|praca|estrada)\.?$/i

const DIRECTIONS = /^(?:norte|sul|leste|oeste)$/i

export const withoutFillers = without(FILLERS)
export const withoutStreets = without(STREETS)
export const withoutDirections = without(DIRECTIONS)

function without(left: RegExp): (text: string) => string {
  return (text) =>
    wordsOf(text)
      .filter((word) => !left.test(unaccented(word).replace(/[?!.]+$/, '')))
      .join(' ')
}

/** A sentence where the words are a part of the state or only places elsewhere, of which no list is made. */
export function noListOf(words: string): { sentence: string; isRegion: boolean } | undefined {
  const { place: named } = fuelIn(words)
  if (REGIONS.test(fold(named)))
    return { sentence: 'A busca não conhece regiões do estado: escolha uma cidade.', isRegion: true }
  const { names, rest } = placesOutside(named)
  const elsewhere = isOfAnotherState(named) ? [named] : rest === '' ? names : []
  return elsewhere.length > 0 ? { sentence: ofOtherStates(elsewhere), isRegion: false } : undefined
}

/** A sentence for names of places elsewhere, as written. */
export function ofOtherStates(names: readonly string[]): string {
  const told = joined(names.map((name) => `“${quote(name)}”`))
  return `${told} ${names.length > 1 ? 'são de outros estados' : 'é de outro estado'}, e ${SO_HA_DADOS}.`
}

/** The parts of a phrase between `e` and `ou`, each without fuels and words of talk: `etanol no farol ou poço` is Farol and Poço. */
export function alternativesIn(words: string): string[] {
  const parts = words.split(/\s+(?:e|ou)\s+/i)
  return parts.map((part) => fuelIn(withoutFillers(part)).place).filter(Boolean)
}

export type Road = NonNullable<ReturnType<typeof roadIn>>

/** `BR-104`, written with or without the hyphen; `na 104` is a road of the country's or of the state's. */
export function roadIn(text: string) {
  const [whole, letters, digits] = /\b(?:(al|br)[- ]?|(?:na|pela|rodovia|rod) )(\d{3})\b/i.exec(text) ?? []
  if (whole === undefined || !digits) return undefined
  return {
    estrada: letters ? `${letters.toUpperCase()}-${digits}` : digits,
    digits,
    inAddress: new RegExp(`\\b${letters?.toUpperCase() ?? '(?:AL|BR)'} ?${digits}\\b`),
    rest: text.replace(whole, ' ').trim(),
  }
}

/** `etanol maceió`, `penedo gasolina aditivada`: the longest name of a fuel comes first; `place` has the other words, if any. */
export function fuelsBeside(text: string) {
  const words = wordsOf(text)
  const found: { combustivel: Slug; place: string; observacoes: readonly string[] }[] = []
  for (let length = MOST_FUEL_WORDS; length > 0; length--)
    for (const [named, others] of [
      [words.slice(0, length), words.slice(length)],
      [words.slice(-length), words.slice(0, -length)],
    ] as const) {
      const name = named.join(' ')
      const place = others.join(' ').replace(PREPOSITION, '')
      // A digit is the source's code for a fuel; here it is the number of a district or a station.
      const combustivel = /\p{L}/u.test(name) ? fuelByAlias(name)?.slug : undefined
      if (combustivel) found.push({ combustivel, place, observacoes: [] })
      else if (mayBeCookingGas(name))
        found.push({ combustivel: 'gnv', place, observacoes: [unknownFuel(name).frase] })
    }
  return found
}

export function fuelIn(text: string): { combustivel: Slug | undefined; place: string } {
  const words = text.split(' ')
  for (const at of words.keys()) {
    const [beside] = fuelsBeside(words.slice(at).join(' '))
    if (beside) return { ...beside, place: [...words.slice(0, at), beside.place].filter(Boolean).join(' ') }
  }
  return { combustivel: undefined, place: text }
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

const MOST_FUEL_WORDS = 3
const PREPOSITION = /^(?:em|n[oa]s?|d[eoa]s?)\s+/i

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '')
}
