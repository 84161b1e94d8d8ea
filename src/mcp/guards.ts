import { GasolinaError } from '../errors.ts'

/** Over HTTP a message holds one question: 64 kB is a hundred times the longest sensible one. */
export const MAX_BODY = 64 * 1024

const LOCAL = ['localhost', '127.0.0.1', '[::1]']

/**
 * Refuses requests that a page elsewhere makes a browser send here (DNS rebinding): Host and, when there is one,
 * Origin must name the service or this machine, at any port.
 * @throws {GasolinaError} `origem_nao_permitida`; what came is not repeated.
 */
export function createOriginGuard(urlBase: string): (request: Request) => void {
  const allowed = new Set([new URL(urlBase).hostname, ...LOCAL])
  const isAllowed = (hostname: string | undefined) => hostname !== undefined && allowed.has(hostname)
  const accepted = [...allowed].join(', ')
  return ({ headers, url }) => {
    const host = headers.get('host') ?? new URL(url).host
    if (!isAllowed(hostnameOf(`http://${host}`, host))) throw refused('host', accepted)
    const origin = headers.get('origin')
    if (origin !== null && !isAllowed(hostnameOf(origin))) throw refused('origin', accepted)
  }
}

/** @throws {GasolinaError} `metodo_nao_permitido`, `tipo_nao_suportado`. */
export function checkForm({ method, headers }: Request): void {
  if (method !== 'POST')
    throw new GasolinaError(
      'metodo_nao_permitido',
      'Este endereço só responde a POST, com uma mensagem JSON-RPC.',
      {
        metodos: ['POST'],
      },
    )
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/json')
    throw new GasolinaError(
      'tipo_nao_suportado',
      'O corpo tem de ser JSON: mande content-type: application/json.',
    )
  const accept = headers.get('accept')
  if (accept !== null && !/application\/(?:json|\*)|\*\/\*/i.test(accept))
    throw new GasolinaError(
      'tipo_nao_suportado',
      'A resposta é JSON: mande accept: application/json, text/event-stream.',
    )
}

/** The body as text. A declared length is checked before anything is read, an undeclared one as it comes. */
export async function readBody(request: Request): Promise<string> {
  const declared = request.headers.get('content-length')
  if (declared !== null) {
    if (!/^\d{1,15}$/.test(declared) || Number(declared) > MAX_BODY) throw tooLarge()
    // Node's parser ends the body where its declared length does; this path spares a web stream.
    const text = await request.text()
    if (Buffer.byteLength(text) > MAX_BODY) throw tooLarge()
    return text
  }
  const decoder = new TextDecoder()
  let [text, size] = ['', 0]
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BODY) throw tooLarge()
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** Undefined for what is no plain `scheme://host[:port]`: a user, a path or a lie in the Host header. */
function hostnameOf(origin: string, host?: string): string | undefined {
  if (!URL.canParse(origin)) return undefined
  const url = new URL(origin)
  const plain = url.pathname === '/' && !url.username && !url.password && !url.search && !url.hash
  if (!plain || !/^https?:$/.test(url.protocol)) return undefined
  return host === undefined || !/[/?#@\\\s]/.test(host) ? url.hostname : undefined
}

function refused(header: string, accepted: string): GasolinaError {
  return new GasolinaError(
    'origem_nao_permitida',
    `O cabeçalho ${header} não é deste serviço. Aceitos: ${accepted}, em qualquer porta.`,
  )
}

function tooLarge(): GasolinaError {
  return new GasolinaError('corpo_grande', `O corpo passa de ${MAX_BODY / 1024} kB, o máximo aqui.`)
}
