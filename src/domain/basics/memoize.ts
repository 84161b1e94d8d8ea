interface Values<K, T> {
  get(key: K): T | undefined
  set(key: K, value: T): unknown
  delete(key: K): unknown
}

/** Values by key, computed when first asked for. A failed promise is removed: the next question tries again. */
export function createMemory<K, T extends object | string>(made: Values<K, T> = new Map<K, T>()) {
  return (key: K, compute: () => T): T => {
    const known = made.get(key)
    if (known !== undefined) return known
    const value = compute()
    made.set(key, value)
    if (value instanceof Promise) value.catch(() => made.delete(key))
    return value
  }
}

/** Memoizes by object in a WeakMap, so the value is collected with its object. */
export function oncePer<K extends object, T extends object | string>(compute: (of: K) => T): (of: K) => T {
  const memory = createMemory<K, T>(new WeakMap())
  return (of) => memory(of, () => compute(of))
}

export function lazily<T>(compute: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: compute() }).value
}

/** A computation in steps, with the event loop free in between, or finished at once when its result is needed. */
export function inSteps<T>(compute: () => Generator<void, T>) {
  let rest: (() => Generator<void, T>) | Generator<void, T> | undefined = compute
  let result: { value: T } | undefined
  /** True when it is finished. */
  function step(): boolean {
    if (!rest) return true
    if (typeof rest === 'function') rest = rest()
    const next = rest.next()
    if (!next.done) return false
    result = { value: next.value }
    // Released: an ended generator keeps all its variables in memory, as `compute` does.
    rest = undefined
    return true
  }
  return {
    step,
    finish(): T {
      while (!result) step()
      return result.value
    },
  }
}
