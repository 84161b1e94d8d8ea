import { once } from 'node:events'
import { connect } from 'node:net'

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** One request as given, nothing added, encoded or decoded on the way; `path` may be any request target. */
export function rawRequest(
  port: number,
  {
    path = '/',
    method = 'GET',
    headers = {},
    body = '',
  }: { path?: string; method?: string; headers?: object; body?: string },
): Promise<RawAnswer> {
  const all = { host: 'localhost', connection: 'close', ...headers }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return exchange(port, `${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`)
}

/** Sends these bytes and reads until the server closes. */
export async function exchange(port: number, bytes: string | Buffer): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  // A server that refuses a large request may reset the connection after its answer.
  socket.on('error', () => {})
  socket.write(bytes)
  await once(socket, 'close')
  return parse(Buffer.concat(chunks))
}

/** What came on a connection, as one answer. */
export function parse(answer: Buffer): RawAnswer {
  const end = answer.indexOf('\r\n\r\n')
  const [first = '', ...lines] = answer.subarray(0, Math.max(0, end)).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  const body = answer.subarray(end + 4)
  const isChunked = headers['transfer-encoding'] === 'chunked'
  return { status: Number(first.split(' ')[1]), headers, body: isChunked ? unchunked(body) : body }
}

/** The content of a chunked body, as far as it came. */
function unchunked(body: Buffer): Buffer {
  const chunks: Buffer[] = []
  for (let from = 0; ;) {
    const line = body.indexOf('\r\n', from)
    const length = line < 0 ? 0 : Number.parseInt(body.toString('latin1', from, line), 16)
    if (!(length > 0)) return Buffer.concat(chunks)
    chunks.push(body.subarray(line + 2, line + 2 + length))
    from = line + 2 + length + 2
  }
}
