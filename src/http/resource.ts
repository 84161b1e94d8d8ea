import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Compressed, Encoding } from './encoding.ts'

/** A finished body with all that its headers need, in every encoding made so far. */
export interface Resource {
  readonly tipo: string
  readonly bytes: Uint8Array
  readonly compressed: Map<Compressed, Uint8Array>
  /** `etag` of each encoding: strong, so each has its own. */
  readonly tags: Readonly<Record<Encoding, string>>
  /** Milliseconds, whole seconds. */
  readonly modified: number
  /** Header pairs that belong to this body alone. */
  readonly headers: readonly (readonly [string, string])[]
  /** In place of what holds until the next collection: a body that looks at the clock. */
  readonly cacheControl: string | undefined
  /** How often it was asked for; repetition is what makes compressing worth it. */
  asked: number
}

export interface Body {
  tipo: string
  bytes: Uint8Array
  headers?: readonly (readonly [string, string])[]
  cacheControl?: string
}

/** `commit` names the commit that alone decides the body, so that its tag need not digest every byte with care. */
export function createResource(
  { tipo, bytes, headers = [], cacheControl }: Body,
  modified: number,
  commit?: string,
): Resource {
  const hash = commit === undefined ? digest(bytes) : `${commit}-${checksum(bytes)}`
  return {
    tipo,
    bytes,
    compressed: new Map(),
    tags: { identity: `"${hash}"`, br: `"${hash}-br"`, gzip: `"${hash}-gzip"` },
    modified: Math.floor(modified / 1000) * 1000,
    headers,
    cacheControl,
    asked: 0,
  }
}

function digest(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('base64url').slice(0, 22)
}

/** Of one address and commit only another program or configuration makes another body: 32 bits and the length tell. */
function checksum(bytes: Uint8Array): string {
  return `${bytes.byteLength.toString(36)}-${crc32(bytes).toString(36)}`
}

export function bytesOf(resource: Resource, encoding: Encoding): Uint8Array | undefined {
  return encoding === 'identity' ? resource.bytes : resource.compressed.get(encoding)
}
