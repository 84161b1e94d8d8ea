import type { CallToolResult, Implementation } from '@modelcontextprotocol/server'
import { SERVER_INFO_META_KEY, Server } from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import { quote } from '../domain/basics/text.ts'
import { SECOND } from '../domain/basics/time.ts'
import { VERSION } from '../domain/basics/version.ts'
import { GasolinaError } from '../errors.ts'
import type { Query } from '../query/query.ts'
import { UNKNOWN_SOURCE } from '../format/words/source-words.ts'
import type { Log } from './tools/errors.ts'
import { toProtocolError, toToolError } from './tools/errors.ts'
import { icon } from './icon.ts'
import { instructionsOf } from './instructions.ts'
import { completePrompt, getPrompt, promptList } from './prompts.ts'
import { completeResource, readResource, resourceList, resourceTemplates } from './resources.ts'
import type { Arguments, Tool } from './tools/tool.ts'
import { toDefinition } from './tools/tool.ts'
import { estatisticas } from './tools/estatisticas.ts'
import { historico } from './tools/historico.ts'
import { posto } from './tools/posto.ts'
import { precos } from './tools/precos.ts'

export interface McpDeps {
  query: Query
  /** Base of every link, without a final slash. */
  urlBase: string
  /** The public site to name in attribution. */
  site: string
  /** A sentence: what the data is, where it comes from and how often; asked anew for each server. */
  describe?: () => string
  /** Told what nobody expected; nothing of it reaches a client. */
  log: Log
  /** Seconds for which what is answered now holds; without it nothing may be kept. */
  holding?: () => number
}

/** The protocol's two eras: up to 2025-11-25, begun with `initialize`, and from 2026-07-28 on, without any beginning. */
export type Era = 'legacy' | 'modern'

const tools: readonly Tool[] = [precos, posto, historico, estatisticas]
const MAX_COMPLETIONS = 100
const NAME = 'gasolina'

/** In the newer era each result says who made it; the icon is told once, when a client asks what is served. */
export const signature = { [SERVER_INFO_META_KEY]: { name: NAME, version: VERSION } }

/** What the newer era's clients may keep, each with the time for which it holds. */
const KEPT = [
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'server/discover',
] as const

/**
 * Makes servers: one per connection, or per request over HTTP, so that no client sees another's ids. What costs
 * (schemas, definitions, the validator) is made here, once; a server is then a few closures. The SDK's own McpServer
 * would register and convert every tool anew each time, and hand thrown messages on to the model.
 */
export function createServerFactory(deps: McpDeps): (era: Era) => Server {
  const { query, urlBase, site, log, describe = () => UNKNOWN_SOURCE, holding = () => 0 } = deps
  const info: Implementation = {
    name: NAME,
    title: 'Gasolina: preços de combustíveis em Alagoas',
    version: VERSION,
    websiteUrl: site,
    icons: [icon],
  }
  const options = {
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    jsonSchemaValidator: new AjvJsonSchemaValidator(),
  }
  const context = { query, urlBase }
  const byName = new Map(tools.map((tool) => [tool.name as string, tool]))
  const definitions = { tools: tools.map(toDefinition) }

  async function call(name: string, args: Arguments): Promise<CallToolResult> {
    const tool = byName.get(name)
    if (!tool) throw unknownTool(name)
    try {
      return await tool.handler(args, context)
    } catch (error) {
      return toToolError(error, log)
    }
  }

  async function complete({ ref, argument }: Completion) {
    const values =
      ref.type === 'ref/prompt'
        ? await completePrompt(ref.name, argument.name, argument.value, query)
        : await completeResource(ref.uri, argument.name, argument.value, query)
    return {
      completion: {
        values: values.slice(0, MAX_COMPLETIONS),
        total: values.length,
        hasMore: values.length > MAX_COMPLETIONS,
      },
    }
  }

  /** Whatever a handler throws leaves as a sentence of ours. */
  function told<P, R>(handler: (request: P) => R | Promise<R>): (request: P) => Promise<R> {
    return async (request) => {
      try {
        return await handler(request)
      } catch (error) {
        throw toProtocolError(error, log)
      }
    }
  }

  /** The same for everybody, until the next publication. */
  function kept(): { ttlMs: number; cacheScope: 'public' } {
    return { ttlMs: holding() * SECOND, cacheScope: 'public' }
  }

  return (era) => {
    const cacheHints = era === 'modern' ? Object.fromEntries(KEPT.map((method) => [method, kept()])) : {}
    const server = new Server(info, {
      ...options,
      instructions: instructionsOf({ site, source: describe() }),
      cacheHints,
    })
    server.setRequestHandler('tools/list', () => definitions)
    server.setRequestHandler(
      'tools/call',
      told(async ({ params }) => {
        const result = await call(params.name, params.arguments ?? {})
        return era === 'modern' ? { ...result, _meta: { ...result._meta, ...signature } } : result
      }),
    )
    server.setRequestHandler('resources/list', () => ({ resources: [...resourceList] }))
    server.setRequestHandler('resources/templates/list', () => ({
      resourceTemplates: [...resourceTemplates],
    }))
    server.setRequestHandler(
      'resources/read',
      told(async ({ params }) => ({
        ...(await readResource(params.uri, query)),
        ...(era === 'modern' && kept()),
      })),
    )
    server.setRequestHandler('prompts/list', () => ({ prompts: [...promptList] }))
    server.setRequestHandler(
      'prompts/get',
      told(({ params }) => getPrompt(params.name, params.arguments)),
    )
    server.setRequestHandler(
      'completion/complete',
      told(({ params }) => complete(params)),
    )
    return server
  }
}

interface Completion {
  ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string }
  argument: { name: string; value: string }
}

function unknownTool(name: string): GasolinaError {
  const names = tools.map((tool) => tool.name).join(', ')
  return new GasolinaError(
    'parametro_invalido',
    `A ferramenta '${quote(name)}' não existe. Use uma de: ${names}.`,
  )
}
