import type { Ponto } from '../domain/geo/distances.ts'
import { VERSION } from '../domain/basics/version.ts'
import { type Html, html } from '../site/markup/html.ts'
import type { Outlines } from '../site/maps/drawing.ts'
import { pastOf } from './past.ts'
import { pricesHtml, stationOf } from './stations.ts'
import { type ToolAnswer, type AnyAnswer, type ToolResult, pointIn, readPoints } from './result.ts'
import { statisticsOf } from './statistics.ts'

const outlines = JSON.parse(document.querySelector('#outlines')?.textContent || '{}') as Outlines

/** Point of the question, not repeated by the answer. */
let asked: Ponto | undefined

const MCP_APPS_REVISION = '2026-01-26'
const INITIALIZE = 1

interface Message {
  id?: number | string
  method?: string
  params?: Record<string, unknown>
  result?: { hostContext?: Look }
}

/** Appearance of the host; each part is optional. */
interface Look {
  theme?: string
  styles?: { variables?: Record<string, string | undefined> }
}

// Joins the host around the frame: JSON-RPC by `postMessage`, as the SDK for views does in forty times the bytes.
const host = window.parent
window.addEventListener('message', ({ source, data }: MessageEvent<Message | null>) => {
  if (source !== host || typeof data !== 'object' || data === null) return
  if (data.method === undefined) welcome(data)
  else if (data.id === undefined) hear(data)
  else send({ id: data.id, ...answerTo(data.method) })
})
send({
  id: INITIALIZE,
  method: 'ui/initialize',
  params: {
    protocolVersion: MCP_APPS_REVISION,
    appInfo: { name: 'gasolina', version: VERSION },
    appCapabilities: {},
  },
})

/** Nothing that is sent is secret, and whose page the host is cannot be known here: any origin may read it. */
function send(message: object): void {
  host.postMessage({ jsonrpc: '2.0', ...message }, '*')
}

function welcome({ id, result }: Message): void {
  if (id !== INITIALIZE || !result) return
  wear(result.hostContext ?? {})
  send({ method: 'ui/notifications/initialized' })
  new ResizeObserver(tellSize).observe(document.body)
}

function hear({ method, params = {} }: Message): void {
  if (method === 'ui/notifications/tool-input')
    asked = pointIn((params['arguments'] ?? {}) as Record<string, unknown>)
  if (method === 'ui/notifications/tool-result') show(toHtml(params as ToolResult))
  if (method === 'ui/notifications/tool-cancelled') show(html`<p class="wait">A pergunta foi cancelada.</p>`)
  if (method === 'ui/notifications/host-context-changed') wear(params as Look)
}

function tellSize(): void {
  const { width, height } = document.body.getBoundingClientRect()
  send({
    method: 'ui/notifications/size-changed',
    params: { width: Math.ceil(width), height: Math.ceil(height) },
  })
}

function answerTo(method: string): object {
  if (method === 'ping' || method === 'ui/resource-teardown') return { result: {} }
  return { error: { code: -32601, message: `${method} is not known here` } }
}

function show({ markup }: Html): void {
  const main = document.querySelector('main')
  // Prices do not break after the currency sign.
  if (main) main.innerHTML = markup.replaceAll('R$ ', 'R$\u00A0')
}

/** Sets the host's theme, and its CSS variables, which the style sheet uses by their names in the protocol. */
function wear({ theme, styles }: Look): void {
  const { style } = document.documentElement
  if (theme === 'light' || theme === 'dark') style.colorScheme = theme
  for (const [name, value] of Object.entries(styles?.variables ?? {}))
    if (name.startsWith('--') && value) style.setProperty(name, value)
}

function toHtml(result: ToolResult): Html {
  const { structuredContent, content = [], isError = false } = result
  const [{ text = '' } = {}] = content
  const said = html`<p class="text">${text}</p>`
  if (isError || typeof structuredContent !== 'object' || structuredContent === null) return said
  const answer = structuredContent as ToolAnswer
  // A list of candidates has no fuel.
  if ('conteudo' in answer && 'combustivel' in answer)
    return around(answer, pricesHtml(answer, { points: readPoints(result), asked, outlines }))
  if ('periodo' in answer && 'combustiveis' in answer) return around(answer, pastOf(answer))
  if ('estabelecimento' in answer && 'historico' in answer) return around(answer, stationOf(answer, outlines))
  if ('regraDosSuspeitos' in answer) return around(answer, statisticsOf(answer))
  return said
}

/** Figures with warnings before and notes after them. */
function around({ demonstracao, aviso, atribuicao, observacoes = [] }: AnyAnswer, figures: Html): Html {
  return html`${demonstracao && html`<p class="care">${aviso}</p>`} ${figures}
    <details>
      <summary>O que saber</summary>
      <ul>
        ${observacoes.map((said) => html`<li>${said}</li>`)}
      </ul>
    </details>
    <footer>${atribuicao}</footer>`
}
