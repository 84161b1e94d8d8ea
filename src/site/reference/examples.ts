import { rotas } from '../../domain/questions/routes.ts'
import { GasolinaError } from '../../errors.ts'
import type { Html } from '../markup/html.ts'
import { html } from '../markup/html.ts'
import type { Sources } from '../request/view.ts'
import { pedido } from '../request/view.ts'
import type { Operation } from '../request/api-description.ts'

/** Example addresses of a route, with the CNPJ of a station served. */
export async function examplesOf({ query, links }: Sources, { operationId }: Operation): Promise<string[]> {
  const examples: readonly string[] = rotas.find(({ nome }) => nome === operationId)?.exemplos ?? []
  const cnpj = examples.some(needsStation) ? await knownStation(query) : undefined
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

/** undefined before the first collection. */
async function knownStation(query: Sources['query']): Promise<string | undefined> {
  try {
    const { conteudo } = await query.postos(pedido('postos', { limite: 1 }))
    return conteudo[0]?.estabelecimento.cnpj
  } catch (error) {
    if (error instanceof GasolinaError && error.codigo === 'dados_indisponiveis') return undefined
    throw error
  }
}
