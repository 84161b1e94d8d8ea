import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { onTestFinished } from 'vitest'

/** Collects garbage over and over until the test ends: what only a weak reference holds is gone within milliseconds. */
export function collectGarbageAllTheTime(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const timer = setInterval(collect, 5)
  onTestFinished(() => clearInterval(timer))
}
