/**
 * One of the servers that mcp-speed.ts compares: `ours`, the whole HTTP face, or the stateless pattern of the SDK's examples,
 * `plain` for the older era with the SDK's first version, `plain-modern` for the newer one with its second. All have the same
 * tools over the same data, and answer with JSON, which is faster than the SDK's event streams.
 */
import { type IncomingMessage, type RequestListener, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer, ResourceTemplate as FirstTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import {
  createMcpHandler as createSecondHandler,
  McpServer as SecondMcpServer,
  ResourceTemplate as SecondTemplate,
} from '@modelcontextprotocol/server'
import { toNodeHandler } from 'srvx/node'
import { z } from 'zod'
import { createHttp } from '../src/http/create-http.ts'
import { createMcpHandler } from '../src/mcp/protocol/streamable-http.ts'
import { instructionsOf, tools } from '../src/mcp/server.ts'
import { type Ferramenta, ferramentas } from '../src/domain/questions/routes.ts'
import { AGORA } from '../test/demonstration.ts'
import { SITE, URL_BASE, demonstrationWorld, depsOf } from '../test/mcp/world.ts'

const { query, dataset } = await demonstrationWorld()
const clock = () => AGORA
const INFO = { name: 'plain', version: '1' }
const OPTIONS = { instructions: instructionsOf({ site: SITE, source: query.source().description }) }
// Each version knows its own templates only.
const Template = (process.argv[2] === 'plain' ? FirstTemplate : SecondTemplate) as typeof SecondTemplate
const mcp = createMcpHandler({ ...depsOf(query), version: () => dataset.snapshot() })
const config = { fonte: 'demonstracao', urlBase: URL_BASE, site: SITE } as const
const http = createHttp({ query, dataset, config, clock, log: () => {}, mcp })
const listeners: Record<string, RequestListener> = {
  ours: http.listener,
  plain: (req, res) => void plain(req, res),
  'plain-modern': toNodeHandler((request) => modern.fetch(request)) as RequestListener,
}
const modern = createSecondHandler(() => fill(new SecondMcpServer(INFO, OPTIONS)))
const listener = listeners[process.argv[2] ?? '']
if (!listener) throw new Error('ours, plain or plain-modern')

process.on('message', () => process.send?.(process.cpuUsage()))
const server = createServer(listener)
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))

async function plain(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const mcp = getServer()
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  await mcp.connect(transport)
  await transport.handleRequest(req, res)
  res.on('close', () => void mcp.close())
}

/** As in the examples: the server, its schemas and its registrations, written in one function called per request. */
function getServer(): McpServer {
  const mcp = new McpServer(INFO, OPTIONS)
  // Both versions register alike; only the types of their results differ.
  fill(mcp as unknown as SecondMcpServer)
  return mcp
}

function fill(mcp: SecondMcpServer): SecondMcpServer {
  for (const name of ferramentas) register(mcp, name)
  for (const name of ['combustiveis', 'catalogo', 'situacao'])
    mcp.registerResource(name, `gasolina://${name}`, {}, () => ({ contents: [] }))
  for (const name of ['posto', 'dados'])
    mcp.registerResource(name, new Template(`gasolina://${name}/{x}`, { list: undefined }), {}, () => ({
      contents: [],
    }))
  const text = z.string().describe('Um texto')
  const argsSchema = { lugar: text, combustivel: text.optional(), litros: text.optional() }
  mcp.registerPrompt('onde-abastecer', { argsSchema }, () => ({ messages: [] }))
  return mcp
}

function register(mcp: SecondMcpServer, name: Ferramenta): void {
  const tool = tools[name]
  const { title, description, outputSchema } = tool
  const config = { title, description, inputSchema: (tool.inputSchema as z.ZodObject).shape }
  // The SDK takes objects only; two of the tools have a union.
  const output = outputSchema instanceof z.ZodObject && { outputSchema: outputSchema.shape }
  mcp.registerTool(name, output ? { ...config, ...output } : config, (args: object) =>
    tool.handler({ ...args }, { query, urlBase: URL_BASE }),
  )
}
