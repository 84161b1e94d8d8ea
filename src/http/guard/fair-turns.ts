import type { Client } from './clients.ts'

/** Milliseconds: some twenty cached answers, or two lists of all stations. */
const EACH_TURN = 0.4

/**
 * Divides the time of the event loop among clients. node accepts one new connection per turn, so one client's questions could
 * fill a turn and keep newcomers outside. Each turn has a few tenths of a millisecond for questions; the rest wait for the next turns,
 * one of each client at a time. `now`: monotonic time in milliseconds.
 */
export function createFairTurns(now = () => performance.now()) {
  /** Queues of waiting clients, the next client first. */
  const waiting = new Map<Client, (() => void)[]>()
  let begun: number | undefined

  return {
    /** Runs the action at once, or in one of the next turns. */
    run(client: Client, action: () => void): void {
      const queue = waiting.get(client)
      if (queue) queue.push(action)
      else if (isLeft()) action()
      else waiting.set(client, [action])
    },
  }

  function isLeft(): boolean {
    if (begun === undefined) {
      begun = now()
      setImmediate(nextTurn)
    }
    return now() - begun < EACH_TURN
  }

  function nextTurn(): void {
    begun = undefined
    for (const [client, queue] of waiting) {
      if (!isLeft()) break
      // A client with more actions moves to the end.
      waiting.delete(client)
      const action = queue.shift()
      if (queue.length > 0) waiting.set(client, queue)
      action?.()
    }
  }
}
