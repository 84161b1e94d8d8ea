import { main } from '../cli/main.ts'
import { boundUnread } from './bounded-output.ts'
import { createProgram } from './program.ts'

/** The program: one command line on the real process. */
export async function start(p: NodeJS.Process): Promise<void> {
  endQuietlyOnClosedPipes(p)
  const { env, stdout, argv } = p
  const world = { env, stdout, stderr: boundUnread(p.stderr), clock: Date.now }
  const self = [p.execPath, ...p.execArgv, argv[1] ?? '']
  const code = await main(argv.slice(2), { ...world, program: createProgram(world, self) })
  // Not exit(): what is still on its way into a pipe must arrive. And oclif has set 1 on any failure.
  p.exitCode = code
  // After a signal the output alone is waited for, never an engine that was being asked.
  if (code > SIGNALLED) stdout.write('', () => p.stderr.write('', () => p.exit()))
}

/** Exit codes above it are those of signals. */
const SIGNALLED = 128

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
