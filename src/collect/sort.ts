import { createPace } from '../store/pace.ts'
import { inChunks } from './pause.ts'

const BETWEEN_LOOKS = 256

/** As `toSorted`, in steps: short strips, then two joined to one until one is left, others having their turn in between. */
export async function sortInSteps<T>(items: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  let strips: T[][] = []
  for await (const chunk of inChunks(items)) strips.push(chunk.toSorted(compare))
  while (strips.length > 1) {
    const joined: T[][] = []
    for (let at = 0; at < strips.length; at += 2)
      joined.push(await join(strips[at] ?? [], strips[at + 1] ?? [], compare))
    strips = joined
  }
  return strips[0] ?? []
}

/** Of equal items those of `a` come first. */
async function join<T>(a: T[], b: T[], compare: (a: T, b: T) => number): Promise<T[]> {
  if (b.length === 0) return a
  const pause = createPace()
  const joined: T[] = []
  const rest = b.values()
  let next = rest.next()
  for (const item of a) {
    for (; !next.done && compare(next.value, item) < 0; next = rest.next()) joined.push(next.value)
    if (joined.push(item) % BETWEEN_LOOKS === 0) await pause()
  }
  for (; !next.done; next = rest.next()) joined.push(next.value)
  return joined
}
