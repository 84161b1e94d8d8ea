import { mapInTurns } from '../../domain/basics/event-loop.ts'
import { slices } from '../../domain/basics/lists.ts'
import { combustiveis, slugs } from '../../domain/facts/fuels.ts'
import { written } from '../../domain/facts/rules.ts'
import { ferramentas } from '../../domain/questions/routes.ts'
import { joined } from '../../format/words/formatting.ts'
import { byName } from '../request/addresses.ts'
import { escape } from '../markup/html.ts'
import { type Page, type Sources, pedido } from '../request/page-interfaces.ts'

export function createDiscovery({ query, links, attribution, asset }: Sources, pages: readonly Page[]) {
  const absolute = (path: string) => links.absolute(links.page(path))
  const blocked = pages.flatMap(({ name, engines }) =>
    engines === 'blocked' ? `Disallow: ${links.page(`${name}/`)}?\n` : [],
  )
  return {
    /** The sitemap in pieces of a few milliseconds: a country's has megabytes. */
    async sitemap(): Promise<Iterable<string>> {
      const { conteudo, atualizadoEm } = await query.postos(pedido('postos', {}))
      const towns = new Map(slugs.map((slug) => [slug, new Set<number>()]))
      const stations = await mapInTurns(conteudo, ({ estabelecimento, combustiveis: sold }) => {
        for (const slug of sold) towns.get(slug)?.add(estabelecimento.endereco.codigoIBGE)
        return links.station(estabelecimento.cnpj)
      })
      const addresses = [
        ...pages.flatMap(({ name, engines }) => (engines ? [] : links.page(name && `${name}/`))),
        ...slugs.map((slug) => links.fuel(slug)),
        ...slugs.flatMap((slug) =>
          byName
            .filter(({ codigoIBGE }) => towns.get(slug)?.has(codigoIBGE))
            .map((town) => links.town(slug, town)),
        ),
        ...byName.map((town) => links.allFuels(town)),
        ...stations,
      ]
      return sitemapOf(addresses, atualizadoEm)
    },
    /** Demonstration data is not to be indexed. Crawlers ask for it at the root of the host, which may have other sites. */
    robots: () =>
      attribution.demonstracao
        ? `User-agent: *\nDisallow: ${links.program('/')}\n`
        : `User-agent: *\nAllow: ${links.program('/')}\n${blocked.join('')}\nSitemap: ${links.absolute(links.program('/sitemap.xml'))}\n`,
    llms: () => `# gasolina

> ${query.source().description} ${attribution.licenca}

Cite: ${attribution.atribuicao}

## Perguntar

- [API](${absolute('api/')}): JSON e CSV, sem chave; a própria resposta descreve os endereços
- [OpenAPI](${absolute('api/openapi.json')}): todos os parâmetros e respostas
- [Referência](${absolute('desenvolvedores/')}): as rotas, uma a uma, com exemplos
- [Preços](${absolute('api/precos?combustivel=gasolina-comum&municipio=maceio&limite=10')}): do mais barato ao mais caro, por município, bairro ou raio
- MCP: POST ${links.absolute(links.page('')).replace(/gasolina\/$/, 'mcp')}, com as ferramentas ${joined(ferramentas)}

## Baixar

${combustiveis.map(({ slug, nomePopular }) => `- [${nomePopular}](${absolute(`dados/${slug}.csv`)}): todos os postos, em CSV`).join('\n')}
- [Os ${written(slugs.length)}](${absolute('dados/todos.csv')}): num só CSV, suspeitos no fim

## Ler

- [Como um preço é julgado](${absolute('metodo/')}): suspeitos, confirmação, barato e caro
- [Situação dos dados](${absolute('situacao/')}): quão novos e completos estão
`,
    manifest: () =>
      JSON.stringify({
        name: 'gasolina: preços de combustíveis em Alagoas',
        short_name: 'gasolina',
        lang: 'pt-BR',
        start_url: links.page(''),
        scope: links.page(''),
        display: 'standalone',
        background_color: '#fbfaf7',
        theme_color: '#0b6e6e',
        icons: [
          { src: asset('icon.svg'), sizes: 'any', type: 'image/svg+xml' },
          { src: asset('icon.png'), sizes: '192x192', type: 'image/png', purpose: 'any maskable' },
        ],
        shortcuts: [{ name: 'Perto de mim', url: links.page('perto/') }],
      }),
  }

  function* sitemapOf(paths: Iterable<string>, lastmod: string): Generator<string> {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    for (const some of slices(paths, SLICE))
      yield some
        .map((path) => `<url><loc>${escape(links.absolute(path))}</loc><lastmod>${lastmod}</lastmod></url>\n`)
        .join('')
    yield '</urlset>\n'
  }
}

/** Addresses of one piece of the site map. */
const SLICE = 500
