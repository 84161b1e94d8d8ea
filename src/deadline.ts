/** A time limit for work that may never end by itself. */
export interface Deadline {
  /** For work that can be aborted. Not reliable alone: fetch drops its signal when the request is garbage-collected. */
  readonly signal: AbortSignal
  /** Settles like `work`; at the deadline it rejects with the signal's reason. */
  race<T>(work: Promise<T>): Promise<T>
  /** Ends the time now. */
  abort(): void
  /** Releases the timer and the parent's listener, when the work has ended. */
  release(): void
}

export interface DeadlineOptions {
  /** Milliseconds from now. */
  after?: number
  /** Aborts this deadline too; must be a controller's own signal. */
  parent?: AbortSignal | undefined
}

/**
 * The controller is referenced by its own timer and by the parent. `AbortSignal.any` and `AbortSignal.timeout` are not: a
 * garbage-collected signal never aborts.
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
