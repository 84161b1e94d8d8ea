import type { Grupo, RespostaEstatisticas } from '../domain/answers.ts'
import type { Slug } from '../domain/fuels.ts'
import { fuelOf } from '../domain/fuels.ts'
import { quote } from '../domain/text.ts'
import { townOf } from './town.ts'
import { count, decimal, money, titled } from './words.ts'

type Comparacao = NonNullable<RespostaEstatisticas['comparacao']>

/** What was compared, and where: the answer itself does not repeat the question. */
export interface AskedGroups {
  bairro?: string | undefined
  municipio?: string | undefined
  municipios?: string | undefined
  raio?: number | undefined
}

/** `Álcool (etanol) por município de Alagoas, da menor mediana à maior`. */
export function groupsTitle(
  { por, combustivel }: Pick<Comparacao, 'por' | 'combustivel'>,
  grupos: readonly Grupo[],
  { bairro, municipio, municipios, raio }: AskedGroups,
): string {
  const fuel = fuelOf(combustivel).nome
  const [first] = grupos
  const town = first ? townOf(first) : titled(municipio ?? '')
  if (por === 'bairro') {
    if (bairro === undefined || !first)
      return `${fuel} por bairro${town === '' ? '' : ` de ${town}`}, da menor mediana à maior`
    return grupos.length === 1
      ? `${fuel} num bairro de ${town}, entre todos os de lá`
      : `${fuel} em ${grupos.length} bairros de ${town}, da menor mediana à maior`
  }
  if (bairro !== undefined)
    return `${groupsTitle({ por, combustivel }, grupos, { municipio, municipios, raio })}, só com os postos de “${quote(bairro)}”`
  if (raio !== undefined) return `${fuel} a até ${decimal(raio)} km do centro de ${town}, em linha reta`
  if (municipios !== undefined)
    return `${fuel} em ${count(grupos.length, 'município', 'municípios')}, da menor mediana à maior`
  if (municipio !== undefined) return `${fuel} em ${town}, entre os municípios de Alagoas`
  return `${fuel} por município de Alagoas, da menor mediana à maior`
}

/** `gasolina comum`, but `GNV`. */
function inSentence(name: string): string {
  return /^\p{Lu}{2}/u.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1)
}

/** Where the lowest price lies when it is not in the municipality asked for: worth knowing before one drives. */
export function cheaperNearby(
  combustivel: Slug,
  grupos: readonly Grupo[],
  { bairro }: AskedGroups,
): string | undefined {
  const [own, ...others] = grupos
  if (own?.distanciaKm === undefined) return undefined
  const cheapest = others
    .filter(({ precoMinimo }) => precoMinimo !== null)
    .toSorted((a, b) => (a.precoMinimo ?? 0) - (b.precoMinimo ?? 0))[0]
  const fuel = inSentence(fuelOf(combustivel).nome)
  const here = townOf(own)
  if (!cheapest || cheapest.precoMinimo === null)
    return own.precoMinimo === null
      ? `Nenhum preço de ${fuel} nesse raio.`
      : `Em ${here} o menor preço é ${money(own.precoMinimo)}, e nenhum município vizinho tem preço.`
  const there = `${townOf(cheapest)}, a ${decimal(cheapest.distanciaKm ?? 0, 0, 1)} km, tem ${fuel} por ${money(cheapest.precoMinimo)}`
  if (own.precoMinimo === null)
    return `Em ${here} ${bairro === undefined ? 'não há preço' : 'nenhum desses postos tem preço'}; ${there}.`
  if (cheapest.precoMinimo >= own.precoMinimo)
    return `O menor preço é o de ${here} mesmo: ${money(own.precoMinimo)}.`
  return `${there}, ${money(own.precoMinimo - cheapest.precoMinimo)} menos que o menor de ${here} (${money(own.precoMinimo)}).`
}
