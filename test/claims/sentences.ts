import { createMemory, oncePer } from '../../src/domain/basics/memoize.ts'
import { ALLOWED, EXAMPLES } from './allowed.ts'
import type { Data, Station } from './downloads.ts'
import type { Ledger } from './ledger.ts'
import { type Node, around, descendants } from './markup.ts'
import { folded, parsed, rounded } from './numbers.ts'
import type { Page } from './pages.ts'

/** One text with numbers, and where it is shown. */
export interface Spot {
  text: string
  page: Page
  data: Data
  ledger: Ledger
  /** Station and fuel that the element around is about. */
  cnpj: string | null
  fuel: string | null
  node: Node | null
}

/** What a sentence says, by name: text, or a number where the pattern says money, int or num. */
export type Said = Readonly<Record<string, string>>

export interface Rule {
  pattern: RegExp
  check(spot: Spot, said: Said): void
}

const KINDS: Readonly<Record<string, string>> = {
  money: 'R\\$ [\\d.]+,\\d{2,3}',
  price: '[\\d.]+,\\d{2,3}',
  int: '[\\d.]*\\d',
  num: '[−+]?[\\d.]*\\d(?:,\\d+)?',
  day: '\\d\\d/\\d\\d(?:/\\d{4})?',
  when: '\\d\\d/\\d\\d(?:/\\d{4})?,? \\d\\d:\\d\\d',
  text: '.+?',
}

/** A sentence with holes: `{name:kind}`; the rest is a regular expression. */
export function rule(sentence: string, check: Rule['check']): Rule {
  const pattern = sentence.replace(
    /\{(\w+):(\w+)\}/g,
    (_, name: string, kind: string) => `(?<${name}>${KINDS[kind]})`,
  )
  return { pattern: new RegExp(pattern, 'gu'), check }
}

/** Recomputes each number of a text; tells the ledger where none of the rules knows one. */
export function checkText(rules: readonly Rule[], spot: Spot): void {
  let rest = withoutNames(spot).replace(EXAMPLES, '¤')
  if (!/\d/.test(rest)) return
  for (const { pattern, check } of rules) {
    rest = rest.replace(pattern, (...match) => {
      check(spot, match.at(-1) as Said)
      return '¤'
    })
    if (!/\d/.test(rest)) break
  }
  for (const { pattern } of ALLOWED) rest = rest.replace(pattern, '¤')
  if (/\d/.test(rest)) spot.ledger.unrecognised(spot.text)
  else spot.ledger.sentence()
}

/** A price, percentage or count, as the page writes it, by the data. */
export function shows(
  spot: Spot,
  what: string,
  said: string | undefined,
  computed: number | null | undefined,
): void {
  const decimals = /,(\d+)/.exec(said ?? '')?.[1]?.length ?? 0
  const value = computed === null || computed === undefined ? null : computed
  spot.ledger.same(
    `${what} in “${spot.text.slice(0, 120)}”`,
    said === undefined ? null : parsed(said),
    value === null ? null : rounded(value, decimals),
  )
}

/** `22/11, 18:33`, of an instant at the offset of Maceió. */
export const moment = (instant: string): string =>
  `${instant.slice(8, 10)}/${instant.slice(5, 7)}, ${instant.slice(11, 16)}`

export const dayWords = (instant: string): string => `${instant.slice(8, 10)}/${instant.slice(5, 7)}`

/** The station an element is about: of its row, of its link, or of the page. */
export function stationAround(node: Node): string | null {
  return (
    around(node, ({ tag, attributes, children }) => {
      const named = attributes['data-cnpj'] ?? /^posto-(\w{14})$/.exec(attributes['id'] ?? '')?.[1]
      if (named) return named
      const linked = /#posto-(\w{14})$|\/posto\/(\w{14})\//.exec(attributes['href'] ?? '')
      if (linked) return linked[1] ?? linked[2]
      if (tag !== 'li' && tag !== 'p' && tag !== 'tr') return undefined
      const inside = descendants({ tag, attributes, children, parent: null })
      return inside
        .map(({ attributes }) => /\/posto\/(\w{14})\//.exec(attributes['href'] ?? '')?.[1])
        .find(Boolean)
    }) ?? null
  )
}

/** Digits of known names, and of the station's own address, are not figures: they are hidden. */
function withoutNames({ text, data, cnpj }: Spot): string {
  const station = cnpj ? data.stations.get(cnpj) : undefined
  let rest = text
  const letters = folded(text)
  for (const digits of new Set(text.match(/\d+/g))) {
    const names = [
      ...(station ? (addressOf(station).get(digits) ?? []) : []),
      ...(namesIn(data).get(digits) ?? []),
    ]
    for (const name of names)
      if (letters.includes(name)) rest = rest.replace(loosely(name), (words) => words.replace(/\d/g, '#'))
  }
  return rest
}

/** Folded names by their first digits. */
type Names = ReadonlyMap<string, string[]>

const namesIn = oncePer((data: Data): Names => {
  const all = [...data.stations.values()].flatMap(({ name, district }) => [
    name,
    name.replace(/(?:[\s.,-]+(?:LTDA|EIRELI|EPP|ME|S\/?A)\b\.?)+$/i, ''),
    district,
  ])
  return namesOf(all)
})

const addressOf = oncePer((station: Station): Names => {
  const { cnpj, razaoSocial, telefone, endereco } = station.raw
  const { nomeLogradouro, numeroImovel } = endereco
  const punctuated = cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
  return namesOf([
    `${nomeLogradouro}, ${numeroImovel}`,
    nomeLogradouro,
    razaoSocial,
    telefone ?? '',
    punctuated,
  ])
})

/** Longer names first. */
function namesOf(names: readonly string[]): Names {
  const found = new Map<string, string[]>()
  for (const name of new Set(names.toSorted((a, b) => b.length - a.length).map(folded))) {
    const digits = /\d+/.exec(name)?.[0]
    if (digits !== undefined) found.set(digits, [...(found.get(digits) ?? []), name])
  }
  return found
}

const patterns = createMemory<string, RegExp>()

/** The same words in any case, with or without accents and punctuation. */
function loosely(name: string): RegExp {
  return patterns(name, () => {
    const letters = [...name.replaceAll(' ', '')].map((letter) => ACCENTED[letter] ?? letter)
    return new RegExp(`(?<![\\p{L}\\d])${letters.join('[^\\p{L}\\d]*')}(?![\\p{L}\\d])`, 'giu')
  })
}

const ACCENTED: Readonly<Record<string, string>> = {
  A: '[aáàâã]',
  E: '[eéê]',
  I: '[ií]',
  O: '[oóôõ]',
  U: '[uúü]',
  C: '[cç]',
}
