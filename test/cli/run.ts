import { fileURLToPath } from 'node:url'
import { type Interfaces, ModuleLoader } from '@oclif/core'
import { register } from 'tsx/esm/api'
import type { createProgram } from '../../src/app/start.ts'
import type { main } from '../../src/cli/main.ts'
import type { Surroundings } from '../../src/cli/terminal/surroundings.ts'

/** Thursday, 16 April 2026, 12:00 in Maceió. */
export const NOW = Date.parse('2026-04-16T15:00:00Z')

export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

export interface RunOptions {
  env?: Record<string, string>
  now?: number
  /** A terminal of so many columns instead of pipes. */
  terminal?: number
}

/**
 * Runs a command line inside this process. oclif loads the commands with Node's own import, so `main` is loaded so too:
 * vitest's would give it other copies of the same modules.
 */
export async function gasolina(argv: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const { env = {}, now = NOW, terminal } = options
  const program = await loadMain()
  const [stdout, stderr] = [capture(terminal), capture(terminal)]
  const world = { env, clock: () => now, stdout, stderr }
  const code = await program.main(argv, { ...world, program: program.createProgram(world, []) })
  process.exitCode = 0
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

interface Loaded {
  main: typeof main
  createProgram: typeof createProgram
}
let loaded: Promise<Loaded> | undefined

function loadMain(): Promise<Loaded> {
  loaded ??= (async () => {
    register()
    const [cli, app] = await Promise.all(['cli/main', 'app/start'].map(load))
    return { ...cli, ...app } as Loaded
  })()
  return loaded
}

/** With the loader that will load the commands; of the configuration it only wants to know where a relative path begins. */
function load(name: string): Promise<object> {
  const path = fileURLToPath(new URL(`../../src/${name}.ts`, import.meta.url))
  return ModuleLoader.load({} as Interfaces.Config, path) as Promise<object>
}

function capture(columns?: number): Surroundings['stdout'] & { text(): string } {
  const chunks: Buffer[] = []
  return {
    ...(columns !== undefined && { isTTY: true, columns }),
    write: (chunk) => chunks.push(Buffer.from(chunk)),
    text: () => Buffer.concat(chunks).toString(),
  }
}
