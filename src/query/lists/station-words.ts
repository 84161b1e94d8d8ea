import { lowerBound } from '../../domain/basics/lists.ts'
import { createMemory } from '../../domain/basics/memoize.ts'
import { fold } from '../../domain/basics/text.ts'
import type { Station } from '../../domain/state/stations.ts'

const FIELDS = ['tradeName', 'company', 'place', 'street'] as const
type Field = (typeof FIELDS)[number]

/** Texts that words are looked for in: the trade name; both names; these with the district and the municipality; the street with its number. */
const TEXTS = {
  tradeName: ['tradeName'],
  names: ['tradeName', 'company'],
  all: ['tradeName', 'company', 'place'],
  street: ['street'],
  address: FIELDS,
} as const satisfies Record<string, readonly Field[]>

/** Index of the words of stations' names and addresses, folded. */
export type StationWords = ReturnType<typeof indexWords> extends Generator<void, infer W> ? W : never

/** Stations between two yields to the event loop. */
const SLICE = 2000

/** A generator that yields to the event loop. At 42,000 stations a search that finds nothing took 237 ms by their texts, 39 by the words. */
export function* indexWords(stations: readonly Station[]) {
  const positions = new Map(FIELDS.map((field) => [field, new Map<string, number[]>()] as const))
  // Names of places repeat a hundredfold.
  const places = createMemory<string, string>()
  for (const [at, { posto }] of stations.entries()) {
    const { nomeFantasia, razaoSocial, endereco } = posto
    const { nomeLogradouro, numeroImovel } = endereco
    const place = `${endereco.bairro} ${endereco.municipio}`
    const folded: Record<Field, string> = {
      tradeName: fold(nomeFantasia),
      company: fold(razaoSocial),
      place: places(place, () => fold(place)),
      street: fold(`${nomeLogradouro} ${numeroImovel} ${numeroImovel.replace(/^0+/, '')}`),
    }
    for (const [field, ofField] of positions)
      for (const word of folded[field].split(' ')) {
        const known = ofField.get(word)
        if (!known) ofField.set(word, [at])
        else if (known.at(-1) !== at) known.push(at)
      }
    if (at % SLICE === SLICE - 1) yield
  }
  const sorted = new Map<Field, readonly string[]>()
  for (const [field, ofField] of positions) {
    sorted.set(field, [...ofField.keys()].toSorted())
    yield
  }

  /** A mark for each station: 1 where the word begins a word of the text, or, `whole`, is one of its words. */
  function marks(text: keyof typeof TEXTS, word: string, whole = false): Uint8Array {
    const marked = new Uint8Array(stations.length)
    for (const field of TEXTS[text]) {
      const words = sorted.get(field) ?? []
      let i = lowerBound(0, words.length, (at) => (words[at] ?? '') < word)
      for (; whole ? words[i] === word : words[i]?.startsWith(word); i++)
        for (const at of positions.get(field)?.get(words[i] ?? '') ?? []) marked[at] = 1
    }
    return marked
  }

  return {
    stations,
    marks,
    /** Stations in whose text each of the words begins a word, in their order. */
    having(text: keyof typeof TEXTS, words: readonly string[]): readonly Station[] {
      if (words.length === 0) return stations
      const each = words.map((word) => marks(text, word))
      if (each.some((marked) => !marked.includes(1))) return []
      return stations.filter((_, at) => each.every((marked) => marked[at]))
    },
    /** Each word of the trade names once, ascending. */
    tradeWords: sorted.get('tradeName') ?? [],
  }
}
