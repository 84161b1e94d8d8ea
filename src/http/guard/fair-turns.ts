import type { Client } from './per-connection.ts'

/**
 * Shares the time of the event loop out among those who ask. node accepts one new connection a turn, so a turn that is full of
 * one client's questions keeps all newcomers outside: of a turn so many milliseconds go to questions, the rest wait for the
 * next ones, one of each client at a time.
 */
export interface FairTurns {
  /** Does it at once, or in one of the next turns. */
  run(client: Client, action: () => void): void
}

/** Milliseconds: some twenty answers that are ready, or two lists of every station. */
const EACH_TURN = 0.4

export function createFairTurns(): FairTurns {
  /** Who waits, in the order of their next turn. */
  const waiting = new Map<Client, (() => void)[]>()
  let begun: number | undefined

  return {
    run(client, action) {
      const queue = waiting.get(client)
      if (queue) queue.push(action)
      else if (isLeft()) action()
      else waiting.set(client, [action])
    },
  }

  function isLeft(): boolean {
    if (begun === undefined) {
      begun = performance.now()
      setImmediate(nextTurn)
    }
    return performance.now() - begun < EACH_TURN
  }

  function nextTurn(): void {
    begun = undefined
    for (const [client, queue] of waiting) {
      if (!isLeft()) break
      // Whoever has more to do goes to the end of the line.
      waiting.delete(client)
      const action = queue.shift()
      if (queue.length > 0) waiting.set(client, queue)
      action?.()
    }
  }
}
