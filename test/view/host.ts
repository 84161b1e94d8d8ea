import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** What the specification has a host lay upon a view that declares nothing: no network, nothing but what stands in the page. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'"

export interface Host {
  /** The host's page, and the view of another origin in its frame. */
  address: string
  /** What both may load. */
  origins: readonly string[]
  stop(): void
}

/** Two servers on free ports: a host's page, and beside it, at another origin, the view under its policy. */
export async function serveHost(view: string): Promise<Host> {
  const bundle = await rolldown({ input: join(import.meta.dirname, 'host-page.js'), platform: 'browser' })
  const { output } = await bundle.generate({ format: 'esm' })
  const inner = await listen('text/html; charset=utf-8', () => view, { 'content-security-policy': POLICY })
  const page = `<!doctype html><html lang="pt-BR"><title>Assistente</title>
    <body style="margin:0"><iframe title="Preços" sandbox="allow-scripts" data-src="${inner.base}/view.html" style="border:0;width:100%;height:60px"></iframe>
    <script type="module">${output[0].code.replaceAll('</script', String.raw`<\/script`)}</script></body></html>`
  const outer = await listen('text/html; charset=utf-8', () => page, {})
  return {
    address: `${outer.base}/`,
    origins: [outer.base, inner.base],
    stop() {
      for (const { stop } of [outer, inner]) stop()
    },
  }
}

async function listen(type: string, body: () => string, headers: Record<string, string>) {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': type, ...headers }).end(body()),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    base: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
