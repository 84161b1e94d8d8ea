/**
 * The decoded body of an answer, or null when it passes `max` bytes. As soon as `signal` aborts the reading ends, and the
 * connection with it: cancelling the stream does that, where fetch's own signal may be lost.
 */
export async function readBody({ body }: Response, max: number, signal: AbortSignal): Promise<Buffer | null> {
  if (!body) return Buffer.alloc(0)
  const reader = body.getReader()
  const cancel = (): void => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', cancel)
  try {
    if (signal.aborted) cancel()
    const chunks: Uint8Array[] = []
    let size = 0
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.byteLength
      if (size > max) {
        cancel()
        return null
      }
      chunks.push(next.value)
    }
    // A cancelled stream ends like a whole one.
    signal.throwIfAborted()
    return Buffer.concat(chunks)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
