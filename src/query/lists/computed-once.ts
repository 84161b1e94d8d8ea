/** Computes once, when first asked. */
export function lazily<T>(compute: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: compute() }).value
}

/** A computation in steps, with the event loop free in between, or finished at once when its result is needed. */
export interface InSteps<T> {
  /** True when it is finished. */
  step(): boolean
  finish(): T
}

export function inSteps<T>(compute: () => Generator<void, T>): InSteps<T> {
  let steps: Generator<void, T> | undefined
  let result: { value: T } | undefined
  function step(): boolean {
    if (result) return true
    steps ??= compute()
    const next = steps.next()
    if (next.done) result = { value: next.value }
    // Released: an ended generator keeps all its variables in memory.
    if (next.done) steps = undefined
    return result !== undefined
  }
  return {
    step,
    finish() {
      for (;;) {
        if (result) return result.value
        step()
      }
    },
  }
}
