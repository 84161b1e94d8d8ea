import type { Clock } from '../../domain/basics/time.ts'
import type { Program } from '../program.ts'

/** Environment, clock and output streams: of the process, or of a test. */
export interface World {
  env: Record<string, string | undefined>
  clock: Clock
  stdout: Output
  stderr: Output
}

export interface Surroundings extends World {
  program: Program
}

export interface Output {
  write(chunk: string | Uint8Array): unknown
  isTTY?: boolean
  columns?: number
}

/** Width of a pipe or a file: that of a usual terminal window. */
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
