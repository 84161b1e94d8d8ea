import type { ToolResult } from './result.ts'

/** Events of a host used by this view. */
interface HostEvents {
  /** A tool was called. */
  onInput(args: Record<string, unknown>): void
  /** The tool answered. */
  onResult(result: ToolResult): void
  onCancelled(): void
  onLook(look: Look): void
}

/** Appearance of the host; each part is optional. */
export interface Look {
  theme?: string
  styles?: { variables?: Record<string, string | undefined> }
}

/** Revision of MCP Apps. */
const REVISION = '2026-01-26'
const INITIALIZE = 1

interface Message {
  id?: number | string
  method?: string
  params?: Record<string, unknown>
  result?: { hostContext?: Look }
}

/**
 * Joins the host around the frame: JSON-RPC by `postMessage`, as the SDK for views does in forty times the bytes. Nothing that
 * is sent is secret, and whose page the host is cannot be known here: any origin may read it.
 */
export function joinHost(events: HostEvents, version: string): void {
  const host = window.parent
  const send = (message: object): void => host.postMessage({ jsonrpc: '2.0', ...message }, '*')

  window.addEventListener('message', ({ source, data }: MessageEvent<Message | null>) => {
    if (source !== host || typeof data !== 'object' || data === null) return
    if (data.method === undefined) welcome(data)
    else if (data.id === undefined) hear(data)
    else send({ id: data.id, ...answerTo(data.method) })
  })
  send({
    id: INITIALIZE,
    method: 'ui/initialize',
    params: { protocolVersion: REVISION, appInfo: { name: 'gasolina', version }, appCapabilities: {} },
  })

  function welcome({ id, result }: Message): void {
    if (id !== INITIALIZE || !result) return
    events.onLook(result.hostContext ?? {})
    send({ method: 'ui/notifications/initialized' })
    new ResizeObserver(tellSize).observe(document.body)
  }

  function hear({ method, params = {} }: Message): void {
    if (method === 'ui/notifications/tool-input')
      events.onInput((params['arguments'] ?? {}) as Record<string, unknown>)
    if (method === 'ui/notifications/tool-result') events.onResult(params as ToolResult)
    if (method === 'ui/notifications/tool-cancelled') events.onCancelled()
    if (method === 'ui/notifications/host-context-changed') events.onLook(params as Look)
  }

  function tellSize(): void {
    const { width, height } = document.body.getBoundingClientRect()
    send({
      method: 'ui/notifications/size-changed',
      params: { width: Math.ceil(width), height: Math.ceil(height) },
    })
  }
}

/** Answers ping and teardown. */
function answerTo(method: string): object {
  if (method === 'ping' || method === 'ui/resource-teardown') return { result: {} }
  return { error: { code: -32601, message: `${method} is not known here` } }
}
