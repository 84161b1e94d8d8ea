import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { S3Address } from '../../src/storage-address.ts'
import { KEY, REGION, faultOfSignature } from './s3-signature.ts'
import { listenOn } from '../listening.ts'

/** What goes wrong with a request: some of it before it took effect, some of it after. */
export type S3Fault =
  | '409'
  | '500'
  | 'SlowDown'
  | 'AccessDenied'
  | 'QuotaExceeded'
  | 'reset'
  | 'silent'
  | 'applied, then 500'
  | 'applied, then reset'
  | 'applied, then silent'
  | 'stalled body'
  | 'endless body'

export interface S3Request {
  method: string
  /** The object's name, or empty for the bucket. */
  name: string
  isCreate: boolean
}

/** A server that keeps the contract of S3 for one bucket, as far as a store asks for it. */
export interface S3Server {
  address: S3Address
  objects: Map<string, { bytes: Buffer; mtime: Date }>
  requests: S3Request[]
  /** Called for each request that is signed well. */
  fault: (request: S3Request) => S3Fault | undefined
  /** A service that takes the condition for nothing. */
  ignoresCondition: boolean
  /** One that looks first and writes later: of creates at once several take place. */
  racesCondition: boolean
  /** Objects on a page of a listing. */
  pageSize: number
  /** Makes a page of a listing up, after the token of the one before. */
  listing: ((token: string) => string) | undefined
  bytes(): { received: number; sent: number }
  close(): Promise<void>
}

export async function startS3Server(bucket = 'precos'): Promise<S3Server> {
  const server = createServer((req, res) => void receive(req, res))
  let [received, sent] = [0, 0]
  const looking = new Map<string, () => void>()
  server.on('connection', (socket) =>
    socket.on('close', () => {
      received += socket.bytesRead
      sent += socket.bytesWritten
    }),
  )
  const { base } = await listenOn(server)
  const control: S3Server = {
    address: {
      kind: 's3',
      bucket,
      prefix: 'loja',
      endpoint: base,
      region: REGION,
      credentials: KEY,
    },
    objects: new Map(),
    requests: [],
    fault: () => undefined,
    ignoresCondition: false,
    racesCondition: false,
    pageSize: 1000,
    listing: undefined,
    bytes: () => ({ received, sent }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return control

  async function receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const url = new URL(req.url ?? '/', `http://${req.headers.host}`)
    const [, inPath = '', name = ''] = /^\/([^/]*)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? []
    const wrong = await faultOfSignature(req, url, body)
    if (wrong !== null) return refuse(res, 403, wrong)
    if (inPath !== bucket) return refuse(res, 404, 'NoSuchBucket')
    const condition = req.headers['if-none-match']
    const request = { method: req.method ?? '', name, isCreate: condition === '*' }
    control.requests.push(request)
    const fault = control.fault(request)
    // Only a body that somebody reads can stall.
    if (fault === undefined || (fault === 'stalled body' && req.method !== 'GET'))
      return answer(req, res, url, name, body)
    if (fault.startsWith('applied')) await answer(req, discarded, url, name, body)
    if (fault === 'stalled body') {
      res.writeHead(200, { 'content-length': 1000 })
      return void res.write('metade')
    }
    if (fault === 'endless body') return sendForEver(res)
    if (fault.endsWith('silent')) return
    if (fault.endsWith('reset')) return void req.socket.destroy()
    if (fault === '409') return refuse(res, 409, 'ConditionalRequestConflict')
    if (fault === 'SlowDown') return refuse(res, 503, 'SlowDown')
    if (fault === 'AccessDenied' || fault === 'QuotaExceeded') return refuse(res, 403, fault)
    refuse(res, 500, 'InternalError')
  }

  async function answer(
    req: IncomingMessage,
    res: Pick<ServerResponse, 'writeHead' | 'end'>,
    url: URL,
    name: string,
    body: Buffer,
  ): Promise<void> {
    const { objects } = control
    if (name === '') return list(res, url.searchParams)
    const there = objects.get(name)
    if (req.method === 'PUT') {
      const isTaken = there && req.headers['if-none-match'] === '*' && !control.ignoresCondition
      if (control.racesCondition && !isTaken) await anotherLook(name)
      if (isTaken) return refuse(res, 412, 'PreconditionFailed')
      objects.set(name, { bytes: body, mtime: new Date() })
      res.writeHead(200, { etag: '"0"' })
      res.end()
    } else if (req.method === 'DELETE') {
      objects.delete(name)
      res.writeHead(204)
      res.end()
    } else if (!there) refuse(res, 404, 'NoSuchKey')
    else if (req.headers.range !== undefined) {
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range) ?? []
      const some = there.bytes.subarray(Number(from), Number(to) + 1)
      if (some.length === 0) return refuse(res, 416, 'InvalidRange')
      res.writeHead(206, { 'content-length': some.length })
      res.end(some)
    } else {
      const headers = { 'content-length': there.bytes.length, 'last-modified': there.mtime.toUTCString() }
      res.writeHead(200, headers)
      res.end(req.method === 'HEAD' ? undefined : there.bytes)
    }
  }

  /** Until a second request has looked at the item and found it free too. */
  function anotherLook(name: string): Promise<void> {
    const first = looking.get(name)
    looking.delete(name)
    first?.()
    return first ? Promise.resolve() : new Promise((resolve) => looking.set(name, resolve))
  }

  /** Objects by name, so many a page; the token is the last name of the page before. */
  function list(res: Pick<ServerResponse, 'writeHead' | 'end'>, query: URLSearchParams): void {
    if (control.listing) return void res.end(control.listing(query.get('continuation-token') ?? ''))
    const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token') ?? '']
    const names = [...control.objects.keys()]
      .filter((name) => name.startsWith(prefix) && name > after)
      .toSorted()
    const page = names.slice(0, control.pageSize)
    const isTruncated = names.length > page.length
    const contents = page.map((name) => `<Contents><Key>${encodeURIComponent(name)}</Key></Contents>`)
    const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    res.writeHead(200, { 'content-type': 'application/xml' })
    res.end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    )
  }
}

function sendForEver(res: ServerResponse): void {
  const send = (): void => void (res.destroyed || res.write('<Contents>'.repeat(10_000), send))
  send()
}

function refuse(res: Pick<ServerResponse, 'writeHead' | 'end'>, status: number, code: string): void {
  res.writeHead(status, { 'content-type': 'application/xml' })
  res.end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>.</Message></Error>`)
}

/** Takes an answer that nobody is to hear. */
const discarded: Pick<ServerResponse, 'writeHead' | 'end'> = {
  writeHead: () => ({}) as ServerResponse,
  end: () => ({}) as ServerResponse,
}
