interface DeadlineOptions {
  /** Milliseconds from now. */
  after?: number
  /** Aborts this deadline too; must be a controller's own signal. */
  parent?: AbortSignal | undefined
}

/**
 * A time limit for work that may never end by itself. Timer and parent reference the controller; the signals of `AbortSignal.any` and
 * `AbortSignal.timeout` may be garbage-collected, and then never abort.
 */
export function createDeadline({ after, parent }: DeadlineOptions) {
  const controller = new AbortController()
  const { signal } = controller
  const abort = (): void => controller.abort()
  const timer = after === undefined ? undefined : setTimeout(abort, after)
  parent?.addEventListener('abort', abort)
  if (parent?.aborted) abort()

  return {
    /** Signal for work that can be aborted. Not reliable alone: fetch drops its signal when the request is garbage-collected. */
    signal,
    /** Settles like `work`; at the deadline it rejects with the signal's reason. */
    race: <T>(work: Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        const giveUp = (): void => reject(signal.reason)
        signal.addEventListener('abort', giveUp)
        if (signal.aborted) giveUp()
        work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
      }),
    abort,
    /** Releases the timer and the parent's listener, when the work has ended. */
    release(): void {
      clearTimeout(timer)
      parent?.removeEventListener('abort', abort)
    },
  }
}
