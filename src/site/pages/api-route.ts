import { type Html, html, fact } from '../markup/html.ts'
import { type Content, type Sources, pedido } from '../request/page-interfaces.ts'
import * as api from '../reference/api-description.ts'
import { rotas } from '../../domain/questions/routes.ts'

export async function apiRoutePage(sources: Sources, { path, operation }: api.Route): Promise<Content> {
  const { links } = sources
  const description = sources.describeApi()
  const answers = api.answersOf(operation, description)
  const found = answers.filter(({ status }) => status.startsWith('2'))
  const others = answers.filter(({ status }) => !status.startsWith('2'))
  const { summary, parameters = [], operationId } = operation
  const examples = await examplesOf(sources, operationId)
  return {
    title: `${operationId}: ${path}`,
    description: `${summary}: parâmetros, resposta, erros e exemplos.`,
    path: links.page(`desenvolvedores/${operationId}/`),
    main: html`<article class="reference">
      <div class="intro">
        <p class="crumbs"><a href="${links.page('desenvolvedores/')}#rotas">Todas as rotas</a></p>
        <h1><span class="method">GET</span> ${breakable(path)}</h1>
        <p class="lead">${summary}.</p>
      </div>
      ${examples.length > 0 && html`<h2>Experimente</h2>`}
      ${examples.map((address) => liveExample(links, address))}
      ${parameters.length > 0 && parameterList(parameters, description)}
      ${found.map(({ answer }) => bodyOf(answer, description))}
      <h2>Outras respostas</h2>
      <dl class="facts">
        ${others.map(({ status, answer }) => fact(status === 'default' ? 'Qualquer outra' : status, `${answer.description}.`))}
      </dl>
    </article>`,
  }
}

/** Lines break at slashes. */
function breakable(path: string): Html {
  const [first, ...others] = path.split('/')
  return html`${first}${others.map((part) => html`/<wbr />${part}`)}`
}

function parameterList(parameters: readonly api.Parameter[], { components }: api.ApiDescription): Html {
  return html`<h2>Parâmetros</h2>
    ${fieldList(
      parameters.map(({ name, required, description, schema = {}, example }) => ({
        path: name,
        type: html`<span
          >${schema.enum ? 'texto' : api.typeOf(schema, components.schemas)}${required && ', obrigatório'}</span
        >`,
        description: html`${description} ${told('Padrão', schema.default)}
        ${example !== schema.default && told('Exemplo', example)}`,
      })),
    )}`
}

function fieldList(fields: readonly Readonly<Record<keyof api.Field, Html | string>>[]): Html {
  return html`<dl class="fields">
    ${fields.map(
      ({ path, type, description }) =>
        html`<dt><code>${path}</code> ${type}</dt>
          <dd>${description}</dd>`,
    )}
  </dl>`
}

function told(what: string, value: unknown): Html | undefined {
  return value === undefined ? undefined : html`<span>${what}: <code>${String(value)}</code>.</span>`
}

/** Members of the JSON answer; other forms by name. */
function bodyOf({ content = {} }: api.DescribedAnswer, { components }: api.ApiDescription): Html {
  const { schema, examples = {} } = content['application/json'] ?? {}
  const fields = schema ? api.fieldsOf(schema, components.schemas) : []
  const [shown] = Object.values(examples).map(({ value }) => value)
  return html`<h2>Resposta</h2>
    <p>200, em ${Object.keys(content).map((type, i) => html`${i > 0 && ' ou '}<code>${type}</code>`)}.</p>
    ${shown !== undefined && code(typeof shown === 'string' ? shown : JSON.stringify(shown, null, 2))}
    ${fields.length > 0 && fieldList(fields)}`
}

/** Example addresses of a route, with the CNPJ of a station served; none is known before the first collection. */
async function examplesOf({ query, links, version }: Sources, operationId: string): Promise<string[]> {
  const examples: readonly string[] = rotas.find(({ nome }) => nome === operationId)?.exemplos ?? []
  const known =
    version() && examples.some(needsStation) ? await query.postos(pedido('postos', { limite: 1 })) : undefined
  const cnpj = known?.conteudo[0]?.estabelecimento.cnpj
  return examples
    .filter((example) => cnpj !== undefined || !needsStation(example))
    .map((example) => links.program(example.replace('{cnpj}', cnpj ?? '')))
}

/** An address as a link and as a curl command. */
export function liveExample(links: Sources['links'], address: string): Html {
  return html`<div class="example">
    ${code(`curl '${links.absolute(address)}'`)}
    <a href="${address}" aria-label="Abrir ${address}">Abrir</a>
  </div>`
}

export function code(lines: string): Html {
  return html`<pre><code>${lines}</code></pre>`
}

function needsStation(example: string): boolean {
  return example.includes('{cnpj}')
}
