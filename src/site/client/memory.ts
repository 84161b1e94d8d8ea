/** localStorage; a browser that forbids it behaves as an empty one. */
export function remembered<T>(key: string): T | undefined {
  try {
    const text = localStorage.getItem(`gasolina.${key}`)
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(`gasolina.${key}`)
  } catch {
    // Storage forbidden: nothing was remembered.
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`gasolina.${key}`, JSON.stringify(value))
  } catch {
    // Storage full or forbidden: not remembered.
  }
}
