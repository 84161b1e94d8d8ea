import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { lengthOf } from '../../format/json/list-text.ts'
import { JSON_TYPE } from '../../format/files/media-types.ts'

export type Encoding = 'br' | 'gzip' | 'identity'
export type Compressed = Exclude<Encoding, 'identity'>

/** A finished body with all that its headers need, in every encoding made so far. */
export interface Resource {
  readonly tipo: string
  /** One after the other, uncompressed. Pieces of a long list are shared with other answers. */
  readonly pieces: readonly Uint8Array[]
  readonly byteLength: number
  readonly compressed: Map<Compressed, readonly Uint8Array[]>
  /** `etag` of each encoding: strong, so each has its own. */
  readonly tags: Readonly<Record<Encoding, string>>
  /** Milliseconds, whole seconds. */
  readonly modified: number
  /** Number of the commit that alone decides it. */
  readonly commit: number | undefined
  /** Header pairs that belong to this body alone. */
  readonly headers: readonly (readonly [string, string])[]
  /** In place of what holds until the next collection: a body that looks at the clock. */
  readonly cacheControl: string | undefined
  /** How often it was asked for; repetition is what makes compressing worth it. */
  asked: number
}

export interface Body {
  tipo: string
  pieces: readonly Uint8Array[]
  /** CRC-32, or as good, of all of it, where it is known already. */
  checksum?: number
  headers?: readonly (readonly [string, string])[]
  cacheControl?: string
  /** Milliseconds: when it came to be, where no commit decides it, but it alone. */
  modified?: number
}

/** Headers of a CSV file: a browser saves it under its name, and a program can tell fiction from fact. */
export function fileHeaders(nome: string, demonstracao: boolean): [string, string][] {
  return [
    ['content-disposition', `attachment; filename="${nome}"`],
    ['x-gasolina-demonstracao', String(demonstracao)],
  ]
}

/** For what will never be anything else. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'
/** For what may change with the clock or with the next version of the program. */
export const FOR_A_MINUTE = 'public, max-age=60'

export function json(answer: object): Body {
  return { tipo: JSON_TYPE, pieces: [Buffer.from(JSON.stringify(answer))] }
}

/** A commit, as what it alone decides tells it. */
export interface CommitMark {
  seq: number
  /** What goes into tags: a number alone may be used twice. */
  mark: string
}

/** `commit` is the one that alone decides the body, so that its tag need not digest every byte with care. */
export function createResource(
  { tipo, pieces, checksum, headers = [], cacheControl }: Body,
  modified: number,
  commit?: CommitMark,
): Resource {
  const byteLength = lengthOf(pieces)
  const hash =
    commit === undefined ? digest(pieces) : tagOf(commit.mark, byteLength, checksum ?? checksumOf(pieces))
  return {
    tipo,
    pieces,
    byteLength,
    compressed: new Map(),
    tags: { identity: quoted(hash, 'identity'), br: quoted(hash, 'br'), gzip: quoted(hash, 'gzip') },
    modified: Math.floor(modified / 1000) * 1000,
    commit: commit?.seq,
    headers,
    cacheControl,
    asked: 0,
  }
}

/** Of one address and commit only another program or configuration makes another body: 31 bits and the length tell. */
export function tagOf(commit: string, byteLength: number, checksum: number): string {
  return `${commit}-${byteLength}-${checksum & 0x7fffffff}`
}

/** The `etag` of one form of a body. */
export function quoted(tag: string, encoding: Encoding): string {
  return encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`
}

export function piecesOf(resource: Resource, encoding: Encoding): readonly Uint8Array[] | undefined {
  return encoding === 'identity' ? resource.pieces : resource.compressed.get(encoding)
}

function checksumOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((checksum, piece) => crc32(piece, checksum), 0)
}

function digest(pieces: readonly Uint8Array[]): string {
  const hash = createHash('sha1')
  for (const piece of pieces) hash.update(piece)
  return hash.digest('base64url').slice(0, 22)
}
