import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import type { Gzip } from 'node:zlib'
import { createGzip } from 'node:zlib'

/** Larger ones are kept compressed: 48 commits of all of Brazil must stay under half a gigabyte. */
const COMPRESS_ABOVE = 1024 * 1024

/** A long text taken in strip by strip. */
export interface Strips {
  /** Await it: the compression is to keep up, or the strips would pile up before it. */
  add(strip: Buffer): Promise<void>
  /** The bytes to be stored, perhaps compressed. */
  end(): Promise<Buffer>
}

/** Strips are compressed as they come once they are many, so what is uncompressed is never there whole. */
export function createStrips(): Strips {
  let strips: Buffer[] = []
  let size = 0
  let compressing: { zip: Gzip; stored: Promise<Buffer> } | undefined

  return {
    async add(strip) {
      strips.push(strip)
      size += strip.length
      if (size <= COMPRESS_ABOVE) return
      compressing ??= start()
      for (const one of strips) if (!compressing.zip.write(one)) await once(compressing.zip, 'drain')
      strips = []
    },
    async end() {
      if (!compressing) return Buffer.concat(strips)
      compressing.zip.end()
      return compressing.stored
    },
  }
}

function start(): { zip: Gzip; stored: Promise<Buffer> } {
  const zip = createGzip({ level: 1 })
  return { zip, stored: buffer(zip) }
}
