import { fold } from '../../domain/basics/text.ts'
import type { PostoServido } from '../../domain/answers/shared-schemas.ts'
import { USUAL_FUEL } from '../../domain/facts/rules.ts'
import { type Achados, isFound } from '../../query/search/meanings.ts'
import { withoutFillers } from '../../query/search/phrase.ts'
import type { LugarAchado } from '../../query/places/found-places.ts'
import { type Addresses as Links } from '../request/addresses.ts'

/** Address of the only place or station of exactly this name; undefined if the notes would be lost. */
export function soleAddress(found: Achados, q: string, links: Links): string | undefined {
  const { combustivel, bandeira, estado, lugares, marcos, postos, parecidos, outros, pontos, observacoes } =
    found
  if (parecidos || observacoes.length > 0) return undefined
  const [marco, ...moreMarcos] = marcos
  if (marco !== undefined)
    return moreMarcos.length === 0 && !outros && !isFound({ ...found, marcos: [] })
      ? aroundOf(marco, found, links)
      : undefined
  const [place, ...others] = lugares
  const [station, ...more] = postos
  // Beside a fuel alone a station of such a name is not meant.
  if (estado && !place && (combustivel || !station)) return ofState(found, links)
  if (station && !place && more.length === 0)
    return isCalled(station, q) ? links.station(station.cnpj) : undefined
  if (!place?.exato || others.length > 0) return undefined
  if (place.observacoes.length > 0 && place.palavras === undefined) return undefined
  if (!outros) return addressOf(place, found, links)
  // All fuels of a town are on one page.
  const isTown = !bandeira && place.bairro === undefined && !pontos
  return isTown ? links.allFuels(place.municipio) : undefined
}

/** By its CNPJ, its trade name, or words of this before others of its place: `rpm antares`. */
function isCalled({ cnpj, nomeFantasia, endereco }: PostoServido, q: string): boolean {
  const [name, asked] = [fold(nomeFantasia), fold(q)]
  if ([name, cnpj].some((each) => each === asked || each === asked.replaceAll(' ', ''))) return true
  const own = new Set(name.split(' '))
  const place = new Set(fold(`${endereco.bairro} ${endereco.municipio}`).split(' '))
  const words = fold(withoutFillers(q)).split(' ')
  const others = words.filter((word) => !own.has(word))
  return (
    others.length < words.length &&
    words.some((word) => place.has(word)) &&
    others.every((word) => place.has(word))
  )
}

/** The list of the whole state. */
function ofState({ combustivel, bandeira, outros }: Achados, links: Links): string | undefined {
  if (outros) return undefined
  return links.fuel(combustivel ?? USUAL_FUEL, { bandeira: bandeira?.slug })
}

export function aroundOf(perto: string, found: Achados, links: Links): string {
  const { combustivel, bandeira } = found
  return links.page('perto/', { perto, combustivel, bandeira: bandeira?.slug })
}

/** With the reader's own words, if the page explains how it understood them. */
export function addressOf(place: LugarAchado, found: Achados, links: Links): string {
  const { municipio, bairro, palavras } = place
  const { combustivel = USUAL_FUEL, bandeira, pontos = [] } = found
  const [ponto] = pontos
  return ponto
    ? aroundOf(ponto, found, links)
    : links.town(combustivel, municipio, { bairro: palavras ?? bairro, bandeira: bandeira?.slug })
}
