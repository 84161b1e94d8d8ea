/** Storage of this device, or of this tab alone (`sessionStorage`); a browser that forbids it behaves as an empty one. */
export function remembered<T>(key: string, where: Where = 'localStorage'): T | undefined {
  try {
    return (JSON.parse(globalThis[where].getItem(`gasolina.${key}`) ?? 'null') as T | null) ?? undefined
  } catch {
    return undefined
  }
}

export function remember(key: string, value: unknown, where: Where = 'localStorage'): void {
  try {
    globalThis[where].setItem(`gasolina.${key}`, JSON.stringify(value))
  } catch {
    // Storage full or forbidden: not remembered.
  }
}

type Where = 'localStorage' | 'sessionStorage'
