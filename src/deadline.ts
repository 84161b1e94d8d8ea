/** A bound upon work that may never end by itself. */
export interface Deadline {
  /** For work that can stop. Nothing rests on it alone: fetch forgets it once its request is collected as garbage. */
  readonly signal: AbortSignal
  /** What `work` gives; at the deadline it rejects with the signal's reason, whatever `work` does. */
  race<T>(work: Promise<T>): Promise<T>
  /** Brings the deadline forward to now. */
  abort(): void
  /** When nothing is waited for any more: lets go of the timer and of the parent. */
  release(): void
}

export interface DeadlineOptions {
  /** Milliseconds from now. */
  after?: number
  /** Ends this one too; to be a controller's own signal. */
  parent?: AbortSignal | undefined
}

/**
 * A timer of one's own holds it, and its parent does: `AbortSignal.any` and `AbortSignal.timeout` are held by nobody, and
 * what is collected as garbage never aborts.
 */
export function createDeadline({ after, parent }: DeadlineOptions): Deadline {
  const controller = new AbortController()
  const { signal } = controller
  const abort = (): void => controller.abort()
  const timer = after === undefined ? undefined : setTimeout(abort, after)
  parent?.addEventListener('abort', abort)
  if (parent?.aborted) abort()

  return {
    signal,
    race: (work) =>
      new Promise((resolve, reject) => {
        const giveUp = (): void => reject(signal.reason)
        signal.addEventListener('abort', giveUp)
        if (signal.aborted) giveUp()
        work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
      }),
    abort,
    release() {
      clearTimeout(timer)
      parent?.removeEventListener('abort', abort)
    },
  }
}
