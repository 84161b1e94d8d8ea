import { fileURLToPath } from 'node:url'
import type { Interfaces } from '@oclif/core'
import { ModuleLoader } from '@oclif/core'
import { register } from 'tsx/esm/api'
import type { main } from '../../src/cli/main.ts'
import type { Surroundings } from '../../src/cli/surroundings.ts'

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
  const code = await program.main(argv, { env, clock: () => now, stdout, stderr })
  process.exitCode = 0
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

type Main = { main: typeof main }
let loaded: Promise<Main> | undefined

function loadMain(): Promise<Main> {
  loaded ??= (() => {
    register()
    // The loader that will load the commands; of the configuration it only wants to know where a relative path begins.
    const path = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
    return ModuleLoader.load({} as Interfaces.Config, path) as Promise<Main>
  })()
  return loaded
}

function capture(columns?: number): Surroundings['stdout'] & { text(): string } {
  const chunks: Buffer[] = []
  return {
    ...(columns !== undefined && { isTTY: true, columns }),
    write: (chunk) => chunks.push(Buffer.from(chunk)),
    text: () => Buffer.concat(chunks).toString(),
  }
}
