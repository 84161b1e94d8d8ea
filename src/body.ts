/**
 * The decoded body of an answer, or null when it passes `max` bytes. As soon as `signal` aborts the reading ends, and the
 * connection with it: cancelling the stream does that, where fetch's own signal may be lost.
 */
export async function readBody(
  { body }: Response,
  max: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!body) return new Uint8Array()
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
    return join(chunks, size)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Also in browsers, which have no Buffer. */
function join(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}
