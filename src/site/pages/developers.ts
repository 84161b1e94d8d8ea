import { type Html, filled, html, intro, raw } from '../markup/html.ts'
import { written } from '../../domain/facts/rules.ts'
import { ferramentas } from '../../domain/questions/routes.ts'
import { joined } from '../../format/words/formatting.ts'
import { titled } from '../../format/words/names.ts'
import type { Asked, Content, Moved, Sources, View } from '../request/page-interfaces.ts'
import { type RouteGroup, groupsOf, routesOf } from '../reference/api-description.ts'
import { apiRoutePage, code, liveExample } from './api-route.ts'
import { wholeDataset } from '../discovery/schema-org.ts'
import prose from './developers.json' with { type: 'json' }

/** `desenvolvedores/`, and a page for each route of the API: `desenvolvedores/precos/`. */
export function readReference({ path: [, name, ...rest], sources }: Asked): View | Moved | undefined {
  const { links, describeApi } = sources
  if (rest.length > 1 || (rest[0] ?? '') !== '') return undefined
  if (name === undefined) return { to: links.page('desenvolvedores/') }
  if (name === '') return { key: 'desenvolvedores', write: async () => developersPage(sources) }
  const route = routesOf(describeApi()).find(({ operation }) => operation.operationId === name)
  if (!route) return undefined
  if (rest.length === 0) return { to: links.page(`desenvolvedores/${name}/`) }
  return { key: `rota ${name}`, write: () => apiRoutePage(sources, route) }
}

const LEAD = html`<p class="lead">
  Os mesmos números destas páginas, para o seu programa: sem chave, sem cadastro, de qualquer origem. A única
  condição é citar a fonte.
</p>`

/** Documentation for programs: HTTP, TypeScript, MCP, terminal, and links to every route. Its prose is in `developers.json`. */
function developersPage(sources: Sources): Content {
  const { query, links, attribution, version } = sources
  const description = sources.describeApi()
  const atualizadoEm = version() ? query.saude().atualizadoEm : null
  const server = links.absolute(links.program('')).replace(/\/$/, '')
  const example = (address: string) => liveExample(links, address)
  const values = {
    maceio: example(links.api('precos', { municipio: 'maceio', limite: 3 })),
    ponto: example(links.api('precos', { combustivel: 'alcool', lat: -9.66, lon: -35.71, raio: 3 })),
    todos: example(links.page('dados/todos.csv')),
    mudancas: links.page('desenvolvedores/mudancas/'),
    versao: description.info.version,
    openapi: links.api('openapi.json'),
    rotas: html`${groupsOf(description).map((group) => routeList(links, group))}`,
    erro: code(`curl '${links.absolute(links.api('precos', { combustivel: 'querosene' }))}'`),
    cliente: code(exampleOf('client', server)),
    quantas: titled(written(ferramentas.length)),
    ferramentas: raw(joined(ferramentas.map((name) => `<code>${name}</code>`))),
    mcp: code(`${server}/mcp`),
    claude: code(`claude mcp add --transport http gasolina ${server}/mcp`),
    programa: code(exampleOf('mcp', server)),
    terminal: code(exampleOf('terminal', server)),
    licenca: attribution.licenca,
    atribuicao: attribution.atribuicao,
  }
  return {
    title: 'Para desenvolvedores',
    description:
      'A API aberta, o cliente em TypeScript, o servidor MCP e a linha de comando, com exemplos que funcionam.',
    path: links.page('desenvolvedores/'),
    data: [wholeDataset(atualizadoEm, sources)],
    main: html`${intro('Para desenvolvedores', LEAD)}
      <div class="reference">
        <nav class="contents" aria-label="Nesta página">
          <ul>
            ${Object.entries(prose.contents).map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}
          </ul>
        </nav>
        <article>${filled(prose.body, values)}</article>
      </div>`,
  }
}

function routeList(links: Sources['links'], { name, description, routes }: RouteGroup): Html {
  return html`<section>
    <h3>${name}</h3>
    ${description && html`<p>${description}</p>`}
    <ul class="routes">
      ${routes.map(
        ({ path, operation: { operationId, summary } }) =>
          html`<li>
            <a href="${links.page(`desenvolvedores/${operationId}/`)}"><code>${path}</code></a>
            <span>${summary}</span>
          </li>`,
      )}
    </ul>
  </section>`
}

function exampleOf(program: keyof typeof prose.examples, server: string): string {
  return prose.examples[program].join('\n').replaceAll('{server}', server)
}
