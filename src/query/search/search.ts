import { loneCnpj, readCnpj } from '../../domain/facts/sale-record.ts'
import { fold, quote } from '../../domain/basics/text.ts'
import { asCep } from '../../domain/places/place-names.ts'
import { lazily } from '../../domain/basics/memoize.ts'
import * as phrase from './phrase.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { type LugarAchado, nameOfPlace } from '../places/found-places.ts'
import { isPoint } from '../places/named-point.ts'
import { spotNamed } from '../places/known-spots.ts'
import { besideBrand } from './brand-words.ts'
import { SHORT, asInAddresses, stationsCalled, stationsOn, stationsTold, withoutNumbers } from './stations.ts'
import { knownParts } from './known-parts.ts'
import { mendedPlace } from './mended-place.ts'
import { wordsOf } from '../answers/postos.ts'
import { type Achados, NOTHING, find, isFound } from './meanings.ts'

/** Places as every question understands them, with a fuel beside them or without; stations by words of their names, or by CNPJ. */
export function search(snapshot: Snapshot, asked: string): Achados {
  const cnpj = readCnpj(asked)
  const own = cnpj === undefined ? undefined : snapshot.posto(cnpj)
  if (own) return { ...NOTHING, postos: [own] }
  if (cnpj !== undefined && cnpj === loneCnpj(asked)) return { ...NOTHING, cnpj }
  const { text: words, observacoes: tooMany } = phrase.firstWords(asked)
  // Words of talk may be a station's name, as `posto boa noite`.
  const isName = stationsCalled(snapshot, words).length > 0
  const { text: read, observacoes } = isName
    ? { text: words, observacoes: [] }
    : phrase.readPhrase(snapshot, words)
  const { outros, name, place, observacoes: onGas } = phrase.fuelIn(read)
  const ofFuel = outros.length === 0 || isName ? read : `${name} ${place}`
  const text = isName ? ofFuel : phrase.withoutNear(ofFuel)
  const found = lookUp(snapshot, text)
  const ofCep = isFound(found) && !found.parecidos ? cepNotes(snapshot, text) : []
  return {
    ...found,
    ...(outros.length > 0 && !isName && { outros }),
    pontos: text === ofFuel ? undefined : pointsOf(snapshot, found.lugares),
    observacoes: [
      ...tooMany,
      ...observacoes,
      ...(found.combustivel ? onGas : []),
      ...ofCep,
      ...found.observacoes,
    ],
  }
}

/** The places found as points to look around; none where one of them is no point, as a list of districts. */
function pointsOf(snapshot: Snapshot, lugares: readonly LugarAchado[]): readonly string[] | undefined {
  const pontos = lugares.map((place) => {
    const { palavras = '' } = place
    // The page explains a CEP and where a known spot lies.
    return asCep(palavras) || spotNamed(palavras) ? palavras : nameOfPlace(place)
  })
  return pontos.every((name) => isPoint(snapshot, name)) ? pontos : undefined
}

/** Possible meanings of a phrase are tried in this order: the first that finds something is the answer. */
function lookUp(snapshot: Snapshot, words: string): Achados {
  // Without words of talk, such as `posto` and `barato`.
  const plain = phrase.withoutFillers(words)
  // The whole state, and a station called so: `mais barato`.
  if (plain === '') return { ...NOTHING, estado: true, postos: stationsCalled(snapshot, words) }
  const ofBrand = besideBrand(snapshot, words, lookUp)
  if (ofBrand) return ofBrand
  const { combustivel, place: rest } = phrase.fuelIn(plain)
  // A part of the state or a capital elsewhere.
  const elsewhere = phrase.noListOf(rest)
  if (elsewhere?.isRegion && stationsCalled(snapshot, plain).length === 0)
    return { ...NOTHING, observacoes: [elsewhere.sentence] }
  const { street, isAvenue } = asInAddresses(phrase.withoutStreets(rest))
  const address = wordsOf(street)
  // Of `delmiro ou arapiraca` no address has both.
  const isOneOf = /\sou\s/i.test(words)
  const isStreet = isAvenue || street !== rest
  const onStreet = isStreet && !isOneOf ? foundOn(snapshot, address, words) : undefined
  if (onStreet) return { ...onStreet, combustivel }
  // An avenue's districts are the answer only where no address has its name.
  const isSure = (found: Achados) => isFound(found) && !found.parecidos && !isAvenue
  const asWritten = find(snapshot, words)
  const part = lazily(() => knownParts(snapshot, words))
  const several = asWritten.lugares.length > 1 ? part() : undefined
  // Districts of one municipality and no other word are one list.
  if (several?.lugares.length === 1 && several.observacoes.length === 0) return { ...several, combustivel }
  if (isSure(asWritten)) return withPlace(snapshot, words, plain, asWritten)
  const inPlainWords = plain === words ? NOTHING : find(snapshot, plain)
  if (isSure(inPlainWords)) return inPlainWords
  if (elsewhere) return { ...NOTHING, observacoes: [elsewhere.sentence] }

  const whole = part()
  if (whole?.observacoes.length === 0) return { ...whole, combustivel }
  const mended = mendedPlace(snapshot, rest)
  // With its words in another order; one with a slip comes later, as that may be a station's own word.
  if (mended?.observacoes.length === 0) return { ...mended, combustivel }
  const told = stationsTold(snapshot, address)
  if (!(isOneOf && part()) && told.matched > 0 && told.matched === address.length) {
    // Words of names and places mean the station; of a street they may mean a landmark or a district.
    const isCalled = stationsTold(snapshot, address, 'all').matched === address.length
    const known = isCalled ? undefined : knownParts(snapshot, street)
    const place = known?.lugares.every(({ bairro }) => bairro !== undefined) ? known : NOTHING
    return { ...place, combustivel, postos: told.postos, observacoes: isStreet ? [noAddress(words)] : [] }
  }
  const similar = [asWritten, inPlainWords].find(isFound)
  if (isAvenue && similar?.parecidos === false) return similar
  const place = mended ?? part()
  if (place) return { ...place, combustivel }
  if (similar) return similar
  // More than half of the long words.
  const long = address.filter((word) => word.length > SHORT)
  const most = long.length === address.length ? told : stationsTold(snapshot, long)
  if (most.matched > long.length / 2) return { ...NOTHING, combustivel, postos: most.postos, parecidos: true }
  // The whole state, for a fuel beside words that name nothing.
  return combustivel ? { ...find(snapshot, rest), combustivel, estado: true } : asWritten
}

/** Stations of a street, all of them where none has the number asked for. */
function foundOn(snapshot: Snapshot, address: readonly string[], words: string): Achados | undefined {
  const postos = stationsOn(snapshot, address)
  if (postos.length > 0) return { ...NOTHING, postos }
  const street = withoutNumbers(address)
  const others = street.length < address.length ? stationsOn(snapshot, street) : []
  if (others.length === 0) return undefined
  return {
    ...NOTHING,
    postos: others,
    observacoes: [`${noAddress(words)} Estes têm o nome da rua, sem esse número.`],
  }
}

function noAddress(words: string): string {
  return `Nenhum posto escreve “${quote(words)}” no endereço.`
}

/** `jatiúca posto` is the district too, unless a station is called just so. */
function withPlace(snapshot: Snapshot, words: string, plain: string, whole: Achados): Achados {
  const isPlace = whole.lugares.length + whole.marcos.length > 0
  const isCalledSo = whole.postos.some(({ nomeFantasia }) => fold(nomeFantasia) === fold(words))
  if (plain === words || isPlace || isCalledSo) return whole
  const { combustivel, lugares } = find(snapshot, plain)
  const [place] = lugares
  // To choose from: either may be meant.
  return place?.exato ? { ...whole, combustivel, lugares: [{ ...place, exato: false }] } : whole
}

function cepNotes(snapshot: Snapshot, text: string): string[] {
  const cep = asCep(text)
  if (cep === undefined || snapshot.stations().some(({ posto }) => posto.endereco.cep.startsWith(cep)))
    return []
  return [`CEP parecido: nenhum posto declara ${quote(text)}, e o que vem é de postos com CEP parecido.`]
}
