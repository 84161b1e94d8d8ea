import { setTimeout } from 'node:timers/promises'
import type { Watch, Wishes } from '../cli/program.ts'
import type { World } from '../cli/surroundings.ts'
import { takeInterruption } from './interruption.ts'
import { openFollowed, openRemote } from './lookups.ts'

/** For a command that asks until it is told to end: Ctrl-C ends its pause at once, and what it was doing after that. */
export async function openWatch(world: World, api: string | undefined, wishes: Wishes): Promise<Watch> {
  const local = api === undefined ? await openFollowed(world, wishes) : undefined
  const query = local?.query ?? (await openRemote(api ?? ''))
  const { signal, by } = takeInterruption()
  return {
    query,
    interrupted: by,
    async pause(ms) {
      await setTimeout(ms, undefined, { signal }).catch(() => {})
      if (!signal.aborted) await local?.follow.refresh()
      return !signal.aborted
    },
  }
}
