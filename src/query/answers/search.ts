import { loneCnpj, readCnpj } from '../../domain/facts/sale-record.ts'
import { fold, quote } from '../../domain/basics/text.ts'
import { brandBeside } from '../../domain/registry/registry.ts'
import { asCep } from '../../domain/places/place-names.ts'
import { lazily } from '../../domain/basics/memoize.ts'
import { brandsOf } from '../places/brands.ts'
import * as phrase from './search-phrase.ts'
import { mendedPlace, knownPart } from './search-places.ts'
import { SHORT, asInAddresses, inWhole, stationsNamed, stationsOn, stationsTold, wordsOf } from './postos.ts'
import { type Achados, NOTHING, find, isFound } from './search-words.ts'
import type { Snapshot } from '../lists/snapshot.ts'

/** Places as every question understands them, with a fuel beside them or without; stations by words of their names, or by CNPJ. */
export function search(snapshot: Snapshot, asked: string): Achados {
  const cnpj = readCnpj(asked)
  const own = cnpj === undefined ? undefined : snapshot.posto(cnpj)
  if (own) return { ...NOTHING, postos: [own] }
  if (cnpj !== undefined && cnpj === loneCnpj(asked)) return { ...NOTHING, cnpj }
  const { text, observacoes } = phrase.readPhrase(asked)
  const road = phrase.roadIn(text)
  const found = road ? onRoad(snapshot, road) : lookUp(snapshot, text)
  const ofCep = isFound(found) && !found.parecidos ? cepNotes(snapshot, text) : []
  return { ...found, observacoes: [...observacoes, ...ofCep, ...found.observacoes] }
}

/** Possible meanings of a phrase are tried in this order: the first that finds something is the answer. */
function lookUp(snapshot: Snapshot, words: string): Achados {
  // Without words of talk, such as `posto` and `barato`.
  const plain = phrase.withoutFillers(words)
  if (plain === '') return { ...NOTHING, estado: true }
  const ofBrand = besideBrand(snapshot, words)
  if (ofBrand) return ofBrand
  // A part of the state or a capital elsewhere.
  const elsewhere = phrase.noListOf(plain)
  if (elsewhere?.isRegion) return { ...NOTHING, observacoes: [elsewhere.sentence] }

  const { combustivel, place: rest } = phrase.fuelIn(plain)
  const { street, isAvenue } = asInAddresses(phrase.withoutStreets(rest))
  // An avenue's districts are the answer only where no address has its name.
  const isSure = (found: Achados) => isFound(found) && !found.parecidos && !isAvenue
  const asWritten = find(snapshot, words)
  if (isSure(asWritten)) return withPlace(snapshot, words, plain, asWritten)
  const inPlainWords = plain === words ? NOTHING : find(snapshot, plain)
  if (isSure(inPlainWords)) return inPlainWords
  if (elsewhere) return { ...NOTHING, observacoes: [elsewhere.sentence] }

  const mended = mendedPlace(snapshot, rest)
  // With its words in another order; one with a slip comes later, as that may be a station's own word.
  if (mended?.observacoes.length === 0) return { ...mended, combustivel }
  const address = wordsOf(street)
  const told = stationsTold(snapshot, address)
  const part = lazily(() => knownPart(snapshot, rest))
  if (told.matched > 0 && told.matched === address.length) {
    // The town of a street is where its stations are; a landmark or a district may be all that was meant.
    const isNarrow = part()?.lugares.every(({ bairro }) => bairro !== undefined)
    const place = (isNarrow && part()) || NOTHING
    const isThere = stationsTold(snapshot, address, { where: 'street' }).matched === address.length
    const none = street === rest || isThere ? [] : [`Nenhum posto escreve “${quote(words)}” no endereço.`]
    return { ...place, combustivel, postos: told.postos, observacoes: [...place.observacoes, ...none] }
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

/** Stations whose address names the road: those in the place named beside it or, where none is there, all of them and the place by itself. */
function onRoad(snapshot: Snapshot, road: phrase.Road): Achados {
  const { estrada, rest } = road
  const { combustivel, place } = phrase.fuelIn(phrase.withoutStreets(phrase.withoutFillers(rest)))
  const { postos, matched } = stationsOn(snapshot, road, place)
  const lugares = matched > 0 ? [] : find(snapshot, phrase.withoutDirections(place)).lugares
  const written = `Estes postos escrevem ${estrada} no endereço; outros podem estar nela.`
  const note = postos.length > 0 ? written : `Nenhum posto escreve ${estrada} no endereço.`
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
  const rest = phrase.withoutFillers(found.rest)
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
  const postos = named.length > 0 ? named : place.postos
  return { ...place, postos, parecidos: false, observacoes: [why + told, ...place.observacoes] }
}
