import { setTimeout } from 'node:timers/promises'
import type { Watch, Wishes } from '../cli/program.ts'
import type { World } from '../cli/terminal/surroundings.ts'
import { createDeadline } from '../deadline.ts'
import { takeInterruption } from './interruption.ts'
import { openFollowed, openRemote } from './lookups.ts'

/** For a command that asks until it is told to end: Ctrl-C ends its pause or its question at once. */
export async function openWatch(world: World, api: string | undefined, wishes: Wishes): Promise<Watch> {
  const local = api === undefined ? await openFollowed(world, wishes) : undefined
  const { signal, by } = takeInterruption()
  const query = local?.query ?? (await openRemote(api ?? '', signal))
  const ending = createDeadline({ parent: signal })
  return {
    query: {
      ...query,
      async mudancas(pedido) {
        signal.throwIfAborted()
        return ending.race(query.mudancas(pedido))
      },
    },
    interrupted: by,
    async pause(ms) {
      await setTimeout(ms, undefined, { signal }).catch(() => {})
      if (!signal.aborted && local) await ending.race(local.follow.refresh()).catch(() => {})
      return !signal.aborted
    },
  }
}
