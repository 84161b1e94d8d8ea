import { loneCnpj, readCnpj } from '../../domain/facts/sale-record.ts'
import { fold, quote } from '../../domain/basics/text.ts'
import { type Bandeira, brandBeside } from '../../domain/registry/registry.ts'
import { asCep, placesOutside } from '../../domain/places/place-names.ts'
import { joined } from '../../format/words/formatting.ts'
import { lazily } from '../../domain/basics/memoize.ts'
import { brandsOf } from '../places/brands.ts'
import * as phrase from './phrase.ts'
import * as wishes from './wishes.ts'
import { knownParts } from './known-parts.ts'
import { mendedPlace } from './mended-place.ts'
import {
  SHORT,
  asInAddresses,
  inWhole,
  stationsNamed,
  stationsOn,
  stationsTold,
  wordsOf,
} from '../answers/postos.ts'
import { type Achados, NOTHING, find, isFound } from './meanings.ts'
import type { Snapshot } from '../lists/snapshot.ts'

/** Places as every question understands them, with a fuel beside them or without; stations by words of their names, or by CNPJ. */
export function search(snapshot: Snapshot, asked: string): Achados {
  const cnpj = readCnpj(asked)
  const own = cnpj === undefined ? undefined : snapshot.posto(cnpj)
  if (own) return { ...NOTHING, postos: [own] }
  if (cnpj !== undefined && cnpj === loneCnpj(asked)) return { ...NOTHING, cnpj }
  const { text: words, observacoes, assunto } = phrase.readPhrase(asked)
  const kept = wishes.withoutExclusion(snapshot, words)
  const { text: ofFuel, outros } = wishes.soleFuel(snapshot, kept.text)
  const road = phrase.roadIn(ofFuel)
  // Kilometres beside a road are places on it.
  const { text, near } = road ? { text: ofFuel } : wishes.nearIn(ofFuel)
  const found = road ? onRoad(snapshot, road) : lookUp(snapshot, text)
  const ofCep = isFound(found) && !found.parecidos ? cepNotes(snapshot, text) : []
  return {
    ...found,
    outros,
    aoRedor: near && wishes.aroundThem(snapshot, found.lugares, near),
    assunto,
    observacoes: [...observacoes, ...kept.observacoes, ...ofCep, ...found.observacoes],
  }
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
  const address = wordsOf(street)
  const told = stationsTold(snapshot, address)
  // Of `delmiro ou arapiraca` no address has both.
  const isOneOf = part() !== undefined && /\sou\s/i.test(words)
  if (!isOneOf && told.matched > 0 && told.matched === address.length) {
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
  const none = combustivel ? { ...find(snapshot, rest), combustivel, estado: true } : asWritten
  return address.length > MOST_NAME_WORDS ? { ...none, observacoes: [NO_SENTENCES] } : none
}

/** More words that name nothing are a sentence, not a misspelt name. */
const MOST_NAME_WORDS = 4
const NO_SENTENCES =
  'A busca não responde a frases que não entende: escreva uma cidade, um bairro, um lugar ou o nome de um posto, com um combustível ou sem.'

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
  const { names, rest: here } = placesOutside(place)
  const { postos, matched } = stationsOn(snapshot, road, here)
  const lugares = matched > 0 ? [] : find(snapshot, phrase.withoutDirections(here)).lugares
  const written = `Estes postos escrevem ${estrada} no endereço; outros podem estar nela.`
  const note = postos.length > 0 ? written : `Nenhum posto escreve ${estrada} no endereço.`
  const estado = postos.length + lugares.length === 0
  const elsewhere = names.length > 0 ? [phrase.ofOtherStates(names)] : []
  return { ...NOTHING, combustivel, estrada, estado, lugares, postos, observacoes: [note, ...elsewhere] }
}

function cepNotes(snapshot: Snapshot, text: string): string[] {
  const cep = asCep(text)
  if (cep === undefined || snapshot.stations().some(({ posto }) => posto.endereco.cep.startsWith(cep)))
    return []
  return [`CEP parecido: nenhum posto declara ${quote(text)}, e o que vem é de postos com CEP parecido.`]
}

/** Stations of the brands named, in the place beside them or in the state; where none is known, those with the word in their names. */
function besideBrand(snapshot: Snapshot, words: string): Achados | undefined {
  const there = brandsOf(snapshot)
  const { brands, rest } = brandsIn(words, there ?? [])
  if (brands.length === 0) return undefined
  const place = phrase.withoutFillers(rest) === '' ? NOTHING : lookUp(snapshot, rest)
  const isKnown = ({ bandeira }: NamedBrand) => there?.some(({ slug }) => slug === bandeira.slug)
  const known = brands.filter(isKnown).map(({ bandeira }) => bandeira)
  const others = brands.filter((brand) => !isKnown(brand))
  const why = there
    ? others.map(({ bandeira }) => `Nenhum posto conhecido é da bandeira ${bandeira.nome}.`)
    : [NO_BRANDS]
  if (known.length > 0) {
    const slugs = known.map(({ slug }) => slug)
    const postos = place.estado ? [] : place.postos.filter((posto) => slugs.includes(posto.bandeira ?? ''))
    // As the parameter takes several.
    const bandeira = {
      slug: slugs.join(','),
      nome: joined(
        known.map(({ nome }) => nome),
        'ou',
      ),
    }
    const estado = place.estado || !isFound({ ...place, postos })
    return { ...place, bandeira, estado, postos, observacoes: [...why, ...place.observacoes] }
  }
  const named = others.flatMap(({ asked }) => inWhole(stationsNamed(snapshot, asked), asked))
  const asked = joined(
    others.map((brand) => `“${quote(brand.asked)}”`),
    'ou',
  )
  const told = `Estes postos têm ${asked} no nome, o que costuma ser a bandeira e nem sempre é; outros dela podem não a ter.`
  return {
    ...place,
    postos: named.length > 0 ? named : place.postos,
    parecidos: false,
    observacoes: [why, named.length > 0 ? told : [], place.observacoes].flat(),
  }
}

const NO_BRANDS =
  'As notas fiscais, de onde vêm os preços, não têm campo para a bandeira do posto: aqui não dá para procurar por ela, só pela cidade, pelo bairro ou pelo nome do posto.'

/** A brand and the words that name it. */
type NamedBrand = Pick<NonNullable<ReturnType<typeof brandBeside>>, 'bandeira' | 'asked'>

/** Brands in the words, each once, and the words beside them. */
function brandsIn(words: string, others: readonly Bandeira[]): { brands: NamedBrand[]; rest: string } {
  const brands = new Map<string, NamedBrand>()
  let rest = words
  for (let found = brandBeside(rest, others); found; found = brandBeside(rest, others)) {
    brands.set(found.bandeira.slug, found)
    rest = found.rest
  }
  if (brands.size > 0) rest = rest.replace(/\bbandeiras?\b/gi, ' ').trim()
  return { brands: [...brands.values()], rest }
}
