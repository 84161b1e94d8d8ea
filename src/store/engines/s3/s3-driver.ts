import type { Driver } from 'unstorage'
import type { GasolinaError } from '../../../errors.ts'
import type { S3Address } from '../../../storage-address.ts'
import { createPages } from '../../../untrusted.ts'
import type { ByteRange } from '../driver.ts'
import { driverOf } from '../driver.ts'
import type { Passing, Patience } from '../engine.ts'
import { PATIENCE, createExclusively, insist, unreachable } from '../engine.ts'
import type { Attempt } from '../../bytes/storage-errors.ts'
import { ItemExists, couldNot, placeOf } from '../../bytes/storage-errors.ts'
import { PAGE_SIZE, parsePage } from './listing.ts'
import { refusalOf } from './refusal.ts'
import type { S3Answer, S3Question } from './request.ts'
import { createS3Asker } from './request.ts'

/** A thousand of the longest names S3 takes, encoded. */
const MOST_OF_A_PAGE = 4 * 1024 * 1024
/** More than twice as long as any of ours. */
const LONGEST_NAME = 200

/**
 * The durable driver over a bucket: an item is an object, whole or absent, `a:b` under the name `<prefix>/a/b`. An exclusive
 * create rests on `If-None-Match: *`; whether the service keeps to it, the store's probe tells.
 */
export function s3(address: S3Address, patience: Patience = PATIENCE): Driver {
  const ask = createS3Asker(address, patience)
  const under = address.prefix && `${address.prefix}/`
  const nameOf = (key: string): string => under + placeOf(key)

  // An upload is seen whole or not at all: nobody leaves anything half done.
  return driverOf('s3', { read, readRange, readMeta, write, remove, list })

  async function read(key: string): Promise<Buffer | null> {
    const answer = await expecting('ler', key, { method: 'GET', object: nameOf(key) }, [200, 404])
    return answer.status === 404 ? null : answer.body
  }

  /** A service may ignore the range; past the end there is nothing. */
  async function readRange(key: string, { from, length }: ByteRange): Promise<Buffer | null> {
    const headers = { range: `bytes=${from}-${from + length - 1}` }
    const question: S3Question = { method: 'GET', object: nameOf(key), headers }
    const { status, body } = await expecting('ler', key, question, [200, 206, 404, 416])
    if (status === 404) return null
    if (status === 416) return Buffer.alloc(0)
    return status === 206 ? body : body.subarray(from, from + length)
  }

  async function readMeta(key: string): Promise<{ mtime: Date; size: number } | null> {
    const { status, headers } = await expecting(
      'ler',
      key,
      { method: 'HEAD', object: nameOf(key) },
      [200, 404],
    )
    if (status === 404) return null
    return {
      mtime: new Date(headers.get('last-modified') ?? 0),
      size: Number(headers.get('content-length')),
    }
  }

  async function write(key: string, bytes: Uint8Array, exclusive: boolean): Promise<void> {
    const put: S3Question = { method: 'PUT', object: nameOf(key), body: bytes }
    if (!exclusive) {
      await expecting('gravar', key, put, [200])
      return
    }
    const create = { ...put, headers: { 'if-none-match': '*' } }
    const isCreated = await createExclusively(
      patience,
      {
        bytes,
        read: () => read(key),
        async attempt() {
          const answer = await ask(create)
          if (answer.status !== 200 && answer.status !== 412)
            throw refusalOf('publicar', placeOf(key), answer)
          return answer.status === 200 ? 'created' : 'taken'
        },
      },
      away,
    )
    if (!isCreated) throw new ItemExists(key)
  }

  async function remove(key: string): Promise<void> {
    await expecting('apagar', key, { method: 'DELETE', object: nameOf(key) }, [200, 204, 404])
  }

  async function list(prefix: string): Promise<string[]> {
    const keys: string[] = []
    const leadsTo = createPages()
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
      if (!page) throw refusalOf('listar', placeOf(prefix), answer)
      for (const name of page.objects) {
        const key = name.slice(under.length)
        // What a console shows as a folder is an object too; none of these is an item of ours.
        if (name.startsWith(under) && !key.endsWith('/') && !key.includes(':') && key.length <= LONGEST_NAME)
          keys.push(key.replaceAll('/', ':'))
      }
      next = page.next
      if (next !== undefined && leadsTo(next) !== 'new')
        throw couldNot('listar', placeOf(prefix), 'o S3 manda páginas sem fim')
    } while (next !== undefined)
    return keys
  }

  /** Asked until it is answered; a 404 counts only for the object: a bucket that is not there is an error. */
  async function expecting(
    attempt: Attempt,
    key: string,
    question: S3Question,
    statuses: readonly number[],
  ): Promise<S3Answer> {
    const answer = await insist(patience, () => ask(question), away)
    const isAbsent = answer.status === 404 && (question.method === 'HEAD' || answer.code === 'NoSuchKey')
    if (statuses.includes(answer.status) && (answer.status !== 404 || isAbsent)) return answer
    throw refusalOf(attempt, placeOf(key), answer)
  }
}

function away(passing: Passing): GasolinaError {
  return unreachable('S3', passing.message, passing.cause)
}
