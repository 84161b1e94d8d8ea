import type { Entrada } from '../../domain/answers/precos.ts'
import type { PostoServido } from '../../domain/answers/common.ts'
import type { RespostaPosto } from '../../domain/answers/posto.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import type { Doubts } from '../words/doubts.ts'
import { inBrackets } from '../words/doubts.ts'
import { reais } from '../words/figures.ts'
import { stationName, townName } from '../words/names.ts'
import { streetOf } from '../../format/words/names.ts'
import type { Sources } from '../request/view.ts'

type Links = Pick<Sources, 'links'>

/** `Gasolina comum em Maceió: desde R$ 5,69`; `of`: words before the price. */
export function headlineOf(
  title: string,
  price: number | null | undefined,
  { of = 'desde', doubts }: { of?: string | undefined; doubts?: Doubts | null | undefined } = {},
): string {
  return typeof price === 'number' ? `${title}: ${of} ${reais(price)}${inBrackets(doubts)}` : title
}

/** schema.org of a list. */
export function itemList(entries: readonly Entrada[], { links }: Links): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: entries.slice(0, 10).map(({ estabelecimento }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name: stationName(estabelecimento),
      url: links.absolute(links.station(estabelecimento.cnpj)),
    })),
  }
}

/** schema.org of a station and its prices; only an exact place, only believed prices. */
export function gasStation({ estabelecimento, combustiveis }: RespostaPosto, { links }: Links): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'GasStation',
    name: stationName(estabelecimento),
    url: links.absolute(links.station(estabelecimento.cnpj)),
    ...(estabelecimento.telefone !== null && { telephone: estabelecimento.telefone }),
    address: addressOf(estabelecimento),
    ...pointOf(estabelecimento),
    makesOffer: Object.entries(combustiveis).flatMap(([slug, { produto, suspeito }]) =>
      suspeito ? [] : [offer(slug as Slug, produto.venda)],
    ),
  }
}

function offer(
  slug: Slug,
  { valorDeclarado, dataVenda }: { valorDeclarado: number; dataVenda: string },
): object {
  const { nome, unidade } = fuelOf(slug)
  return {
    '@type': 'Offer',
    itemOffered: { '@type': 'Product', name: nome },
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price: valorDeclarado,
      priceCurrency: 'BRL',
      unitCode: unidade === 'M3' ? 'MTQ' : 'LTR',
      validFrom: dataVenda,
    },
  }
}

function addressOf(posto: PostoServido): object {
  const { cep } = posto.endereco
  return {
    '@type': 'PostalAddress',
    streetAddress: streetOf(posto),
    addressLocality: townName(posto),
    addressRegion: 'AL',
    ...(cep !== '' && { postalCode: cep }),
    addressCountry: 'BR',
  }
}

function pointOf({ endereco: { localizacao } }: PostoServido): object {
  if (localizacao?.precisao !== 'exata') return {}
  const { latitude, longitude } = localizacao
  return { geo: { '@type': 'GeoCoordinates', latitude, longitude } }
}
