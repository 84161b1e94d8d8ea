import type { Clock } from '../../domain/basics/time.ts'
import type { Program } from '../program.ts'

/** What the program sees of the world. The process gives the real ones, a test its own. */
export interface World {
  env: Record<string, string | undefined>
  clock: Clock
  stdout: Output
  stderr: Output
}

/** What a command has at hand. */
export interface Surroundings extends World {
  program: Program
}

export interface Output {
  write(chunk: string | Uint8Array): unknown
  isTTY?: boolean
  columns?: number
}

/** Width of what is not a terminal: what fits a window nobody resized. */
const DEFAULT_WIDTH = 80
const MIN_WIDTH = 40

export function widthOf({ stdout, env }: Surroundings): number {
  const width = stdout.columns ?? Number.parseInt(env['COLUMNS'] ?? '', 10)
  return Math.max(MIN_WIDTH, Number.isFinite(width) && width > 0 ? width : DEFAULT_WIDTH)
}

/** Colour is for terminals whose owner did not refuse it (https://no-color.org). */
export function wantsColour({ env }: Surroundings, output: Output): boolean {
  return output.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
}
