import { setFlagsFromString } from 'node:v8'

/**
 * After a load V8 takes the objects of each answer for lasting ones: at 42,000 stations it then collected 20 MB a second in 150 ms every
 * three seconds, while answers waited 25 ms (the slowest of a hundred, 32 at a time; 9 without).
 */
export function keepAnswersYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}

/**
 * V8's own limit lets the garbage of requests grow the heap fourfold: 245 MB after all rows of the bench, 175 with 40 %. Set when the
 * first commit is loaded, as the load would be collected too often: 1 s more at 42,000 stations. The 200 MB of these get 15 %: with 40
 * the commit before, of 150 MB, stayed until the next one was compressed, at most 934 MB of RSS instead of 827 (28 November 2026).
 */
export function limitHeapGrowth(): void {
  const percent = (GARBAGE / process.memoryUsage().heapUsed) * 100
  setFlagsFromString(`--heap-growing-percent=${Math.round(Math.max(15, Math.min(40, percent)))}`)
}

/**
 * The two sizes that are usually given to a starting Node (`npm start` gives the first) are the heap's own by now. V8 refuses a cache of compiled code that was made
 * with other settings, though they have nothing to do with code: with that size a lookup took 0.55 s instead of 0.45 (29 November 2026).
 */
export function forgetHeapSizes(): void {
  for (const size of ['--max-semi-space-size', '--max-old-space-size']) setFlagsFromString(`${size}=0`)
}

/**
 * Most of the code of a command, a collection or a start runs for a moment, and optimizing it took a fifth of the processor time: with eight
 * times V8's own budget an hourly collection of the demonstration took 1.2 s of it instead of 1.4, a first one 4.0 instead of 4.9.
 */
export function optimizeLess(): void {
  for (const flag of OPTIMIZE_LESS) setFlagsFromString(flag)
}

/** Options of `optimizeLess` for a process that is only to be started. */
export const OPTIMIZE_LESS = budget(540_000)

/** V8's own budget again, for a server that is warm: what it runs from now on it runs for long. */
export function optimizeAsUsual(): void {
  for (const flag of budget(67_584)) setFlagsFromString(flag)
}

/** None but on Node 20: later ones count calls instead, and refuse a flag that they do not know. */
function budget(bytes: number): readonly string[] {
  return process.versions.node.startsWith('20.') ? [`--interrupt-budget=${bytes}`] : []
}

/** Bytes by which a large heap may grow between two collections. */
const GARBAGE = 30 * 1024 * 1024
