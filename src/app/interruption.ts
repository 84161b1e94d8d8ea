/** The first SIGINT or SIGTERM; a second one ends the program as usual. */
export interface Interruption {
  readonly signal: AbortSignal
  /** The signal; undefined before it. */
  by(): 'SIGINT' | 'SIGTERM' | undefined
  /** Restores the default: any signal ends the program. */
  release(): void
}

export function takeInterruption(): Interruption {
  const ending = new AbortController()
  let by: ReturnType<Interruption['by']>
  const end = (signal: NodeJS.Signals): void => {
    by = signal === 'SIGINT' ? signal : 'SIGTERM'
    ending.abort()
  }
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  return {
    signal: ending.signal,
    by: () => by,
    release() {
      process.off('SIGINT', end)
      process.off('SIGTERM', end)
    },
  }
}
