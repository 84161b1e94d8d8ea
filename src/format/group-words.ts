import type { Grupo, RespostaEstatisticas } from '../domain/answers.ts'
import type { Slug } from '../domain/fuels.ts'
import { fuelOf } from '../domain/fuels.ts'
import { townOf } from './town.ts'
import { count, decimal, money, titled } from './words.ts'

type Comparacao = NonNullable<RespostaEstatisticas['comparacao']>

/** What was compared, and where: the answer itself does not repeat the question. */
export interface AskedGroups {
  municipio?: string | undefined
  municipios?: string | undefined
  raio?: number | undefined
}

/** `Álcool (etanol) por município de Alagoas, da menor mediana à maior`. */
export function groupsTitle(
  { por, combustivel }: Comparacao,
  grupos: readonly Grupo[],
  { municipio, municipios, raio }: AskedGroups,
): string {
  const fuel = fuelOf(combustivel).nome
  const [first] = grupos
  const town = first ? townOf(first) : titled(municipio ?? '')
  if (raio !== undefined) return `${fuel} a até ${decimal(raio)} km do centro de ${town}, em linha reta`
  if (por === 'bairro') return `${fuel} por bairro de ${town}, da menor mediana à maior`
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
export function cheaperNearby(combustivel: Slug, grupos: readonly Grupo[]): string | undefined {
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
  if (own.precoMinimo === null) return `Em ${here} não há preço; ${there}.`
  if (cheapest.precoMinimo >= own.precoMinimo)
    return `O menor preço é o de ${here} mesmo: ${money(own.precoMinimo)}.`
  return `${there}, ${money(own.precoMinimo - cheapest.precoMinimo)} menos que o menor de ${here} (${money(own.precoMinimo)}).`
}
