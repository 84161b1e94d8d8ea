import type { S3Address } from '../../../storage-address.ts'
import { createPageGuard } from '../../../response-limits.ts'
import { PATIENCE, type Patience, createRetries } from '../engine.ts'
import type { ByteRange, DurableDriver } from '../source-storage.ts'
import { type Attempt, couldNot, pathOfKey } from '../../bytes/storage-errors.ts'
import { type S3Question, createS3Asker, refusalOf } from './request.ts'

const PAGE_SIZE = 1000

/** A thousand of the longest names S3 takes, encoded. */
const MOST_OF_A_PAGE = 4 * 1024 * 1024
/** More than twice as long as any of ours. */
const LONGEST_NAME = 200

/** The durable driver over a bucket: the item `a:b` is the object `<prefix>/a/b`. `create` needs `If-None-Match: *`. */
export function s3(address: S3Address, patience: Patience = PATIENCE, mostPages?: number): DurableDriver {
  const { insist, createExclusively } = createRetries('S3', patience)
  const ask = createS3Asker(address, patience)
  const under = address.prefix && `${address.prefix}/`
  const nameOf = (key: string): string => under + pathOfKey(key)

  return {
    name: 's3',
    getItemRaw: read,
    async setItemRaw(key, body) {
      await expecting('gravar', key, { method: 'PUT', object: nameOf(key), body }, [200])
    },
    create,
    async removeItem(key) {
      await expecting('apagar', key, { method: 'DELETE', object: nameOf(key) }, [200, 204, 404])
    },
    readRange,
    async modifiedAt(key) {
      const question: S3Question = { method: 'HEAD', object: nameOf(key) }
      const { status, headers } = await expecting('ler', key, question, [200, 404])
      return status === 404 ? null : Date.parse(headers.get('last-modified') ?? '1970')
    },
    getKeys,
  }

  async function read(key: string): Promise<Buffer | null> {
    const { status, body } = await expecting('ler', key, { method: 'GET', object: nameOf(key) }, [200, 404])
    return status === 404 ? null : body
  }

  /** A service may ignore the range. */
  async function readRange(key: string, { from, length }: ByteRange): Promise<Buffer | null> {
    const headers = { range: `bytes=${from}-${from + length - 1}` }
    const question: S3Question = { method: 'GET', object: nameOf(key), headers }
    const { status, body } = await expecting('ler', key, question, [200, 206, 404, 416])
    if (status === 404) return null
    // 416: the range begins after the end.
    if (status === 416) return Buffer.alloc(0)
    return status === 206 ? body : body.subarray(from, from + length)
  }

  async function create(key: string, body: Uint8Array): Promise<boolean> {
    const headers = { 'if-none-match': '*' }
    const attempt = async () => {
      const answer = await ask({ method: 'PUT', object: nameOf(key), body, headers })
      if (answer.status !== 200 && answer.status !== 412) throw refusalOf('publicar', pathOfKey(key), answer)
      return answer.status === 200 ? 'created' : 'taken'
    }
    return createExclusively(body, () => read(key), attempt)
  }

  async function getKeys(prefix: string): Promise<string[]> {
    const keys: string[] = []
    const leadsTo = createPageGuard(mostPages)
    let next: string | undefined
    do {
      const query: Record<string, string> = {
        'list-type': '2',
        'encoding-type': 'url',
        'max-keys': String(PAGE_SIZE),
        prefix: nameOf(prefix),
        ...(next !== undefined && { 'continuation-token': next }),
      }
      const answer = await expecting('listar', prefix, { method: 'GET', query, most: MOST_OF_A_PAGE }, [200])
      const page = parsePage(answer.body.toString('utf8'))
      if (!page) throw refusalOf('listar', pathOfKey(prefix), answer)
      for (const name of page.objects) {
        const key = name.slice(under.length)
        // A folder in a console is an object too, and not an item of ours.
        if (name.startsWith(under) && !key.endsWith('/') && !key.includes(':') && key.length <= LONGEST_NAME)
          keys.push(key.replaceAll('/', ':'))
      }
      next = page.next
      if (next !== undefined && leadsTo(next) !== 'new')
        throw couldNot('listar', pathOfKey(prefix), 'o S3 manda páginas sem fim')
    } while (next !== undefined)
    return keys.toSorted()
  }

  /** Retried while the service is away. 404 counts only for an object: a missing bucket is an error. */
  async function expecting(attempt: Attempt, key: string, question: S3Question, statuses: readonly number[]) {
    const answer = await insist(() => ask(question))
    const isAbsent = answer.status === 404 && (question.method === 'HEAD' || answer.code === 'NoSuchKey')
    if (statuses.includes(answer.status) && (answer.status !== 404 || isAbsent)) return answer
    throw refusalOf(attempt, pathOfKey(key), answer)
  }
}

/** A page of `ListObjectsV2` with `encoding-type=url`; null for anything else. `next`: the token of the page after it. */
function parsePage(xml: string) {
  if (!/<ListBucketResult[\s>]/.test(xml) || !xml.includes('</ListBucketResult>')) return null
  // One regular expression would take hours over 4 MB of `<Contents>` without keys.
  const objects = xml
    .split('<Contents>')
    .slice(1)
    .map((entry) => decode(/<Key>([^<]*)<\/Key>/.exec(entry)?.[1] ?? ''))
  if (objects.length > PAGE_SIZE) return null
  const isTruncated = /<IsTruncated>\s*true\s*</.test(xml)
  const next = /<NextContinuationToken>([^<]+)</.exec(xml)?.[1]
  // Truncated without a continuation token: it must not pass for the whole listing.
  if (isTruncated && next === undefined) return null
  return { objects, next: isTruncated && next !== undefined ? unescape(next) : undefined }
}

/** Some services encode a space as `+`, some leave `/` alone. */
function decode(name: string): string {
  const text = unescape(name)
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescape(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) =>
    decimal || hex
      ? String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(String(hex), 16))
      : (ENTITIES[String(name)] ?? whole),
  )
}
