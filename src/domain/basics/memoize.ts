/** Computes once for each object, when first asked for it; forgotten with the object. What fails is tried again by who asks next. */
export function oncePer<K extends object, T extends object | string>(compute: (of: K) => T): (of: K) => T {
  const made = new WeakMap<K, T>()
  return (of) => {
    let value = made.get(of)
    if (value === undefined) {
      value = compute(of)
      made.set(of, value)
      if (value instanceof Promise) value.catch(() => made.delete(of))
    }
    return value
  }
}
