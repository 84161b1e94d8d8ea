import { RAIO_DA_COMPARACAO, STATIONS_TO_RANK, written } from '../../domain/facts/rules.ts'
import { ESTADO } from '../../domain/alagoas/state.ts'
import type { Estatistica, Grupo, RespostaEstatisticas } from '../../domain/answers/estatisticas.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { fewerKnown } from '../../domain/past/periods.ts'
import { type Slug, fuelOf } from '../../domain/facts/fuels.ts'
import { quote } from '../../domain/basics/text.ts'
import { doubtOfLowest } from './doubt.ts'
import { count, decimal, listed, money, wholeCents } from './formatting.ts'
import { inSentence, titled, townOf } from './names.ts'
import { howMuch } from './comparisons.ts'

type Comparacao = NonNullable<RespostaEstatisticas['comparacao']>

export const UNKNOWN_BEFORE =
  'Onde falta a variação de um dia, uma semana ou um mês, menos da metade dos postos tem preço conhecido daquele tempo.'

/** Names the medians that are told as changed and were of fewer stations before. */
export function widened(places: readonly (Estatistica | Grupo)[]): string[] {
  const names = places.flatMap((place) => {
    const before = Object.values(place.variacao).flatMap((change) => change?.postos ?? [])
    const isFewer = before.some((postos) => fewerKnown(postos, place.postos))
    return isFewer ? ('nomePopular' in place ? place.nomePopular : place.nome) : []
  })
  return names.length === 0
    ? []
    : [`Antes conhecia-se o preço de menos postos (${listed(names)}): a variação é também dos que entraram.`]
}

type Answer = Pick<RespostaEstatisticas, 'combustiveis' | 'grupos' | 'observacoes'>

/** The sentences of an answer of which only some places are shown. */
export function groupNotes(answer: Answer, shown: readonly (Estatistica | Grupo)[]): string[] {
  const { combustiveis, grupos = [], observacoes } = answer
  const ofAll = widened([...Object.values(combustiveis), ...grupos])
  return observacoes.flatMap((note) => (ofAll.includes(note) ? widened(shown) : note))
}

export type AskedGroups = Pick<
  Partial<Pedido<'estatisticas'>>,
  'bairro' | 'municipio' | 'municipios' | 'perto' | 'raio' | 'ordem' | 'desde' | 'litros'
>

/** `Álcool (etanol) por município de Alagoas, da menor mediana à maior`; `isRankedFirst`: the list is in the order of `rankedFirst`. */
export function groupsTitle(
  { por, combustivel }: Pick<Comparacao, 'por' | 'combustivel'>,
  grupos: readonly Grupo[],
  { bairro, municipio, municipios, perto, raio, ordem }: AskedGroups,
  isRankedFirst = false,
): string {
  const places = new Set(grupos.flatMap(({ postos, colocacao }) => (postos > 0 ? colocacao !== null : [])))
  const first = isRankedFirst && places.size > 1 ? ', primeiro os que têm colocação' : ''
  const order = `${ordem === 'desc' ? 'da maior mediana à menor' : 'da menor mediana à maior'}${first}`
  const fuel = fuelOf(combustivel).nomePopular
  const [own] = unturned(grupos, ordem)
  const town = own ? townOf(own) : titled(municipio ?? '')
  if (por === 'bairro') {
    if (bairro === undefined || !own) return `${fuel} por bairro${town === '' ? '' : ` de ${town}`}, ${order}`
    return grupos.length === 1
      ? `${fuel} num bairro de ${town}, entre todos os de lá`
      : `${fuel} em ${grupos.length} bairros de ${town}, ${order}`
  }
  if (por === 'bandeira') {
    const where = municipio === undefined || !own ? `em ${ESTADO.nome}` : `em ${town}`
    return `${fuel} por bandeira ${bairro === undefined ? where : `nos postos de “${quote(bairro)}”`}, ${order}`
  }
  if (bairro !== undefined)
    return `${groupsTitle({ por, combustivel }, grupos, { municipio, municipios, perto, raio, ordem }, isRankedFirst)}, só com os postos de “${quote(bairro)}”`
  if (perto !== undefined)
    return `${fuel} a até ${decimal(raio ?? RAIO_DA_COMPARACAO)} km de “${quote(perto)}”, em linha reta`
  if (raio !== undefined) return `${fuel} a até ${decimal(raio)} km do centro de ${town}, em linha reta`
  if (municipios !== undefined)
    return `${fuel} em ${count(grupos.length, 'município', 'municípios')}, ${order}`
  if (municipio !== undefined) return `${fuel} em ${town}, entre os municípios de ${ESTADO.nome}`
  return `${fuel} por município de ${ESTADO.nome}, ${order}`
}

/** Groups in the order without `ordem=desc`. */
function unturned(grupos: readonly Grupo[], ordem: AskedGroups['ordem']): readonly Grupo[] {
  return ordem === 'desc' ? grupos.toReversed() : grupos
}

/** Places with a rank before those of too few stations for one, whose median a single sale may move; else in the order given. */
export function rankedFirst<G extends Pick<Grupo, 'colocacao'>>(grupos: readonly G[]): G[] {
  return grupos.toSorted((a, b) => Number(a.colocacao === null) - Number(b.colocacao === null))
}

/** The municipality with the lowest likely price around the one asked for: the sentence is advice before a drive. */
export function cheaperNearby(combustivel: Slug, grupos: readonly Grupo[], asked: AskedGroups) {
  const { bairro, litros, perto, raio, ordem } = asked
  const [own, ...others] = unturned(grupos, ordem)
  // The first around a point is only the nearest, and its stations may be outside the circle.
  if (own?.distanciaKm === undefined || perto !== undefined) return undefined
  const selling = others.filter(({ postos }) => postos > 0)
  const cheapest = selling.toSorted((a, b) => likely(a) - likely(b))[0]
  const fuel = inSentence(fuelOf(combustivel).nomePopular)
  const here = townOf(own)
  if (!cheapest)
    return own.postos === 0
      ? `Nenhum preço de ${fuel} nesse raio.`
      : `Em ${here} o ${nameOfLowest([own])} é ${money(likely(own))}, e nenhum outro município com o que se pediu tem o centro a até ${decimal(raio ?? RAIO_DA_COMPARACAO)} km.`
  const price = isSure(cheapest) ? 'por' : 'a um preço provável de'
  const there = `${townOf(cheapest)}, a ${decimal(cheapest.distanciaKm ?? 0, 0, 1)} km, tem ${fuel} ${price} ${money(likely(cheapest))}`
  if (own.postos === 0)
    return `Em ${here} ${bairro === undefined ? 'não há preço' : 'nenhum desses postos tem preço'}; ${there}.`
  if (likely(cheapest) < likely(own))
    return `${there}, ${money(likely(own) - likely(cheapest))} menos que o ${nameOfLowest([own])} de ${here} (${money(likely(own))})${inTank(':', combustivel, likely(own) - likely(cheapest), litros, ', fora a viagem')}.`
  const stays = `O ${nameOfLowest(grupos)} é o de ${here} mesmo: ${money(likely(own))}.`
  const lower = selling.find((group) => lowest(group) < likely(own))
  return lower
    ? `${stays} Em ${townOf(lower)} há ${money(lowest(lower))}, mas ${doubtOfLowest(lower)}.`
    : stays
}

/** `No fim de semana o preço costuma ser outro em Penedo (R$ 0,30 a menos, em 4 dos últimos 4).` */
export function weekendPlaces(grupos: readonly Grupo[]): string | undefined {
  const places = grupos.flatMap(({ fimDeSemana: f, ...group }) => {
    const place = titled(group.bairro ?? '') || townOf(group)
    return f ? `${place} (${howMuch(f.diferenca)}, em ${f.vezes} dos últimos ${f.de})` : []
  })
  return places.length === 0 ? undefined : `No fim de semana o preço costuma ser outro em ${listed(places)}.`
}

/** `: R$ 15,00 em 50 L` after a sign, of a difference by the unit; empty for a fuel that is not sold by the litre. */
function inTank(sign: ':' | ',', combustivel: Slug, difference: number, litros?: number, but = ''): string {
  return litros === undefined || fuelOf(combustivel).unidade !== 'L'
    ? ''
    : `${sign} ${wholeCents(difference * litros)} em ${decimal(litros)} L${but}`
}

/** Cost of a tank at the highest median of these places, over that at the lowest. */
export function tankBetween(combustivel: Slug, grupos: readonly Grupo[], asked: AskedGroups) {
  const { litros, municipios } = asked
  const who =
    municipios === undefined ? `Entre os que têm ${written(STATIONS_TO_RANK)} postos ou mais, da` : 'Da'
  const medians = grupos.flatMap(({ precoMediano }) => precoMediano ?? [])
  const difference = Math.max(...medians) - Math.min(...medians)
  const tank = medians.length < 2 ? '' : inTank(':', combustivel, difference, litros)
  return tank === '' ? undefined : `${who} menor mediana à maior vão ${money(difference)}${tank}.`
}

/** The lowest likely prices of towns named in the question: `Do menor preço provável de Maceió (R$ 6,39) ao de Pilar (R$ 5,59): R$ 0,80, R$ 32,00 em 40 L.` */
export function lowestBetween(combustivel: Slug, grupos: readonly Grupo[], asked: AskedGroups) {
  const { municipios, litros } = asked
  const sorted = grupos.filter(({ postos }) => postos > 0).toSorted((a, b) => likely(a) - likely(b))
  const [cheap, dear] = [sorted[0], sorted.at(-1)]
  if (municipios === undefined || !cheap || !dear || likely(cheap) === likely(dear)) return undefined
  const difference = likely(dear) - likely(cheap)
  return `Do menor preço provável de ${townOf(dear)} (${money(likely(dear))}) ao de ${townOf(cheap)} (${money(likely(cheap))}): ${money(difference)}${inTank(',', combustivel, difference, litros)}.`
}

function lowest({ precoMinimo }: Grupo): number {
  return precoMinimo ?? Infinity
}

function likely({ precoMinimoProvavel }: Grupo): number {
  return precoMinimoProvavel ?? Infinity
}

function isSure(group: Grupo): boolean {
  return lowest(group) === likely(group)
}

function nameOfLowest(groups: readonly Grupo[]): string {
  return groups.every(isSure) ? 'menor preço' : 'menor preço provável'
}
