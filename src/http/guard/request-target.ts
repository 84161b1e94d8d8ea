import type { IncomingMessage } from 'node:http'
import { GasolinaError } from '../../errors.ts'

/** What a client calls us may be any of these; nothing is ever made of it. */
const HOST = /^(?:\[[\d.:a-f]{2,45}\]|[\w.-]{1,253})(?::\d{1,5})?$/i
/** Host is checked in full once per spelling: clients of one server use a handful. */
const MOST_REMEMBERED = 100
const wellFormed = new Set<string>()

/**
 * Path and query of a request, from the origin form of its target or the absolute one (whose host is dropped).
 * @throws {GasolinaError} `pedido_malformado` for a target or a Host that is not well formed, no Host at all, or two of them.
 */
export function readTarget({ url = '', headers, rawHeaders, httpVersion, method }: IncomingMessage): string {
  const { host } = headers
  if (host === undefined ? httpVersion !== '1.0' : !isHost(host))
    throw malformed('O cabeçalho Host falta ou não é o nome de um servidor, como exemplo.com.br:8080.')
  if (hasTwoHosts(rawHeaders)) throw malformed('O cabeçalho Host veio mais de uma vez: mande um só.')
  if (url.startsWith('/') || (url === '*' && method === 'OPTIONS')) return url
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw malformed('O alvo do pedido não é um caminho: ele começa com /, como /gasolina/api/.')
  const { pathname, search } = new URL(url)
  return pathname + search
}

function isHost(text: string): boolean {
  if (wellFormed.has(text)) return true
  // Names of figures alone and ports past the last are no hosts, though they look like some.
  if (!HOST.test(text) || !URL.canParse(`http://${text}/`)) return false
  if (wellFormed.size >= MOST_REMEMBERED) wellFormed.clear()
  wellFormed.add(text)
  return true
}

/** Node keeps the first and drops the others; a proxy on the way may have gone by the last. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts++
  return hosts > 1
}

function malformed(message: string): GasolinaError {
  return new GasolinaError('pedido_malformado', message)
}
