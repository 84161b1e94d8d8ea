import { type RequestListener, createServer } from 'node:http'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { toNodeHandler } from 'srvx/node'
import { onTestFinished } from 'vitest'
import { type McpHandlerDeps, createMcpHandler } from '../../src/mcp/protocol/streamable-http.ts'
import { listenInTest } from '../listening-in-test.ts'

/** A real node server that hands every request to the handler, as the HTTP face does; closed when the test ends. */
export async function listen(deps: McpHandlerDeps): Promise<{ url: URL; port: number }> {
  const handler = createMcpHandler(deps)
  const server = createServer(toNodeHandler(handler) as RequestListener)
  const { base, port } = await listenInTest(server)
  return { url: new URL(`${base}/mcp`), port }
}

export async function connectOverHttp(url: URL): Promise<Client> {
  const client = new Client({ name: 'teste', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(url))
  onTestFinished(() => client.close())
  return client
}
