import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { byteLengthOf } from '../../format/json/list-text.ts'
import { bytesInTurns, pause } from '../../domain/basics/event-loop.ts'
import { JSON_TYPE, longJson } from '../../format/json/answer-json.ts'

export type Encoding = 'br' | 'gzip' | 'identity'
export type Compressed = Exclude<Encoding, 'identity'>
/** Bodies of one encoding have other bytes where they are made once (`br1`) than where they are kept. */
type Form = Encoding | 'br1'

/** A finished body with the values of its headers, in every encoding made so far. */
export type Resource = ReturnType<typeof createResource>

export interface Body {
  tipo: string
  /** Uncompressed, in order. Pieces of a long list are shared with other answers. */
  pieces: readonly Uint8Array[]
  /** CRC-32 or similar of the whole body, where known already. */
  checksum?: number
  /** Header pairs that belong to this body alone. */
  headers?: readonly (readonly [string, string])[]
  /** Value in place of the one that expires with the next collection. */
  cacheControl?: string
  /** Milliseconds: date of an immutable body, which no commit changes. */
  modified?: number
}

/** Headers of a CSV file: its name for browsers, and for programs whether the data is fictional. */
export function fileHeaders(nome: string, demonstracao: boolean): [string, string][] {
  return [
    ['content-disposition', `attachment; filename="${nome}"`],
    ['x-gasolina-demonstracao', String(demonstracao)],
  ]
}

export const IMMUTABLE = 'public, max-age=31536000, immutable'
/** `cache-control` of bodies that may change with the clock or with the next version of the program. */
export const FOR_A_MINUTE = 'public, max-age=60'

export async function json(answer: object, cacheControl?: string): Promise<Body> {
  const pieces = await bytesInTurns(longJson(answer))
  return { tipo: JSON_TYPE, pieces, ...(cacheControl && { cacheControl }) }
}

/** `commit` alone decides the body, so a checksum replaces the digest. Its `mark` is in every tag: its number may be used twice. */
export function createResource(
  { tipo, pieces, headers = [], cacheControl }: Body,
  modified: number,
  commit?: { seq: number; mark: string; checksum: number },
) {
  const byteLength = byteLengthOf(pieces)
  const hash = commit === undefined ? digest(pieces) : tagOf(commit.mark, byteLength, commit.checksum)
  return {
    tipo,
    pieces,
    byteLength,
    compressed: new Map<Compressed, readonly Uint8Array[]>(),
    /** `etag` of each form: strong, so each has its own. */
    tags: {
      identity: quoted(hash, 'identity'),
      br: quoted(hash, 'br'),
      br1: quoted(hash, 'br1'),
      gzip: quoted(hash, 'gzip'),
    },
    /** Milliseconds, whole seconds. */
    modified: Math.floor(modified / 1000) * 1000,
    /** Number of the commit that alone decides it. */
    commit: commit?.seq,
    headers,
    cacheControl,
    /** Number of bodies sent: only repeated answers are worth br. */
    asked: 0,
  }
}

/** Entity tag of a body. For one address and commit only another program or configuration makes another: 31 bits and the length are enough. */
export function tagOf(commit: string, byteLength: number, checksum: number): string {
  return `${commit}-${byteLength}-${checksum & 0x7fffffff}`
}

export function quoted(tag: string, form: Form): string {
  return form === 'identity' ? `"${tag}"` : `"${tag}-${form}"`
}

export function piecesOf(resource: Resource, encoding: Encoding): readonly Uint8Array[] | undefined {
  return encoding === 'identity' ? resource.pieces : resource.compressed.get(encoding)
}

/** Checksum with yields to the event loop: files of a country have 30 MB. */
export async function checksumInTurns(pieces: readonly Uint8Array[]): Promise<number> {
  let checksum = 0
  for (const [at, piece] of pieces.entries()) {
    if (at > 0) await pause()
    checksum = crc32(piece, checksum)
  }
  return checksum
}

function digest(pieces: readonly Uint8Array[]): string {
  const hash = createHash('sha1')
  for (const piece of pieces) hash.update(piece)
  return hash.digest('base64url').slice(0, 22)
}
