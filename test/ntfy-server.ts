import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { listenOn } from './listening.ts'

/** A message as a subscriber of ntfy gets it. */
export interface Message {
  topic: string
  title: string
  message: string
}

export interface Ntfy {
  base: string
  messages: Message[]
  /** Answers in place of the server, for the n-th request from 1; false leaves it to the server. */
  fault(n: number, req: IncomingMessage, res: ServerResponse): boolean
}

/** Longest message in bytes; ntfy makes an attachment of a longer one. */
const LONGEST = 4096
const TOPIC = /^[-_A-Za-z0-9]{1,64}$/

/**
 * Publishing as ntfy documents it: POST to `/topic` with the message as body, the title in a header (RFC 2047) or in `t`, templates in
 * `m` and `t` with `tpl=1`; or POST of JSON with `topic` to `/`. With `token`, only its bearer may write.
 */
export async function startNtfy({ token = '' } = {}): Promise<Ntfy> {
  let n = 0
  const ntfy: Ntfy = { base: '', messages: [], fault: () => false }
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const judged = judge(req, await text(req))
    if (ntfy.fault(++n, req, res)) return
    if (typeof judged === 'object') ntfy.messages.push(judged)
    const status = typeof judged === 'object' ? 200 : judged
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ http: status }))
  }
  const server = createServer((req, res) => void answer(req, res))
  const { base, stop } = await listenOn(server)
  onTestFinished(stop)
  return Object.assign(ntfy, { base })

  /** The message, or the status of a refusal. */
  function judge({ method, url = '', headers }: IncomingMessage, body: string): Message | number {
    const { pathname, searchParams: query } = new URL(url, 'http://ntfy')
    if (method !== 'POST' && method !== 'PUT') return 404
    if (token && !mayWrite(headers.authorization)) return 403
    const title = decodeHeader(String(headers['title'] ?? query.get('t') ?? ''))
    const published =
      pathname === '/'
        ? { title: '', message: 'triggered', ...(JSON.parse(body) as { topic: string }) }
        : { topic: pathname.slice(1), title, message: body }
    if (['1', 'yes'].includes(query.get('tpl') ?? ''))
      Object.assign(published, {
        title: filled(title, body),
        message: filled(query.get('m') ?? body, body),
      })
    if (!TOPIC.test(published.topic)) return pathname === '/' ? 400 : 404
    return Buffer.byteLength(published.message) > LONGEST ? 413 : published
  }

  /** A bearer's token, or a password without a user. */
  function mayWrite(authorization = ''): boolean {
    return [`Bearer ${token}`, `Basic ${Buffer.from(`:${token}`).toString('base64')}`].includes(authorization)
  }
}

/** Encoded words, the space between two of them left out (RFC 2047). */
function decodeHeader(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?b\?([^?]{1,72})\?=/gi, (_, word: string) => Buffer.from(word, 'base64').toString())
}

/** `{{.name}}`, a field of the JSON body. */
function filled(template: string, body: string): string {
  const fields = JSON.parse(body) as Record<string, unknown>
  return template.replaceAll(/\{\{\.(\w+)\}\}/g, (_, name: string) => String(fields[name]))
}
