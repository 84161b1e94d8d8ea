import type { Output } from '../cli/terminal/surroundings.ts'

/** What a stalled reader may leave unread before lines are dropped: some minutes of an ordinary log. */
const MOST_UNREAD = 1024 * 1024

interface Pipe extends Output {
  readonly writableLength?: number
}

/**
 * The same output, which holds no more than 1 MB for a reader that has stopped: what comes then is dropped, and counted in a
 * line once it reads again. Nobody's memory grows because nobody reads a log.
 */
export function boundUnread(output: Pipe): Output {
  let dropped = 0

  return {
    ...(output.isTTY !== undefined && { isTTY: output.isTTY }),
    write(chunk) {
      if ((output.writableLength ?? 0) > MOST_UNREAD) {
        dropped++
        return false
      }
      if (dropped > 0) output.write(`{"evento":"registro","linhasPerdidas":${dropped}}\n`)
      dropped = 0
      return output.write(chunk)
    },
  }
}
