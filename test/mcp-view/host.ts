import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { type Listening, listenOn } from '../listening.ts'

/** Result of `resources/read`: the page and its metadata. */
export interface Resource {
  html: string
  csp?: object | undefined
}

export interface Host {
  address: string
  /** Origins of host and sandbox; the view has none. */
  origins: readonly string[]
  stop(): void
}

/** Two servers on free ports: a host's page, and at another origin the sandbox in which it shows the view. */
export async function serveHost(resource: Resource): Promise<Host> {
  const bundle = await rolldown({ input: join(import.meta.dirname, 'host-page.js'), platform: 'browser' })
  const { output } = await bundle.generate({ format: 'esm' })
  const sandbox = readFileSync(join(import.meta.dirname, 'sandbox-page.js'), 'utf8')
  const inner = await listen(
    `<!doctype html><title>Caixa</title><style>html,body{margin:0;height:100%}</style><body><script>${sandbox}</script>`,
  )
  const page = `<!doctype html><html lang="pt-BR"><title>Assistente</title>
    <body style="margin:0"><iframe title="Preços" sandbox="allow-scripts allow-same-origin" data-src="${inner.base}/" style="border:0;width:100%;height:60px"></iframe>
    <script>globalThis.resource = ${JSON.stringify(resource).replaceAll('<', String.raw`\u003c`)}</script>
    <script type="module">${output[0].code.replaceAll('</script', String.raw`<\/script`)}</script></body></html>`
  const outer = await listen(page)
  return {
    address: `${outer.base}/`,
    origins: [outer.base, inner.base],
    stop() {
      for (const { stop } of [outer, inner]) stop()
    },
  }
}

function listen(page: string): Promise<Listening> {
  return listenOn(
    createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page),
    ),
  )
}
