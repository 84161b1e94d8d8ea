import { closeSync, openSync } from 'node:fs'
import { runCollectionProcess } from '../../src/app/collection-process.ts'

/** A process that has no descriptor left when its collection is due; prints how that ended. */
const held: number[] = []
try {
  for (;;) held.push(openSync('/dev/null', 'r'))
} catch {
  // That was the last one.
}
const end = await runCollectionProcess({
  command: [process.execPath, '-e', ''],
  deadline: 60_000,
  signal: new AbortController().signal,
})
for (const descriptor of held) closeSync(descriptor)
console.log(JSON.stringify(end))
