import { setTimeout } from 'node:timers/promises'
import type { Watch, Wishes } from '../cli/program.ts'
import type { World } from '../cli/surroundings.ts'
import { openFollowed, openRemote } from './lookups.ts'

/** For a command that asks until it is told to end: Ctrl-C ends its pause at once, and what it was doing after that. */
export async function openWatch(world: World, api: string | undefined, wishes: Wishes): Promise<Watch> {
  const local = api === undefined ? await openFollowed(world, wishes) : undefined
  const query = local?.query ?? (await openRemote(api ?? ''))
  const ending = new AbortController()
  let interrupted: ReturnType<Watch['interrupted']>
  const end = (signal: NodeJS.Signals): void => {
    interrupted = signal === 'SIGINT' ? signal : 'SIGTERM'
    ending.abort()
  }
  process.once('SIGINT', end)
  process.once('SIGTERM', end)

  return {
    query,
    interrupted: () => interrupted,
    async pause(ms) {
      await setTimeout(ms, undefined, { signal: ending.signal }).catch(() => {})
      if (!ending.signal.aborted) await local?.follow.refresh()
      return !ending.signal.aborted
    },
  }
}
