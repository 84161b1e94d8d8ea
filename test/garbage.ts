import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { onTestFinished } from 'vitest'

/** Now: what only a weak reference holds is gone then. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}

/** Over and over until the test ends, every so many milliseconds. */
export function collectGarbageAllTheTime(every: number): void {
  const timer = setInterval(collectGarbage, every)
  onTestFinished(() => clearInterval(timer))
}
