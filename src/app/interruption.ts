/** Ctrl-C, or the same from another program, taken once: a second one ends the program as ever. */
export interface Interruption {
  readonly signal: AbortSignal
  /** What interrupted it; undefined while nothing did. */
  by(): 'SIGINT' | 'SIGTERM' | undefined
  /** Whatever comes from now on ends the program. */
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
