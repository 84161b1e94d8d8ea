import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { limits } from './limits.ts'

interface Answer {
  readonly res: ServerResponse
  readonly socket: Socket
}

/** Finished answers that their clients have not read yet, bounded in bytes and in time. */
export function createUnreadAnswers() {
  /** The oldest first. */
  const answers = new Map<Answer, { bytes: number; since: number }>()
  let total = 0

  return {
    add(answer: Answer): void {
      const bytes = answer.res.writableLength
      if (bytes === 0) return
      answers.set(answer, { bytes, since: performance.now() })
      total += bytes
      for (const oldest of answers.keys()) {
        if (total <= limits.unreadBytes) break
        remove(oldest)
        oldest.socket.destroy()
      }
    },
    delete: remove,
    cutOffSlow(): void {
      const now = performance.now()
      for (const [{ socket }, { bytes, since }] of answers)
        if (now - since > limits.silence + bytes / limits.slowestReader) socket.destroy()
    },
  }

  function remove(answer: Answer): void {
    total -= answers.get(answer)?.bytes ?? 0
    answers.delete(answer)
  }
}
