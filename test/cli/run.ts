import { createRequire } from 'node:module'
import type { createProgram } from '../../src/app/start.ts'
import type { main } from '../../src/cli/main.ts'
import type { Program, Surroundings } from '../../src/cli/program.ts'
import type { Query } from '../../src/query/query.ts'
import { AGORA } from '../demonstration.ts'

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
 * Runs a command line inside this process, by the built program: from source oclif would load every command to find one. It
 * loads them with Node's own `require`, so `main` is loaded so too: vitest's import would give it other copies of the same modules.
 */
export async function gasolina(argv: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const { env = {}, now = AGORA, terminal } = options
  const program = loadMain()
  const [stdout, stderr] = [capture(terminal), capture(terminal)]
  const world = { env, clock: () => now, stdout, stderr }
  const ours = program.createProgram(world, [])
  const queries = opened.get(env)
  const code = await program.main(argv, { ...world, program: queries ? sharing(ours, queries, now) : ours })
  process.exitCode = 0
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

/** The stores that tests only read, by their environments, with a query for each clock: opened at the first question. */
const opened = new WeakMap<object, Map<number, Promise<Query>>>()

/** From now on the commands with this very environment share one open store. */
export function shareStore(env: Record<string, string>): void {
  opened.set(env, new Map())
}

function sharing(program: Program, queries: Map<number, Promise<Query>>, now: number): Program {
  return {
    ...program,
    openQuery(api, wishes) {
      const query = (api === undefined && queries.get(now)) || program.openQuery(api, wishes)
      if (api === undefined) queries.set(now, query)
      return query
    },
  }
}

interface Loaded {
  main: typeof main
  createProgram: typeof createProgram
}
let loaded: Loaded | undefined

function loadMain(): Loaded {
  return (loaded ??= { ...load('cli/main'), ...load('app/start') } as Loaded)
}

/** As oclif will load the commands. */
function load(name: string): object {
  return createRequire(import.meta.url)(`../../dist/${name}.cjs`)
}

function capture(columns?: number): Surroundings['stdout'] & { text(): string } {
  const chunks: Buffer[] = []
  return {
    ...(columns !== undefined && { isTTY: true, columns }),
    write: (chunk) => chunks.push(Buffer.from(chunk)),
    text: () => Buffer.concat(chunks).toString(),
  }
}
