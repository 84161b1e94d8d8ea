import { createMemory, oncePer } from '../../src/domain/basics/memoize.ts'
import type { Ask, Data, Entry, Fuel, Station } from './downloads.ts'
import { type Journey, journeyOf } from './journeys.ts'
import { type Market, marketOf } from './market.ts'
import { type Point, folded, kilometres } from './numbers.ts'

/** What a page of the site is about, by its address. */
export interface Page {
  path: string
  fuel: string | null
  cnpj: string | null
  place: Place
  ratio: number
  days: number
  /** Of the page of journeys. */
  journey?: Journey | undefined
  /** First day that the question says. */
  since?: string | null
}

export interface Place {
  kind: 'estado' | 'municipio' | 'bairro'
  name: string
  town: number | null
  /** Where distances are counted from. */
  centre: Point | null
  here(station: Station): boolean
}

export const everywhere = (): boolean => true

export async function pageOf(ask: Ask, data: Data, path: string): Promise<Page> {
  const { pathname, searchParams } = new URL(path, 'http://page')
  const [, , first = '', second = ''] = pathname.split('/')
  const fuel = data.fuels.find(({ slug }) => slug === first)?.slug ?? searchParams.get('combustivel')
  const slug = first === 'municipio' || data.fuels.some((fuel) => fuel.slug === first) ? second : ''
  const bairro = searchParams.get('bairro')
  const perto = searchParams.get('perto')
  const place = perto
    ? await circleOf(ask, perto, Number(searchParams.get('raio') ?? 10))
    : placeOf(data, slug)
  return {
    path,
    fuel: fuel ?? (['mapa', 'comparar', ''].includes(first) ? 'gasolina-comum' : null),
    cnpj: first === 'posto' ? second : null,
    place: bairro && place.town ? await districtOf(ask, place, bairro) : place,
    ratio: Number(searchParams.get('razao') ?? 0.7),
    days: Number(searchParams.get('dias') ?? 30),
    ...(first === 'caminho' && { journey: await journeyOf(ask, searchParams) }),
  }
}

export function fuelOf(data: Data, slug: string | null | undefined): Fuel {
  const fuel = data.fuels.find((fuel) => fuel.slug === slug)
  if (!fuel) throw new Error(`no fuel ${slug}`)
  return fuel
}

const marketsOf = oncePer((_fuel: Fuel) => createMemory<Place['here'], Market>())

/** Computed once for each place and fuel. */
export function marketAt(data: Data, slug: string, here: Place['here']): Market {
  const fuel = fuelOf(data, slug)
  return marketsOf(fuel)(here, () => marketOf(fuel.entries.filter(({ station }) => here(station))))
}

const entriesOf = oncePer(({ entries }: Fuel) => new Map(entries.map((entry) => [entry.cnpj, entry])))

export function entryAt(data: Data, slug: string, cnpj: string): Entry | undefined {
  return entriesOf(fuelOf(data, slug)).get(cnpj)
}

export function townNamed(data: Data, name: string): Place | undefined {
  return namedTowns(data).get(folded(name))
}

const namedTowns = oncePer((data: Data) => new Map(townsOf(data).map((town) => [folded(town.name), town])))

export const townsOf = oncePer((data: Data): Place[] =>
  data.towns.map(({ name, codigoIBGE, centre }) => ({
    kind: 'municipio',
    name,
    town: codigoIBGE,
    centre,
    here: ({ town }) => town === codigoIBGE,
  })),
)

function placeOf(data: Data, slug: string): Place {
  const at = data.towns.findIndex((town) => town.slug === slug)
  return townsOf(data)[at] ?? { kind: 'estado', name: 'Alagoas', town: null, centre: null, here: everywhere }
}

/** The point that a name means is told by the program; the stations around it are measured here. */
async function circleOf(ask: Ask, perto: string, raio: number): Promise<Place> {
  const around = await ask(`/gasolina/api/precos?perto=${encodeURIComponent(perto)}&limite=1`)
  const { centro } = (await around.json()) as { centro: Point & { nome: string } }
  return {
    kind: 'bairro',
    name: centro.nome,
    town: null,
    centre: centro,
    here: ({ point }) => point !== null && kilometres(centro, point) <= raio,
  }
}

/** Spellings of one district are many: its stations, and its middle, are those of the program's own answers. */
async function districtOf(ask: Ask, town: Place, bairro: string): Promise<Place> {
  const query = `municipio=${town.town}&bairro=${encodeURIComponent(bairro)}`
  const postos = await ask(`/gasolina/api/postos?${query}&limite=5000`)
  const { conteudo } = (await postos.json()) as { conteudo: { estabelecimento: { cnpj: string } }[] }
  const inside = new Set(conteudo.map(({ estabelecimento }) => estabelecimento.cnpj))
  const around = await ask(
    `/gasolina/api/precos?perto=${encodeURIComponent(`${bairro}, ${town.name}`)}&limite=1`,
  )
  const { centro } = (await around.json()) as { centro?: Point }
  return {
    kind: 'bairro',
    name: bairro,
    town: town.town,
    centre: centro ?? null,
    here: ({ cnpj }) => inside.has(cnpj),
  }
}
