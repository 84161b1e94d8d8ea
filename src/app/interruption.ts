/** The first SIGINT or SIGTERM; a second one ends the program as usual. */
export function takeInterruption() {
  const ending = new AbortController()
  let by: 'SIGINT' | 'SIGTERM' | undefined
  const end = (signal: NodeJS.Signals): void => {
    by = signal === 'SIGINT' ? signal : 'SIGTERM'
    ending.abort()
  }
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  return {
    signal: ending.signal,
    by: () => by,
    /** Restores the default: any signal ends the program. */
    release(): void {
      process.off('SIGINT', end)
      process.off('SIGTERM', end)
    },
  }
}
