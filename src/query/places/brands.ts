import { ESTADO } from '../../domain/alagoas/state.ts'
import { municipioByCode } from '../../domain/alagoas/municipalities.ts'
import { oncePer } from '../../domain/basics/memoize.ts'
import { quote } from '../../domain/basics/text.ts'
import { invalidParameters, problem } from '../../domain/questions/parameter-problems.ts'
import { NO_REGISTRY, brandAsked, countBrands } from '../../domain/registry/registry.ts'
import type { Station } from '../../domain/state/stations.ts'
import { count, day, joined } from '../../format/words/formatting.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import type { ComparedPlace } from './compared-places.ts'
import { type Place, findPlace } from './find-place.ts'

/** Brands of the stations, the most frequent first; undefined without a registry. */
export function brandsOf(snapshot: Snapshot) {
  return snapshot.commit.cadastro && countsOf(snapshot).bandeiras
}

/** Stations of each brand, of none that is known, and out of the registry. */
export const countsOf = oncePer((snapshot: Snapshot) => {
  const cnpjs = snapshot.stations().map(({ posto }) => posto.cnpj)
  return countBrands(snapshot.commit.cadastro ?? { postos: [] }, cnpjs)
})

/** @throws {GasolinaError} `parametro_invalido` without a registry. */
function knownBrands(snapshot: Snapshot) {
  const bandeiras = brandsOf(snapshot)
  if (bandeiras) return bandeiras
  const aceitos = ['perguntar sem bandeira']
  throw invalidParameters(problem(NO_REGISTRY, { parametro: 'bandeira', valor: undefined, aceitos }))
}

/**
 * The same within some brands only: several by comma, `-ale` leaves one out. A station of unknown brand is of none, and left out
 * by none. `isWhole`: the question keeps all of the place, no circle or road in it, and its stations are counted.
 */
export function keepToBrands(snapshot: Snapshot, place: Place, bandeira?: string, isWhole = true): Place {
  if (bandeira === undefined) return place
  const { only, without } = readBrands(snapshot, bandeira)
  const isKept = (slug: string | null = null): boolean =>
    slug === null ? only.size === 0 : (only.size === 0 || only.has(slug)) && !without.has(slug)
  const matches = (station: Station): boolean => place.matches(station) && isKept(station.posto.bandeira)
  return {
    ...place,
    areas: place.areas ?? [{}],
    matches,
    positions: (list) =>
      place.positions(list).filter((at) => isKept(list.entries[at]?.estabelecimento.bandeira)),
    observacoes: [
      ...place.observacoes,
      brandSentence(snapshot, { only, without }, isWhole ? [place.matches, matches] : undefined),
    ],
  }
}

/** `bandeira Ipiranga ou branca`, `sem a bandeira Ale`: the filter in a title. @throws {GasolinaError} `parametro_invalido`. */
export function brandWords(snapshot: Snapshot, bandeira: string): string {
  const { only, without } = readBrands(snapshot, bandeira)
  const kept = only.size > 0 && `bandeira ${anyOf(only)}`
  return [kept, without.size > 0 && `sem a bandeira ${anyOf(without)}`].filter(Boolean).join(', ')
}

type Named = ReadonlyMap<string, string>

function anyOf(brands: Named): string {
  const names = [...brands.values()].map((nome) => nome.replace(/^Bandeira /, ''))
  return joined(names, 'ou')
}

/** Names by slug. */
function readBrands(snapshot: Snapshot, text: string): { only: Named; without: Named } {
  const bandeiras = knownBrands(snapshot)
  const [only, without] = [new Map<string, string>(), new Map<string, string>()]
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue
    const slug = brandAsked(part)
    const known = bandeiras.find((brand) => brand.slug === slug)
    if (!known) throw unknownBrand(part, bandeiras)
    const named = part.startsWith('-') ? without : only
    named.set(known.slug, known.nome)
  }
  return { only, without }
}

function unknownBrand(text: string, bandeiras: ReturnType<typeof knownBrands>) {
  const names = bandeiras.map(({ nome, postos }) => `${nome} (${postos})`)
  const there = names.length > 0 ? `Há ${joined(names)}` : 'O cadastro tomado não diz a de nenhum'
  const frase = `Nenhum posto conhecido é da bandeira '${quote(text.replace(/^-/, ''))}'. ${there}.`
  const aceitos = bandeiras.map(({ slug }) => slug)
  return invalidParameters(problem(frase, { parametro: 'bandeira', valor: text, aceitos }))
}

/** `counted`: the stations of the place, before and after the filter. */
function brandSentence(
  snapshot: Snapshot,
  { only, without }: Record<'only' | 'without', Named>,
  counted: [before: Place['matches'], after: Place['matches']] | undefined,
): string {
  const kept = only.size > 0 && `só ${joined([...only.values()])}`
  const left = without.size > 0 && `sem ${joined([...without.values()])}`
  const which = [kept, left].filter(Boolean).join(', ')
  const { em = '' } = snapshot.commit.cadastro ?? {}
  const source = `pelo cadastro da ANP de ${day(em)}.`
  const fate = only.size > 0 ? 'ficam fora' : 'ficam dentro'
  if (!counted) return `Bandeira: ${which}, ${source} Os postos de que ela não é conhecida ${fate}.`
  const [isThere, isKept] = counted
  const there = snapshot.stations().filter(isThere)
  const told = `Bandeira: ${which}, ${count(there.filter(isKept).length, 'posto', 'postos')} do lugar, ${source}`
  const unknown = there.filter(({ posto }) => !posto.bandeira).length
  if (unknown === 0) return told
  return `${told} De ${count(unknown, 'posto de lá', 'postos de lá')} a bandeira não é conhecida: ${fate}.`
}

/** Brands as places to compare: those of all stations, unknown ones last. */
export function brandGroupsOf(snapshot: Snapshot, municipio: string | undefined): ComparedPlace[] {
  const bandeiras = knownBrands(snapshot)
  const [area] = findPlace(snapshot, { municipio }).areas ?? []
  const town = municipioByCode(area?.town ?? 0)
  return [...bandeiras, { slug: null, nome: 'Bandeira não informada' }].map(({ slug, nome }) => ({
    key: slug ?? '',
    municipio: town?.nomeNaFonte ?? ESTADO.nome.toUpperCase(),
    municipioNome: town?.nome ?? ESTADO.nome,
    codigoIBGE: town?.codigoIBGE ?? Number(ESTADO.codigo),
    bandeira: slug,
    nome,
    centre: null,
  }))
}
