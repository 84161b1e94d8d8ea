import { loneCnpj, readCnpj } from '../../domain/facts/sale-record.ts'
import { fold, quote } from '../../domain/basics/text.ts'
import { brandBeside } from '../../domain/registry/brands.ts'
import { asCep } from '../../domain/places/place-names.ts'
import { lazily } from '../../domain/basics/memoize.ts'
import { fuelIn } from '../places/found-places.ts'
import { brandsOf } from '../places/brands.ts'
import { stationsNamed } from './postos.ts'
import {
  type Road,
  noListOf,
  readPhrase,
  roadIn,
  withoutDirections,
  withoutFillers,
  withoutStreets,
} from './search-phrase.ts'
import { mendedPlace, partOf } from './search-places.ts'
import { SHORT, asInAddresses, inWhole, stationsOn, stationsTold, wordsOf } from './search-stations.ts'
import { type Achados, NOTHING, find, isFound } from './search-words.ts'
import type { Snapshot } from '../lists/snapshot.ts'

/**
 * Places as every question understands them, with a fuel beside them or without; stations by words of their names, or by CNPJ.
 * Words that name nothing are left out, then streets are looked at, then the parts of the text.
 */
export function search(snapshot: Snapshot, asked: string): Achados {
  const cnpj = readCnpj(asked)
  const own = cnpj === undefined ? undefined : snapshot.posto(cnpj)
  if (own) return { ...NOTHING, postos: [own] }
  if (cnpj !== undefined && cnpj === loneCnpj(asked)) return { ...NOTHING, cnpj }
  const { text, observacoes } = readPhrase(asked)
  const road = roadIn(text)
  const found = road ? onRoad(snapshot, road) : lookUp(snapshot, text)
  return {
    ...found,
    observacoes: [
      ...observacoes,
      ...(isFound(found) && !found.parecidos ? cepNotes(snapshot, text) : []),
      ...found.observacoes,
    ],
  }
}

/** A phrase as the meanings below read it; what they share is found when first asked for. */
type Asked = ReturnType<typeof readAsked>

function readAsked(snapshot: Snapshot, words: string, plain: string) {
  const { combustivel, place: rest } = fuelIn(plain)
  const { street, isAvenue } = asInAddresses(withoutStreets(rest))
  const address = wordsOf(street)
  return {
    snapshot,
    words,
    /** Without words of talk, such as `posto` and `barato`. */
    plain,
    combustivel,
    /** Without the fuel. */
    rest,
    /** The rest as addresses write it, and its words. */
    street,
    address,
    isAvenue,
    /** The words are a part of the state or a capital elsewhere. */
    elsewhere: noListOf(plain),
    asWritten: lazily(() => find(snapshot, words)),
    inPlainWords: lazily(() => (plain === words ? NOTHING : find(snapshot, plain))),
    mended: lazily(() => mendedPlace(snapshot, rest)),
    part: lazily(() => partOf(snapshot, rest)),
    told: lazily(() => stationsTold(snapshot, address)),
  }
}

function lookUp(snapshot: Snapshot, words: string): Achados {
  const plain = withoutFillers(words)
  if (plain === '') return { ...NOTHING, estado: true }
  const asked = readAsked(snapshot, words, plain)
  for (const meaning of MEANINGS) {
    const found = meaning(asked)
    if (found) return found
  }
  return asked.asWritten()
}

/** Possible meanings of a phrase, in the order in which they are tried: the first that finds something is the answer. */
const MEANINGS: readonly ((asked: Asked) => Achados | undefined)[] = [
  // A brand, in the place beside it.
  ({ snapshot, words }) => besideBrand(snapshot, words),
  // A part of the state, of which no list is made.
  ({ elsewhere }) => (elsewhere?.isRegion ? { ...NOTHING, observacoes: [elsewhere.sentence] } : undefined),
  // Places and stations by these very words, then without those of talk.
  (asked) => (isSure(asked, asked.asWritten()) ? withPlace(asked) : undefined),
  (asked) => (isSure(asked, asked.inPlainWords()) ? asked.inPlainWords() : undefined),
  // A capital elsewhere.
  ({ elsewhere }) => elsewhere && { ...NOTHING, observacoes: [elsewhere.sentence] },
  // A place with its words in another order; one with a slip comes later, as that may be a station's own word.
  ({ mended, combustivel }) => {
    const place = mended()
    return place?.observacoes.length === 0 ? { ...place, combustivel } : undefined
  },
  inAddresses,
  // The districts of an avenue that no address names.
  (asked) => (asked.isAvenue && similar(asked)?.parecidos === false ? similar(asked) : undefined),
  // A place with slips, or one in a part of the words.
  ({ mended, part, combustivel }) => {
    const place = mended() ?? part()
    return place && { ...place, combustivel }
  },
  similar,
  mostOfTheWords,
  // The whole state, for a fuel beside words that name nothing.
  ({ snapshot, rest, combustivel }) => combustivel && { ...find(snapshot, rest), combustivel, estado: true },
]

/** An avenue's districts are the answer only where no address has its name. */
function isSure({ isAvenue }: Asked, found: Achados): boolean {
  return isFound(found) && !found.parecidos && !isAvenue
}

/** Names like the words. */
function similar({ asWritten, inPlainWords }: Asked): Achados | undefined {
  return [asWritten, inPlainWords].find((found) => isFound(found()))?.()
}

/** Stations in whose name and address all of the words are. */
function inAddresses(asked: Asked): Achados | undefined {
  const { snapshot, words, combustivel, rest, street, address, told, part } = asked
  const { matched, postos } = told()
  if (matched === 0 || matched < address.length) return undefined
  // The town of a street is where its stations are; a landmark or a district may be all that was meant.
  const isNarrow = part()?.lugares.every(({ bairro }) => bairro !== undefined)
  const place = (isNarrow && part()) || NOTHING
  const isThere = stationsTold(snapshot, address, { where: 'street' }).matched === address.length
  const none = street === rest || isThere ? [] : [`Nenhum posto escreve “${quote(words)}” no endereço.`]
  return { ...place, combustivel, postos, observacoes: [...place.observacoes, ...none] }
}

/** Stations with more than half of the long words. */
function mostOfTheWords({ snapshot, combustivel, address, told }: Asked): Achados | undefined {
  const long = address.filter((word) => word.length > SHORT)
  const most = long.length === address.length ? told() : stationsTold(snapshot, long)
  return most.matched > long.length / 2
    ? { ...NOTHING, combustivel, postos: most.postos, parecidos: true }
    : undefined
}

/** `jatiúca posto` is the district too, unless a station is called just so. */
function withPlace({ snapshot, words, plain, asWritten }: Asked): Achados {
  const whole = asWritten()
  const isPlace = whole.lugares.length + whole.marcos.length > 0
  const isCalledSo = whole.postos.some(({ nomeFantasia }) => fold(nomeFantasia) === fold(words))
  if (plain === words || isPlace || isCalledSo) return whole
  const { combustivel, lugares } = find(snapshot, plain)
  const [place] = lugares
  // To choose from: either may be meant.
  return place?.exato ? { ...whole, combustivel, lugares: [{ ...place, exato: false }] } : whole
}

/** Stations whose address names the road: those in the place named beside it or, where none is there, all of them and the place by itself. */
function onRoad(snapshot: Snapshot, road: Road): Achados {
  const { estrada, rest } = road
  const { combustivel, place } = fuelIn(withoutStreets(withoutFillers(rest)))
  const { postos, matched } = stationsOn(snapshot, road, place)
  const lugares = matched > 0 ? [] : find(snapshot, withoutDirections(place)).lugares
  const note =
    postos.length > 0
      ? `Estes postos escrevem ${estrada} no endereço; outros podem estar nela.`
      : `Nenhum posto escreve ${estrada} no endereço.`
  const estado = postos.length + lugares.length === 0
  return { ...NOTHING, combustivel, estrada, estado, lugares, postos, observacoes: [note] }
}

function cepNotes(snapshot: Snapshot, text: string): string[] {
  const cep = asCep(text)
  if (cep === undefined || snapshot.stations().some(({ posto }) => posto.endereco.cep.startsWith(cep)))
    return []
  return [`CEP parecido: nenhum posto declara ${quote(text)}, e o que vem é de postos com CEP parecido.`]
}

/** Stations of a brand in the place beside it, or in the state; where the brand is not known, those with the word in their names. */
function besideBrand(snapshot: Snapshot, words: string): Achados | undefined {
  const there = brandsOf(snapshot)
  const found = brandBeside(words, there ?? [])
  if (!found) return undefined
  const { asked, bandeira } = found
  const rest = withoutFillers(found.rest)
  const place = rest === '' ? NOTHING : lookUp(snapshot, rest)
  if (there?.some(({ slug }) => slug === bandeira.slug)) {
    const postos = place.estado ? [] : place.postos.filter((posto) => posto.bandeira === bandeira.slug)
    return { ...place, bandeira, estado: place.estado || !isFound({ ...place, postos }), postos }
  }
  const named = inWhole(stationsNamed(snapshot, asked), asked)
  const why = there
    ? `Nenhum posto conhecido é da bandeira ${bandeira.nome}.`
    : 'As notas fiscais, de onde vêm os preços, não dizem a bandeira do posto: aqui não dá para procurar por ela, só pela cidade, pelo bairro ou pelo nome do posto.'
  const told = named.length > 0 ? ' Estes postos têm a palavra no nome, o que não diz a bandeira.' : ''
  return {
    ...place,
    postos: named.length > 0 ? named : place.postos,
    parecidos: false,
    observacoes: [why + told, ...place.observacoes],
  }
}
