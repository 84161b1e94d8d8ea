import { WINDOW_DAYS } from '../../domain/facts/rules.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import { addDays, dayOf } from '../../domain/basics/time.ts'
import { FONTE_URL, marked } from '../../format/words/source-words.ts'
import type { Sources } from '../request/view.ts'

type Site = Pick<Sources, 'links' | 'attribution'> & { query: Pick<Sources['query'], 'source'> }

interface Described {
  name: string
  description: string
  /** Address of its page. */
  page: string
  atualizadoEm: string | null
  /** Days of coverage; undefined: since the first collection. */
  days?: number
  downloads: readonly Download[]
}

interface Download {
  name: string
  encodingFormat: string
  path: string
}

/** schema.org of one fuel's files. */
export function fuelDataset(slug: Slug, atualizadoEm: string | null, site: Site): object {
  const { nome } = fuelOf(slug)
  const { often } = site.query.source()
  const file = (extension: string, encodingFormat: string): Download => ({
    name: `${nome} em ${extension === 'geojson' ? 'GeoJSON' : extension.toUpperCase()}`,
    encodingFormat,
    path: `dados/${slug}.${extension}`,
  })
  return dataset(
    {
      name: `${nome} em Alagoas: preço em cada posto`,
      description: `A última venda de ${nome} em cada posto de Alagoas nos últimos ${WINDOW_DAYS} dias: preço, hora, posto e lugar, com os preços suspeitos marcados.${often && ` Atualizado ${often}.`}`,
      page: site.links.fuel(slug),
      atualizadoEm,
      days: WINDOW_DAYS,
      downloads: [
        file('json', 'application/json'),
        file('csv', 'text/csv'),
        file('geojson', 'application/geo+json'),
      ],
    },
    site,
  )
}

/** schema.org of all files. Monthly files are renamed when a month ends, so only the package is named. */
export function wholeDataset(atualizadoEm: string | null, site: Site): object {
  const { often } = site.query.source()
  return dataset(
    {
      name: 'Preços de combustíveis em Alagoas, por posto',
      description: `Os preços dos seis combustíveis em cada posto de Alagoas${often && `, ${often}`}, e todas as vendas vistas, mês a mês, em Parquet e em CSV.`,
      page: site.links.page('desenvolvedores/'),
      atualizadoEm,
      downloads: [
        { name: 'Os seis combustíveis agora, em CSV', encodingFormat: 'text/csv', path: 'dados/todos.csv' },
        {
          name: 'Data Package com os arquivos de vendas de cada mês, em Parquet e em CSV',
          encodingFormat: 'application/json',
          path: 'dados/historico/datapackage.json',
        },
      ],
    },
    site,
  )
}

function dataset(
  { name, description, page, atualizadoEm, days, downloads }: Described,
  { links, attribution }: Site,
): object {
  const { demonstracao, aviso, licenca, atribuicao } = attribution
  const home = links.absolute(links.page(''))
  const service = { '@type': 'Organization', name: 'gasolina', url: home }
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    // Marked, as catalogues of data show the name alone.
    name: marked(name, attribution),
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
      temporalCoverage: spanOf(dayOf(atualizadoEm), days),
    }),
    spatialCoverage: { '@type': 'Place', name: 'Alagoas, Brasil' },
    distribution: downloads.map(({ name: of, encodingFormat, path }) => ({
      '@type': 'DataDownload',
      name: of,
      encodingFormat,
      contentUrl: links.absolute(links.page(path)),
    })),
  }
}

/** An ISO 8601 interval of days. */
function spanOf(until: string, days: number | undefined): string {
  return `${days === undefined ? '..' : addDays(until, -days)}/${until}`
}
