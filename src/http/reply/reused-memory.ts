import type { ServerResponse } from 'node:http'

/** Bytes of the smallest buffer. */
const SMALLEST = 128 * 1024
/** Bytes kept for later answers. */
const MOST_KEPT = 16 * 1024 * 1024

/**
 * Buffers for answers that are sent once, used again when the system has taken every byte. New ones of megabytes each make V8 mark
 * the whole heap several times a second: at 42,000 stations a quarter of the processor's time.
 */
export function createReusedMemory() {
  /** Free buffers by size, a power of two. */
  const free = new Map<number, Buffer[]>()
  let kept = 0

  return {
    /** A buffer of at least `byteLength` bytes, with anything in it. */
    take(byteLength: number): Buffer {
      const size = Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(byteLength)))
      const buffer = free.get(size)?.pop()
      if (!buffer) return Buffer.allocUnsafeSlow(size)
      kept -= size
      return buffer
    },
    /** Takes back the buffer of an answer just sent; of a slow client when it has read all. */
    giveBack(buffer: Buffer, res: ServerResponse): void {
      if (res.socket?.writableLength === 0) keep(buffer)
      else res.once('close', () => keep(buffer))
    },
  }

  function keep(buffer: Buffer): void {
    const { length } = buffer
    if (kept + length > MOST_KEPT) return
    kept += length
    const alike = free.get(length)
    if (alike) alike.push(buffer)
    else free.set(length, [buffer])
  }
}
