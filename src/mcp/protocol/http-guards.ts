import { GasolinaError } from '../../errors.ts'

/** Over HTTP a message holds one question: 64 kB is a hundred times the longest sensible one. */
export const MAX_BODY = 64 * 1024

const LOCAL = ['localhost', '127.0.0.1', '[::1]']

/**
 * Refuses requests that a page elsewhere makes a browser send to this machine or into its network (DNS rebinding): Host and,
 * when there is one, Origin must name the service or this machine, at any port. At a public https address any page may ask:
 * there are no cookies and no keys, so nothing it could not ask for itself.
 * @throws {GasolinaError} `origem_nao_permitida`; what came is not repeated.
 */
export function createOriginGuard(urlBase: string): (request: Request) => void {
  const { protocol, hostname } = new URL(urlBase)
  const isPublic = protocol === 'https:' && !LOCAL.includes(hostname)
  const allowed = [...new Set([hostname, ...LOCAL])]
  const names = allowed.map((name) => name.replace(/[.[\]]/g, '\\$&')).join('|')
  const host = new RegExp(`^(?:${names})(?::\\d{1,5})?$`, 'i')
  const origin = new RegExp(`^https?://(?:${names})(?::\\d{1,5})?$`, 'i')
  return ({ headers, url }) => {
    if (!host.test(headers.get('host') ?? new URL(url).host)) throw refused('host', allowed)
    const from = headers.get('origin')
    if (from !== null && !isPublic && !origin.test(from)) throw refused('origin', allowed)
  }
}

/** @throws {GasolinaError} `metodo_nao_permitido`, `tipo_nao_suportado`. */
export function checkForm({ method, headers }: Request): void {
  if (method !== 'POST')
    throw new GasolinaError(
      'metodo_nao_permitido',
      'Este endereço só responde a POST, com uma mensagem JSON-RPC.',
      {
        metodos: ['POST', 'OPTIONS'],
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

/**
 * The body as text. A declared length is checked before anything is read, an undeclared one as it comes.
 * @throws {GasolinaError} `corpo_grande`; `parametro_invalido` when the client left in the middle.
 */
export async function readBody(request: Request): Promise<string> {
  const declared = request.headers.get('content-length')
  if (declared !== null && !(Number(declared) <= MAX_BODY)) throw tooLarge()
  try {
    // Node's parser ends the body where its declared length does; this path spares a web stream.
    return declared === null ? await readStream(request.body) : await request.text()
  } catch (cause) {
    if (cause instanceof GasolinaError) throw cause
    throw new GasolinaError('parametro_invalido', 'O corpo não chegou inteiro.', { cause })
  }
}

async function readStream(body: Request['body']): Promise<string> {
  const decoder = new TextDecoder()
  let [text, size] = ['', 0]
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BODY) throw tooLarge()
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function refused(header: string, accepted: readonly string[]): GasolinaError {
  return new GasolinaError(
    'origem_nao_permitida',
    `O cabeçalho ${header} não é deste serviço. Aceitos: ${accepted.join(', ')}, em qualquer porta.`,
  )
}

function tooLarge(): GasolinaError {
  return new GasolinaError('corpo_grande', `O corpo passa de ${MAX_BODY / 1024} kB, o máximo aqui.`)
}
