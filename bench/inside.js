// Preloaded into a measured server (`node --import`): tells its parent how long the event loop was held up, since the parent's
// first `reset`, and how much memory the process took, without a port or a route of its own.
import { readFileSync } from 'node:fs'
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks'

/** Upper ends of the histogram's classes, in milliseconds. */
const CLASSES = [2, 5, 10, 20, 50, 100, 250, 500, 1000, Infinity]
const delay = monitorEventLoopDelay({ resolution: 1 })

/**
 * The same without what other processes did meanwhile: processor time of the main thread between two turns of a timer.
 * On a busy machine the delay tells how busy it was; this tells how long our own work held up the loop.
 */
const held = createHistogram()
let onCpu

/** Not before it is asked for: a look every millisecond takes 4 % of the processor of a server under load. */
function look() {
  if (!delay.enable()) return
  onCpu = mainThreadNs()
  if (onCpu !== undefined) setInterval(recordHeld, 1).unref()
}

function recordHeld() {
  const now = mainThreadNs() ?? 0
  held.record(Math.max(1, now - onCpu))
  onCpu = now
}

process.on('message', (message) => {
  if (message === 'reset') {
    look()
    delay.reset()
    held.reset()
  }
  if (message === 'tell') process.send?.(told())
})
// The channel alone must not keep the server running.
process.channel?.unref()

function told() {
  return {
    delay: summary(delay),
    /** null where the system does not tell. */
    held: held.count > 0 ? summary(held) : null,
    rss: process.memoryUsage.rss(),
    maxRss: mostKilobytes() * 1024,
  }
}

function summary(histogram) {
  return {
    p50: histogram.percentile(50) / 1e6,
    p99: histogram.percentile(99) / 1e6,
    p999: histogram.percentile(99.9) / 1e6,
    max: histogram.max / 1e6,
    counts: counts(histogram),
  }
}

/** The histogram knows percentiles only, each with the value below which so many samples lie. */
function counts(histogram) {
  let below = 0
  return CLASSES.map((limit) => {
    const upTo = samplesUpTo(histogram, limit)
    const count = upTo - below
    below = upTo
    return { upTo: Number.isFinite(limit) ? limit : null, count }
  })
}

function samplesUpTo(histogram, limit) {
  if (limit * 1e6 >= histogram.max) return histogram.count
  let [low, high] = [0, 100]
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2
    if (middle > 0 && histogram.percentile(middle) / 1e6 <= limit) low = middle
    else high = middle
  }
  return Math.round((low / 100) * histogram.count)
}

/** Linux counts what the parent had at the fork among a child's `maxRSS`; `VmHWM` is of this program alone. */
function mostKilobytes() {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))?.[1])
  } catch {
    return process.resourceUsage().maxRSS
  }
}

function mainThreadNs() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0])
  } catch {
    return undefined
  }
}
