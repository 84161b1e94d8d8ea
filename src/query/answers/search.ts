import { parametros } from '../../domain/questions/parameters.ts'
import { fold, quote, withinSteps } from '../../domain/basics/text.ts'
import { localidades, marcos } from '../../domain/alagoas/known-places.ts'
import { brandBeside } from '../../domain/registry/brands.ts'
import { asCep, districtKeyOf, placeKey, placeWords } from '../../domain/places/place-names.ts'
import { slipsOf } from '../../domain/places/similar-names.ts'
import { fuelIn, placesOf, townBeside } from '../places/found-places.ts'
import { brandsOf } from '../places/brands.ts'
import { directoryOf } from '../places/directory.ts'
import { labelOf, landmarkNamed } from '../places/named-point.ts'
import { spotNamed } from '../places/place-lookup.ts'
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
import {
  SHORT,
  asInAddresses,
  inWhole,
  servedBy,
  stationsOn,
  stationsTold,
  wordsOf,
} from './search-stations.ts'
import { type Achados, NOTHING, find, isFound, knownWords, meaningOf, slipsIn } from './search-words.ts'
import type { Snapshot } from '../lists/snapshot.ts'

/**
 * Places as every question understands them, with a fuel beside them or without; stations by words of their names, or by CNPJ.
 * Words that name nothing are left out, then streets are looked at, then the parts of the text.
 */
export function search(snapshot: Snapshot, asked: string): Achados {
  const cnpj = parametros.cnpj.parse(asked)
  const own = cnpj === undefined ? undefined : snapshot.posto(cnpj)
  if (own) return { ...NOTHING, postos: [own] }
  if (cnpj !== undefined && isOneNumber(asked)) return { ...NOTHING, cnpj }
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

function lookUp(snapshot: Snapshot, words: string): Achados {
  const plain = withoutFillers(words)
  if (plain === '') return { ...NOTHING, estado: true }
  const branded = besideBrand(snapshot, words)
  if (branded) return branded
  const elsewhere = noListOf(plain)
  if (elsewhere?.isRegion) return { ...NOTHING, observacoes: [elsewhere.sentence] }
  const { combustivel, place: rest } = fuelIn(plain)
  const { street, isAvenue } = asInAddresses(withoutStreets(rest))
  // An avenue's districts are the answer only where no address has its name.
  const isSure = (found: Achados) => isFound(found) && !found.parecidos && !isAvenue
  const whole = find(snapshot, words)
  if (isSure(whole)) return plain === words ? whole : withPlace(snapshot, whole, { words, plain })
  const asMeant = plain === words ? NOTHING : find(snapshot, plain)
  if (isSure(asMeant)) return asMeant
  if (elsewhere) return { ...NOTHING, observacoes: [elsewhere.sentence] }
  const mended = mendedPlace(snapshot, rest)
  // Another order alone; a slip may be a station's own word.
  if (mended?.observacoes.length === 0) return { ...mended, combustivel }
  const asked = wordsOf(street)
  const told = stationsTold(snapshot, asked)
  const part = partOf(snapshot, rest)
  if (told.matched > 0 && told.matched === asked.length) {
    // The town of a street is where its stations are; a landmark or a district may be all that was meant.
    const isNarrow = part?.lugares.every(({ bairro }) => bairro !== undefined)
    const place = isNarrow && part ? part : NOTHING
    const postos = servedBy(told.stations)
    const isThere = stationsTold(snapshot, asked, { where: 'street' }).matched === asked.length
    const none = street === rest || isThere ? [] : [`Nenhum posto escreve “${quote(words)}” no endereço.`]
    return { ...place, combustivel, postos, observacoes: [...place.observacoes, ...none] }
  }
  const similar = [whole, asMeant].find(isFound)
  if (isAvenue && similar?.parecidos === false) return similar
  const sole = mended ?? part
  if (sole) return { ...sole, combustivel }
  if (similar) return similar
  const long = asked.filter((word) => word.length > SHORT)
  const most = long.length === asked.length ? told : stationsTold(snapshot, long)
  if (most.matched > long.length / 2)
    return { ...NOTHING, combustivel, postos: servedBy(most.stations), parecidos: true }
  return combustivel ? { ...find(snapshot, rest), combustivel, estado: true } : whole
}

/** `jatiúca posto` is the district too, unless a station is called just so. */
function withPlace(
  snapshot: Snapshot,
  whole: Achados,
  { words, plain }: { words: string; plain: string },
): Achados {
  const { lugares, marcos: landmarks, postos } = whole
  if (
    lugares.length + landmarks.length > 0 ||
    postos.some(({ nomeFantasia }) => fold(nomeFantasia) === fold(words))
  )
    return whole
  const {
    combustivel,
    lugares: [place],
  } = find(snapshot, plain)
  // To choose from: either may be meant.
  return place?.exato ? { ...whole, combustivel, lugares: [{ ...place, exato: false }] } : whole
}

/** Stations on the road, in the place beside it if there are any. */
function onRoad(snapshot: Snapshot, road: Road): Achados {
  const { estrada, rest } = road
  const { combustivel, place } = fuelIn(withoutStreets(withoutFillers(rest)))
  const { stations, matched } = stationsOn(snapshot, road, place)
  const lugares = matched > 0 ? [] : find(snapshot, withoutDirections(place)).lugares
  const note =
    stations.length > 0
      ? `Estes postos escrevem ${estrada} no endereço; outros podem estar nela.`
      : `Nenhum posto escreve ${estrada} no endereço.`
  const estado = stations.length + lugares.length === 0
  const postos = servedBy(stations)
  return { ...NOTHING, combustivel, estrada, estado, lugares, postos, observacoes: [note] }
}

function cepNotes(snapshot: Snapshot, text: string): string[] {
  const cep = asCep(text)
  const isKnown =
    cep === undefined || snapshot.stations().some(({ posto }) => posto.endereco.cep.startsWith(cep))
  return isKnown
    ? []
    : [`CEP parecido: nenhum posto declara ${quote(text)}, e o que vem é de postos com CEP parecido.`]
}

/** A place with a slip in several of its words, in another order, or after its municipality. */
function mendedPlace(snapshot: Snapshot, text: string): Achados | undefined {
  const known = knownWords(snapshot)
  const asked = placeWords(text)
  const words = asked.map((word) => {
    if (word.length <= SHORT || known.has(word)) return word
    const [first, ...others] = withinSteps(known, slipsIn(word), (each) => slipsOf(word, each))
    return first !== undefined && (others.length === 0 || slipsOf(word, first) === 1) ? first : word
  })
  const { name = '', town: beside } = townBeside(directoryOf(snapshot), text) ?? {}
  const [key, keyInTown] = [keyOf(words), keyOf(placeWords(name))]
  const ordered = SPOTS.find(
    ({ key: own, codigoIBGE }) => own === key || (codigoIBGE === beside && own === keyInTown),
  )
  const isSame = words.join(' ') === asked.join(' ')
  const turns = words
    .slice(0, MOST_WORDS)
    .map((_, at) => [...words.slice(at), ...words.slice(0, at)].join(' '))
    .filter((turn, at) => (at === 0 && !isSame) || townBeside(directoryOf(snapshot), turn))
  for (const name of [ordered?.nome ?? [], turns].flat()) {
    const { lugares, marcos: landmarks, parecidos } = find(snapshot, name)
    const [sole, ...others] = lugares
    if (name === ordered?.nome && landmarks.length === 1 && !sole) return { ...NOTHING, marcos: landmarks }
    // Mended words are no half of a name: `ceasa` is no Olho d'Água do Casado.
    const isSure = sole?.exato === true || sole?.observacoes.length === 0
    if (!sole || others.length > 0 || parecidos || !isSure) continue
    const nome = [sole.bairro, sole.municipio.nome].filter(Boolean).join(', ')
    return {
      ...NOTHING,
      lugares,
      observacoes: isSame ? [] : [`“${quote(text)}” foi entendido como ${nome}.`],
    }
  }
  return undefined
}

/** Known places and landmarks, by the words of each of their names in any order: `maragogi praia`. */
const SPOTS = [
  ...localidades.map(({ nome, codigoIBGE }) => spot(nome, codigoIBGE)),
  ...marcos.flatMap(({ nome, outros, codigoIBGE }) =>
    [nome, ...outros].map((each) => spot(each, codigoIBGE)),
  ),
]

function spot(nome: string, codigoIBGE: number) {
  return { nome, codigoIBGE, key: keyOf(placeWords(nome)) }
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
    postos: named.length > 0 ? servedBy(named) : place.postos,
    parecidos: false,
    observacoes: [why + told, ...place.observacoes],
  }
}

/** The longest part of the text that is the exact name of a place or a landmark; in the municipality named, if one is. */
function partOf(snapshot: Snapshot, text: string): Achados | undefined {
  const words = text.split(' ').slice(0, MOST_WORDS)
  const town = words.map((_, at) => townBeside(directoryOf(snapshot), words.slice(0, at + 1).join(' '))?.town)
  const named = town.find((each) => each !== undefined)
  for (let length = words.length - 1; length > 0; length--)
    for (let at = 0; at + length <= words.length; at++) {
      const place = words.slice(at, at + length).join(' ')
      const isAvenue = spotNamed(place)?.rua !== undefined
      const lugares = placesOf(snapshot, meaningOf(snapshot, place), place).filter(
        ({ exato, bairro = '', municipio: { codigoIBGE } }) =>
          (exato || isAvenue || districtKeyOf({ bairro: place, codigoIBGE }) === placeKey(bairro)) &&
          (named ?? codigoIBGE) === codigoIBGE,
      )
      const marco = lugares.length > 0 ? undefined : landmarkNamed(place)
      const isThere = marco && (named ?? marco.codigoIBGE) === marco.codigoIBGE
      if (lugares.length > 0 || isThere)
        return {
          ...NOTHING,
          lugares,
          marcos: isThere ? [labelOf(marco)] : [],
          observacoes: [`De “${quote(text)}”, ${quote(place)} é um lugar conhecido.`],
        }
    }
  return undefined
}

const MOST_WORDS = 8

function keyOf(words: readonly string[]): string {
  return words.toSorted().join(' ')
}

/** A CNPJ may have letters, so `posto centro 101` has its form; a CNPJ is never written in words. */
function isOneNumber(words: string): boolean {
  return !/\s/.test(words) || !/\p{L}/u.test(words)
}
