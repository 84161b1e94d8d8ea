/** Memory to put answers together in, used again as soon as an answer has left. */
export interface Buffers {
  /** At least so many bytes, of any content. Give it back. */
  take(bytes: number): Buffer
  give(buffer: Buffer): void
}

/** Sizes are powers of two, from 16 kB on. */
const SMALLEST = 14

/**
 * An answer in fresh memory costs a quarter more than one in memory that the processor still has at hand: what was given
 * back last is taken first. `keep` is how many bytes wait unused at most.
 */
export function createBuffers(keep: number): Buffers {
  const free: Buffer[][] = []
  let waiting = 0

  return {
    take(bytes) {
      const size = sizeFor(bytes)
      const buffer = free[size]?.pop()
      if (!buffer) return Buffer.allocUnsafeSlow(2 ** size > keep ? bytes : 2 ** size)
      waiting -= buffer.length
      return buffer
    },
    give(buffer) {
      if (waiting + buffer.length > keep) return
      const size = sizeFor(buffer.length)
      waiting += buffer.length
      const alike = free[size]
      if (alike) alike.push(buffer)
      else free[size] = [buffer]
    },
  }
}

function sizeFor(bytes: number): number {
  return Math.max(SMALLEST, 32 - Math.clz32(bytes - 1))
}
