import type { PostoServido } from '../../domain/answers/shared-schemas.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import type { Ponto } from '../../domain/geo/distances.ts'
import { kmTo } from '../../format/words/directions.ts'
import { punctuatedCnpj } from '../../format/words/formatting.ts'
import { townOf } from '../../format/words/names.ts'
import type { FuelList } from '../lists/fuel-list.ts'
import { nearestTo } from '../lists/radius-and-route.ts'
import type { Place } from '../places/find-place.ts'
import { lastHours } from './late-sales.ts'
import type { PriceQuestion } from './price-question.ts'

/** A sentence, or one on a station: this by its CNPJ, as its name and address, which it wrote itself, stand in fields alone. */
export type Note = string | NearestNote

export interface NearestNote {
  sentence: string
  posto: PostoServido
}

/** The sentences, and the station that one of them is on. */
export function toldIn(notes: readonly Note[]) {
  const nearest = notes.find((note) => typeof note !== 'string')
  return {
    observacoes: notes.map((note) => (typeof note === 'string' ? note : note.sentence)),
    ...(nearest && { postoMaisPerto: named(nearest.posto) }),
  }
}

function named({ cnpj, nomeFantasia, endereco: { bairro, municipio } }: PostoServido) {
  return { cnpj, nomeFantasia, bairro, municipio }
}

/** The nearest station of `among`, which a larger radius or another place would find; of the place asked for where they are its own. */
export function nearestStationNote(
  { slug, horas, bandeira, cnpjs }: Partial<PriceQuestion> & Pick<PriceQuestion, 'slug'>,
  list: FuelList,
  centres: readonly Ponto[],
  among: readonly number[],
  place?: Place,
): NearestNote | undefined {
  const [nearest] = centres
    .flatMap((centre) => nearestTo(list, centre, among) ?? [])
    .toSorted((a, b) => (a.metres ?? 0) - (b.metres ?? 0))
  const posto = nearest && list.entries[nearest.at]?.estabelecimento
  if (!posto) return undefined
  const sells = horas === undefined ? 'vende' : `vendeu`
  const since = horas === undefined ? '' : ` ${lastHours(horas)}`
  const { endereco } = posto
  const which = [
    cnpjs && 'pedidos',
    bandeira !== undefined && 'da bandeira pedida',
    place && place.lugar.ambito !== 'estado' && 'do lugar pedido',
  ].filter(Boolean)
  const sentence = `${which.length > 0 ? `Dos postos ${which.join(' ')}, o` : 'O posto'} mais perto que ${sells} ${fuelOf(slug).nomePopular}${since} fica a ${kmTo(posto, (nearest.metres ?? 0) / 1000)}, em ${townOf(endereco)}: CNPJ ${punctuatedCnpj(posto.cnpj)}.`
  return { sentence, posto }
}
