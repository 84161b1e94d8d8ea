interface DeadlineOptions {
  /** Milliseconds from now. */
  after?: number
  /** Aborts this deadline too; must be a controller's own signal. */
  parent?: AbortSignal | undefined
}

/**
 * A time limit for work that may never end by itself. The controller is referenced by its own timer and by the parent. `AbortSignal.any` and `AbortSignal.timeout` are not: a
 * garbage-collected signal never aborts.
 */
export function createDeadline({ after, parent }: DeadlineOptions) {
  const controller = new AbortController()
  const { signal } = controller
  const abort = (): void => controller.abort()
  const timer = after === undefined ? undefined : setTimeout(abort, after)
  parent?.addEventListener('abort', abort)
  if (parent?.aborted) abort()

  return {
    /** For work that can be aborted. Not reliable alone: fetch drops its signal when the request is garbage-collected. */
    signal,
    /** Settles like `work`; at the deadline it rejects with the signal's reason. */
    race: <T>(work: Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        const giveUp = (): void => reject(signal.reason)
        signal.addEventListener('abort', giveUp)
        if (signal.aborted) giveUp()
        work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
      }),
    /** Ends the time now. */
    abort,
    /** Releases the timer and the parent's listener, when the work has ended. */
    release(): void {
      clearTimeout(timer)
      parent?.removeEventListener('abort', abort)
    },
  }
}
