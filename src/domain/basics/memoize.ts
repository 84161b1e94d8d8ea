interface Values<K, T> {
  get(key: K): T | undefined
  set(key: K, value: T): unknown
  delete(key: K): unknown
}

/** Values by key, computed when first asked for. A failed promise is removed: the next question tries again. */
export function createMemory<K, T extends object | string>(
  made: Values<K, T> = new Map<K, T>(),
): (key: K, compute: () => T) => T {
  return (key, compute) => {
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
