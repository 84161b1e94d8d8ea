/** What this device keeps for its owner. A browser that keeps nothing is no reason to fail. */
export function remembered<T>(key: string): T | undefined {
  try {
    const text = localStorage.getItem(`gasolina.${key}`)
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`gasolina.${key}`, JSON.stringify(value))
  } catch {
    // Full, or forbidden: it is only not there next time.
  }
}
