import type { Output, Program, ProcessContext } from '../cli/program.ts'
import { forgetHeapSizes, optimizeLess } from './v8-settings.ts'

/** The program: one command line on the real process. */
export async function start(p: NodeJS.Process): Promise<void> {
  // Before the rest is loaded: V8 refuses a cache of compiled code that was made with other settings.
  optimizeLess()
  forgetHeapSizes()
  endQuietlyOnClosedPipes(p)
  const { env, stdout, argv } = p
  const context = { env, stdout, stderr: boundUnread(p.stderr), clock: Date.now }
  const self = [p.execPath, ...p.execArgv, argv[1] ?? '']
  const { main } = await import('../cli/main.ts')
  const code = await main(argv.slice(2), { ...context, program: createProgram(context, self) })
  // Not exit(): output on its way into a pipe must arrive. And oclif has set 1 on any failure.
  p.exitCode = code
  // After a signal only the output is waited for, not an engine under way.
  if (code > SIGNALLED) stdout.write('', () => p.stderr.write('', () => p.exit()))
}

/** Exit codes above it are those of signals. */
const SIGNALLED = 128

/** The parts of the program, each loaded when a command asks for it. `self`: the command line that starts the program. */
export function createProgram(context: ProcessContext, self: readonly string[]): Program {
  return {
    openQuery: async (...asked) => (await import('./open-query.ts')).openQuery(context, ...asked),
    openForStatus: async (...asked) => (await import('./open-query.ts')).openForStatus(context, ...asked),
    openWatch: async (...asked) => (await import('./open-query.ts')).openWatch(context, ...asked),
    collect: async (feedback) => (await import('./collect-once.ts')).collectOnce(context, feedback),
    copy: async (places, feedback) =>
      (await import('./copy-between.ts')).copyBetween(context, places, feedback),
    takeRegistry: async (wanted, feedback) =>
      (await import('./collect-once.ts')).takeRegistryOnce(context, wanted, feedback),
    serve: async (feedback) => (await import('./run-server.ts')).serve(context, self, feedback),
    serveAssistant: async (api, feedback) =>
      (await import('./mcp-on-stdio.ts')).serveAssistant(context, api, feedback),
  }
}

/** `gasolina precos --csv | head` closes the pipe early: no failure. A full disk behind `>` is one. */
function endQuietlyOnClosedPipes({ stdout, stderr, exit }: NodeJS.Process): void {
  // oclif's own listener throws, stack and all, for anything but EPIPE.
  stdout.removeAllListeners('error')
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') exit(0)
    stderr.write(`Não foi possível escrever a saída (${error.code ?? error.message}).\n`)
    exit(1)
  })
  stderr.on('error', () => {})
}

/** Bytes buffered for a stalled reader before lines are dropped: some minutes of an ordinary log. */
const MOST_UNREAD = 1024 * 1024

/** An output with a bounded buffer: a stalled reader of the log loses lines, and gets their number when it reads again. */
function boundUnread(output: Output & { readonly writableLength?: number }): Output {
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
