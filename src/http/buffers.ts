/** Memory to put answers together in, used again as soon as an answer has left. */
export interface Buffers {
  /** At least so many bytes, of any content. Give it back. */
  take(bytes: number): Buffer
  give(buffer: Buffer): void
}

/** Smallest and largest size kept, as powers of two: 16 kB and 4 MB. */
const [SMALLEST, LARGEST] = [14, 22]

/**
 * An answer in fresh memory costs half as much again as one in memory that the processor still has at hand: what was given
 * back last is taken first. `keep` is how many bytes wait unused at most.
 */
export function createBuffers(keep: number): Buffers {
  const free: Buffer[][] = []
  let waiting = 0

  return {
    take(bytes) {
      const size = sizeFor(bytes)
      const buffer = free[size]?.pop()
      if (!buffer) return Buffer.allocUnsafeSlow(size > LARGEST ? bytes : 2 ** size)
      waiting -= buffer.length
      return buffer
    },
    give(buffer) {
      const size = sizeFor(buffer.length)
      if (size > LARGEST || waiting + buffer.length > keep) return
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
