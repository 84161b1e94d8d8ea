import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { onTestFinished } from 'vitest'

/** Collects garbage over and over until the test ends, every so many milliseconds: what only a weak reference holds is gone then. */
export function collectGarbageAllTheTime(every: number): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const timer = setInterval(collect, every)
  onTestFinished(() => clearInterval(timer))
}
