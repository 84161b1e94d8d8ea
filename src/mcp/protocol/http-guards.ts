import { GasolinaError } from '../../errors.ts'
import { readBody as readBytes } from '../../response-limits.ts'

/** A hundred times the longest sensible message. */
const MAX_BODY = 64 * 1024

/** Questions answered at one time: in all, and for one caller (a quarter, so that one cannot block the others). */
const [IN_ALL, FOR_ONE] = [64, 16] as const

const LOCAL = ['localhost', '127.0.0.1', '[::1]']

/**
 * Guards against DNS rebinding, by which a page elsewhere makes a browser send requests to this machine or into its network:
 * Host and, when present, Origin must name the service or this machine, at any port. At a public https address any page may
 * ask: without cookies and keys its browser gains nothing that the page's own server could not ask for.
 * @throws {GasolinaError} `origem_nao_permitida`, without the refused value.
 */
export function createOriginGuard(urlBase: string): (request: Request) => void {
  const { protocol, hostname } = new URL(urlBase)
  const isPublic = protocol === 'https:' && !LOCAL.includes(hostname)
  const allowed = [...new Set([hostname, ...LOCAL])]
  const names = allowed.map((name) => name.replace(/[.[\]]/g, '\\$&')).join('|')
  const host = new RegExp(`^(?:${names})(?::\\d{1,5})?$`, 'i')
  const origin = new RegExp(`^https?://(?:${names})(?::\\d{1,5})?$`, 'i')
  return ({ headers, url }) => {
    if (!host.test(headers.get('host') ?? new URL(url).host)) throw refused('host')
    const from = headers.get('origin')
    if (from !== null && !isPublic && !origin.test(from)) throw refused('origin')
  }

  function refused(header: string): GasolinaError {
    const accepted = `Aceitos: ${allowed.join(', ')}, em qualquer porta.`
    return new GasolinaError('origem_nao_permitida', `O cabeçalho ${header} não é deste serviço. ${accepted}`)
  }
}

/** @throws {GasolinaError} `metodo_nao_permitido`, `tipo_nao_suportado`. */
export function checkForm({ method, headers }: Request): void {
  if (method !== 'POST')
    throw new GasolinaError(
      'metodo_nao_permitido',
      'Este endereço só responde a POST, com uma mensagem JSON-RPC.',
      { metodos: ['POST', 'OPTIONS'] },
    )
  if (!/^\s*application\/json\s*(?:;|$)/i.test(headers.get('content-type') ?? ''))
    throw wrongType('O corpo tem de ser JSON: mande content-type: application/json.')
  if (!/application\/(?:json|\*)|\*\/\*/i.test(headers.get('accept') ?? '*/*'))
    throw wrongType('A resposta é JSON: mande accept: application/json, text/event-stream.')
}

function wrongType(sentence: string): GasolinaError {
  return new GasolinaError('tipo_nao_suportado', sentence)
}

/** The body as text. @throws {GasolinaError} `corpo_grande`; `parametro_invalido` when the client disconnected. */
export async function readRequestBody(request: Request): Promise<string> {
  const declared = request.headers.get('content-length')
  if (declared !== null && !(Number(declared) <= MAX_BODY)) throw tooLarge()
  try {
    // node's parser ends the body at its declared length, so it needs neither a limit nor a web stream.
    if (declared !== null) return await request.text()
    const bytes = await readBytes(request, MAX_BODY, request.signal)
    if (bytes) return new TextDecoder().decode(bytes)
  } catch (cause) {
    throw new GasolinaError('parametro_invalido', 'O corpo não chegou inteiro.', { cause })
  }
  throw tooLarge()
}

/** Bounds the questions under way, from the whole body read to the answer made: slow senders and readers do not count. */
export function createConcurrencyLimit() {
  const callers: string[] = []

  /** @throws {GasolinaError} `muitos_pedidos` at either limit. */
  return async <T>(caller: string, work: () => Promise<T>): Promise<T> => {
    const own = callers.filter((each) => each === caller).length
    if (own >= FOR_ONE) throw tooMany(`Deste endereço já correm ${FOR_ONE} perguntas`)
    if (callers.length >= IN_ALL) throw tooMany(`Já correm ${IN_ALL} perguntas`)
    callers.push(caller)
    try {
      return await work()
    } finally {
      callers.splice(callers.indexOf(caller), 1)
    }
  }
}

function tooLarge(): GasolinaError {
  return new GasolinaError('corpo_grande', `O corpo passa de ${MAX_BODY / 1024} kB, o máximo aqui.`)
}

function tooMany(problem: string): GasolinaError {
  const sentence = `${problem}: espere as respostas e pergunte de novo.`
  // In seconds: answers take milliseconds.
  return new GasolinaError('muitos_pedidos', sentence, { tentarEm: 1 })
}
