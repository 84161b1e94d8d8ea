import { type Html, html, raw } from '../markup/html.ts'
import { written } from '../../domain/facts/rules.ts'
import { ferramentas } from '../../domain/questions/routes.ts'
import { joined } from '../../format/words/formatting.ts'
import { titled } from '../../format/words/names.ts'
import type { Asked, Content, Moved, Sources, View } from '../request/view.ts'
import { type RouteGroup, groupsOf, routesOf } from '../reference/api-description.ts'
import { apiRoutePage, code, liveExample } from './api-route.ts'
import { wholeDataset } from '../found/schema-org.ts'

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

/** Documentation for programs: HTTP, TypeScript, MCP, terminal, and links to every route. */
function developersPage(sources: Sources): Content {
  const { query, links, attribution, version } = sources
  const description = sources.describeApi()
  // null before the first collection.
  const atualizadoEm = version() ? query.saude().atualizadoEm : null
  const server = links.absolute(links.program('')).replace(/\/$/, '')
  const example = (address: string) => liveExample(links, address)
  return {
    title: 'Para desenvolvedores',
    description:
      'A API aberta, o cliente em TypeScript, o servidor MCP e a linha de comando, com exemplos que funcionam.',
    path: links.page('desenvolvedores/'),
    data: [wholeDataset(atualizadoEm, sources)],
    main: html`<div class="intro">
        <h1>Para desenvolvedores</h1>
        <p class="lead">
          Os mesmos números destas páginas, para o seu programa: sem chave, sem cadastro, de qualquer origem.
          A única condição é citar a fonte.
        </p>
      </div>
      <div class="reference">
        <nav class="contents" aria-label="Nesta página">
          <ul>
            ${CONTENTS.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}
          </ul>
        </nav>
        <article>
          <h2 id="http">HTTP</h2>
          <p>
            Toda rota responde a um GET, em JSON; listas e séries também em CSV, com <code>formato=csv</code>.
            Os três mais baratos de Maceió:
          </p>
          ${example(links.api('precos', { municipio: 'maceio', limite: 3 }))}
          <p>Perto de um ponto, em quilômetros:</p>
          ${example(links.api('precos', { combustivel: 'alcool', lat: -9.66, lon: -35.71, raio: 3 }))}
          <p>Tudo de uma vez, os seis combustíveis numa planilha:</p>
          ${example(links.page('dados/todos.csv'))}
          <p>
            Horas são de Maceió, com o fuso escrito; valores, em reais; <code>null</code> é desconhecido. Uma
            resposta vale até a próxima coleta: mande de volta o <code>etag</code> dela em
            <code>if-none-match</code> e, se nada mudou, virá um 304 sem corpo. Para saber só o que mudou, use
            <a href="${links.page('desenvolvedores/mudancas/')}"><code>mudancas</code></a
            >.
          </p>
          <h2 id="rotas">Rotas</h2>
          <p>
            Versão ${description.info.version}. Dentro dela campos podem ser acrescentados, nunca renomeados
            nem retirados. A descrição para máquinas está em
            <a href="${links.api('openapi.json')}">openapi.json</a> (OpenAPI 3.1): dela se gera um cliente em
            qualquer linguagem.
          </p>
          ${groupsOf(description).map((group) => routeList(links, group))}
          <h2 id="erros">Erros</h2>
          <p>
            Um erro diz o que estava errado e o que se aceita, numa frase para gente (<code>message</code>) e,
            parâmetro a parâmetro, para programas (<code>erros</code>). Peça o que não há e veja:
          </p>
          ${code(`curl '${links.absolute(links.api('precos', { combustivel: 'querosene' }))}'`)}
          <h2 id="typescript">TypeScript e JavaScript</h2>
          <p>O pacote traz um cliente com tipos, sem outras dependências, para Node e navegadores:</p>
          ${code(clientExample(server))}
          <h2 id="mcp">Assistentes de IA (MCP)</h2>
          <p>
            ${titled(written(ferramentas.length))} ferramentas com os nomes e parâmetros das rotas:
            ${raw(joined(ferramentas.map((name) => `<code>${name}</code>`)))}. Sem instalar nada, por
            Streamable HTTP:
          </p>
          ${code(`${server}/mcp`)}
          <p>No Claude Code, por exemplo:</p>
          ${code(`claude mcp add --transport http gasolina ${server}/mcp`)}
          <p>Clientes que iniciam um programa usam o pacote instalado:</p>
          ${code(mcpExample(server))}
          <h2 id="terminal">Terminal</h2>
          <p>
            O programa <code>gasolina</code> responde às mesmas perguntas em tabelas, em JSON
            (<code>--json</code>) ou em CSV; com <code>--api</code> pergunta a este servidor:
          </p>
          ${code(cliExample(server))}
          <h2 id="citar">Citar</h2>
          <p>${attribution.licenca} Use a frase que vem em <code>atribuicao</code>, em cada resposta:</p>
          <blockquote><p>${attribution.atribuicao}</p></blockquote>
        </article>
      </div>`,
  }
}

const CONTENTS = [
  ['http', 'HTTP'],
  ['rotas', 'Rotas'],
  ['erros', 'Erros'],
  ['typescript', 'TypeScript'],
  ['mcp', 'Assistentes (MCP)'],
  ['terminal', 'Terminal'],
  ['citar', 'Citar'],
] as const

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

function clientExample(server: string): string {
  return `import { createCliente } from 'gasolina/cliente'

const gasolina = createCliente({ url: '${server}' })
const { conteudo } = await gasolina.precos({ combustivel: 'alcool', municipio: 'maceio', limite: 3 })
for (const { produto, estabelecimento } of conteudo)
  console.log(produto.venda.valorDeclarado, estabelecimento.nomeFantasia)`
}

function mcpExample(server: string): string {
  return JSON.stringify(
    { mcpServers: { gasolina: { command: 'gasolina', args: ['mcp', '--api', server] } } },
    null,
    2,
  )
}

function cliExample(server: string): string {
  return `gasolina precos --municipio maceio --limite 5 --api ${server}
gasolina precos --perto "-9.66,-35.71" --raio 3 --combustivel alcool --api ${server}
gasolina estatisticas --municipio arapiraca --json --api ${server}`
}
