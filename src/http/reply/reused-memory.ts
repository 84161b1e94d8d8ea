import type { ServerResponse } from 'node:http'

/** Bytes of the smallest buffer. */
const SMALLEST = 128 * 1024
/** Bytes of all free buffers. */
const MOST_KEPT = 16 * 1024 * 1024

/**
 * Buffers for lists that are sent once, used again. New ones of megabytes each make V8 mark the whole heap several times a second: at
 * 42,000 stations a quarter of the processor's time.
 */
export function createReusedMemory() {
  /** Free buffers, their sizes powers of two; the one given back last at the end. */
  const free: Buffer[] = []
  let kept = 0

  return {
    /** A buffer of at least `byteLength` bytes, with anything in it. */
    take(byteLength: number): Buffer {
      const size = Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(byteLength)))
      const at = free.findLastIndex(({ length }) => length === size)
      const [buffer] = at < 0 ? [] : free.splice(at, 1)
      if (!buffer) return Buffer.allocUnsafeSlow(size)
      kept -= size
      return buffer
    },
    giveBack,
    /** Gives memory back once the system has every byte of the answer just sent: of a slow client when it has read nearly all. */
    giveBackWhenSent(buffer: Buffer, res: ServerResponse): void {
      if (res.socket?.writableLength === 0) giveBack(buffer)
      else res.once('close', () => giveBack(buffer))
    },
  }

  /** Where there are too many, those unused for longest go. */
  function giveBack(buffer: Buffer): void {
    if (buffer.length > MOST_KEPT) return
    free.push(buffer)
    kept += buffer.length
    while (kept > MOST_KEPT) kept -= free.shift()?.length ?? 0
  }
}
