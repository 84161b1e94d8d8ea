import { fold } from '../../domain/basics/text.ts'
import { USUAL_FUEL } from '../../domain/facts/rules.ts'
import { type Achados, isFound } from '../../query/search/meanings.ts'
import type { LugarAchado } from '../../query/places/found-places.ts'
import { type Addresses as Links } from '../request/addresses.ts'
import { RADII, USUAL_KM } from '../request/read-params.ts'

/** Address of the only place or station of exactly this name; undefined if the notes would be lost. */
export function soleAddress(found: Achados, q: string, links: Links): string | undefined {
  const { bandeira, estado, lugares, marcos, postos, parecidos, outros, aoRedor, observacoes } = found
  if (parecidos || observacoes.length > 0) return undefined
  const [marco, ...moreMarcos] = marcos
  if (marco !== undefined)
    return moreMarcos.length === 0 && !outros && !isFound({ ...found, marcos: [] })
      ? aroundOf(marco, found, links)
      : undefined
  const [place, ...others] = lugares
  if (estado && !place) return ofState(found, links)
  const [station, ...more] = postos
  if (station && !place && more.length === 0)
    return [fold(station.nomeFantasia), station.cnpj].some(
      (name) => name === fold(q) || name === fold(q).replaceAll(' ', ''),
    )
      ? links.station(station.cnpj)
      : undefined
  if (!place?.exato || others.length > 0) return undefined
  if (place.observacoes.length > 0 && place.palavras === undefined) return undefined
  if (!outros) return addressOf(place, found, links)
  // All fuels of a town are on one page.
  const isTown = !bandeira && place.bairro === undefined && !aoRedor
  return isTown ? links.allFuels(place.municipio) : undefined
}

/** The list of the whole state; of a distance without a place the page of the reader's own. */
function ofState({ combustivel, bandeira, outros, aoRedor }: Achados, links: Links): string | undefined {
  if (outros) return undefined
  if (aoRedor?.km !== undefined) return links.page('perto/', { combustivel })
  return links.fuel(combustivel ?? USUAL_FUEL, { bandeira: bandeira?.slug })
}

export function aroundOf(perto: string, found: Achados, links: Links): string {
  const { combustivel, bandeira } = found
  return links.page('perto/', { perto, combustivel, raio: radiusOf(found), bandeira: bandeira?.slug })
}

/** The distance asked for as the page offers it, not smaller where one is as large; undefined: the usual one. */
export function radiusOf({ aoRedor }: Achados): number | undefined {
  const km = aoRedor?.km
  const raio = km === undefined ? USUAL_KM : (RADII.find((radius) => radius >= km) ?? RADII.at(-1))
  return raio === USUAL_KM ? undefined : raio
}

/** With the reader's own words, if the page explains how it understood them. */
export function addressOf(place: LugarAchado, found: Achados, links: Links): string {
  const { municipio, bairro, palavras } = place
  const { combustivel = USUAL_FUEL, bandeira, aoRedor } = found
  const [ponto] = aoRedor?.pontos ?? []
  return ponto
    ? aroundOf(ponto, found, links)
    : links.town(combustivel, municipio, { bairro: palavras ?? bairro, bandeira: bandeira?.slug })
}
