import type { RespostaPosto } from '../../domain/answers/posto.ts'
import { BRANCA } from '../../domain/registry/registry.ts'
import { type Slug, fuelOf, slugs } from '../../domain/facts/fuels.ts'
import { streetOf, stationName, townOf } from '../../format/words/names.ts'
import type { Sources } from '../request/page-interfaces.ts'
import { WINDOW_DAYS, written } from '../../domain/facts/rules.ts'
import { addDays, dayOf } from '../../domain/basics/time.ts'
import { FONTE_URL, markedAsDemonstration } from '../../format/words/source-words.ts'

/** schema.org of a station and its prices; only an exact place, only believed prices. */
export function gasStation({ estabelecimento: posto, combustiveis }: RespostaPosto, { links }: Sources) {
  const { bandeira, bandeiraNome } = posto
  const { cep, localizacao } = posto.endereco
  return {
    '@context': 'https://schema.org',
    '@type': 'GasStation',
    name: stationName(posto),
    url: links.absolute(links.station(posto.cnpj)),
    telephone: posto.telefone ?? undefined,
    // None of a station without a contract with one distributor.
    ...(bandeiraNome && bandeira !== BRANCA && { brand: { '@type': 'Brand', name: bandeiraNome } }),
    address: {
      '@type': 'PostalAddress',
      streetAddress: streetOf(posto),
      addressLocality: townOf(posto.endereco),
      addressRegion: 'AL',
      ...(cep !== '' && { postalCode: cep }),
      addressCountry: 'BR',
    },
    ...(localizacao?.precisao === 'exata' && {
      geo: { '@type': 'GeoCoordinates', latitude: localizacao.latitude, longitude: localizacao.longitude },
    }),
    makesOffer: Object.values(combustiveis)
      .filter(({ suspeito }) => !suspeito)
      .map(({ nomePopular, produto: { venda, unidadeMedida } }) => ({
        '@type': 'Offer',
        itemOffered: { '@type': 'Product', name: nomePopular },
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price: venda.valorDeclarado,
          priceCurrency: 'BRL',
          unitCode: unidadeMedida === 'M3' ? 'MTQ' : 'LTR',
          validFrom: venda.dataVenda,
        },
      })),
  }
}

type Site = Pick<Sources, 'links' | 'attribution'> & { query: Pick<Sources['query'], 'source'> }

interface Described {
  name: string
  description: string
  page: string
  atualizadoEm: string | null
  /** Days of coverage; undefined: since the first collection. */
  days?: number
  downloads: readonly (readonly [name: string, encodingFormat: string, path: string])[]
}

export function fuelDataset(slug: Slug, atualizadoEm: string | null, site: Site): object {
  const { nomePopular: nome } = fuelOf(slug)
  const { often } = site.query.source()
  return dataset(site, {
    name: `${nome} em Alagoas: preço em cada posto`,
    description: `A última venda de ${nome} em cada posto de Alagoas nos últimos ${WINDOW_DAYS} dias: preço, hora, posto e lugar, com os preços suspeitos marcados.${often && ` Atualizado ${often}.`}`,
    page: site.links.fuel(slug),
    atualizadoEm,
    days: WINDOW_DAYS,
    downloads: [
      [`${nome} em JSON`, 'application/json', `dados/${slug}.json`],
      [`${nome} em CSV`, 'text/csv', `dados/${slug}.csv`],
      [`${nome} em GeoJSON`, 'application/geo+json', `dados/${slug}.geojson`],
    ],
  })
}

/** schema.org of all files. Monthly files are renamed when a month ends, so only the package is named. */
export function wholeDataset(atualizadoEm: string | null, site: Site): object {
  const { often } = site.query.source()
  return dataset(site, {
    name: 'Preços de combustíveis em Alagoas, por posto',
    description: `Os preços dos ${written(slugs.length)} combustíveis em cada posto de Alagoas${often && `, ${often}`}, e todas as vendas vistas, mês a mês, em Parquet e em CSV.`,
    page: site.links.page('desenvolvedores/'),
    atualizadoEm,
    downloads: [
      [`Os ${written(slugs.length)} combustíveis agora, em CSV`, 'text/csv', 'dados/todos.csv'],
      [
        'Data Package com os arquivos de vendas de cada mês, em Parquet e em CSV',
        'application/json',
        'dados/historico/datapackage.json',
      ],
    ],
  })
}

function dataset({ links, attribution }: Site, described: Described): object {
  const { name, description, page, atualizadoEm, days, downloads } = described
  const { demonstracao, aviso, licenca, atribuicao } = attribution
  const home = links.absolute(links.page(''))
  const service = { '@type': 'Organization', name: 'gasolina', url: home }
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    // Marked, as catalogues of data show the name alone.
    name: markedAsDemonstration(name, attribution),
    description: aviso === undefined ? description : `${aviso} ${description}`,
    url: links.absolute(page),
    license: { '@type': 'CreativeWork', name: licenca, url: links.absolute(links.page('sobre/')) },
    creditText: atribuicao,
    isAccessibleForFree: true,
    creator: demonstracao
      ? service
      : { '@type': 'GovernmentOrganization', name: 'SEFAZ/AL, Economiza Alagoas', url: FONTE_URL },
    publisher: service,
    ...(atualizadoEm !== null && {
      dateModified: atualizadoEm,
      // An ISO 8601 interval of days.
      temporalCoverage: `${days === undefined ? '..' : addDays(dayOf(atualizadoEm), -days)}/${dayOf(atualizadoEm)}`,
    }),
    spatialCoverage: { '@type': 'Place', name: 'Alagoas, Brasil' },
    distribution: downloads.map(([of, encodingFormat, path]) => ({
      '@type': 'DataDownload',
      name: of,
      encodingFormat,
      contentUrl: links.absolute(links.page(path)),
    })),
  }
}
