import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { createDeadline } from '../deadline.ts'
import { MINUTE, SECOND } from '../domain/basics/time.ts'
import { FRASE_ERRO_INTERNO, codeOf, isCodigo } from '../errors.ts'

/** End of a collection's process. Its results are in the store. */
export interface CollectionEnd {
  /** `done`: completed, published or not; `busy`: another collector has the lock; `failed`: not completed. */
  kind: 'done' | 'busy' | 'failed'
  /** Reason of a failure, a Portuguese sentence. */
  motivo?: string
  /** Sentences about a failed clean-up. */
  avisos: readonly string[]
  /** The end of stderr, for the log, after an unexpected end. */
  stderrTail?: string
}

export interface CollectionProcess {
  /** Command line of one collection, with its outcome as JSON on stdout. */
  command: readonly string[]
  /** Milliseconds after which a collection ends by itself; else it is killed a little later. */
  deadline: number
  /** Milliseconds beyond the deadline, to publish and clean up. */
  grace?: number
  signal: AbortSignal
  /** Called at each output on stderr, where the process says that it has published, some seconds before its end. */
  onOutput?: () => void
}

const GRACE = 2 * MINUTE
/** After an abort: time to publish the complete slices. */
const LETTING_GO = 5 * SECOND
/** A process aborted while it starts ends at once, without output. */
const STOPPED = 'A coleta foi interrompida antes de terminar, porque o servidor que a iniciou foi encerrado.'
/** Signals of the kernel and of V8 when memory is out; 134 where there are no signals. */
const OUT_OF_MEMORY = new Set(['SIGKILL', 'SIGABRT', '134'])
const MOST_OUTPUT = 1024 * 1024
const STDERR_TAIL = 4096

/** Runs the command with lower priority than the server. Never rejects: any failure is an end. */
export function runCollectionProcess(options: CollectionProcess): Promise<CollectionEnd> {
  return runToItsEnd(options).catch((error: unknown) => {
    const code = codeOf(error) || 'erro desconhecido'
    return failed(`O processo da coleta não pôde ser iniciado (${code}).`, String(error))
  })
}

async function runToItsEnd(options: CollectionProcess): Promise<CollectionEnd> {
  const { command, deadline, grace = GRACE, signal, onOutput } = options
  const [file = '', ...args] = command
  const child: ChildProcess = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  // First of all: with no descriptor left the child has no streams, only an `error` event.
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  let [output, stderrTail] = ['', '']
  child.stdout
    ?.setEncoding('utf8')
    .on('data', (text: string) => (output = (output + text).slice(0, MOST_OUTPUT)))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-STDERR_TAIL)
    onOutput?.()
  })
  child.once('spawn', () => lowerPriority(child.pid))
  const late = createDeadline({ after: deadline + grace })
  late.signal.addEventListener('abort', () => child.kill('SIGKILL'))
  let letGo: NodeJS.Timeout | undefined
  const stop = (): void => {
    child.kill('SIGTERM')
    letGo = setTimeout(() => child.kill('SIGKILL'), LETTING_GO)
  }
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    const [code, killedBy] = await closed
    if (late.signal.aborted)
      return failed('O processo da coleta passou muito do seu prazo e foi encerrado.', stderrTail)
    if (signal.aborted && output === '') return failed(STOPPED)
    const how = killedBy ?? String(code)
    const guess = OUT_OF_MEMORY.has(how) ? '; talvez por falta de memória' : ''
    const motivo = `O processo da coleta terminou (${how}) sem dizer o que fez${guess}.`
    return endOf(output, stderrTail) ?? failed(motivo, stderrTail)
  } finally {
    late.release()
    clearTimeout(letGo)
    signal.removeEventListener('abort', stop)
  }
}

/** Reads the output: an outcome, or an error in the one shape; undefined when it is neither. */
function endOf(output: string, stderrTail: string): CollectionEnd | undefined {
  try {
    const told = JSON.parse(output) as { codigo?: string; message?: string; avisos?: string[] }
    const { codigo, message, avisos = [] } = told
    if (codigo === undefined || codigo === 'fonte_falhou') return { kind: 'done', avisos }
    if (codigo === 'coleta_em_andamento') return { kind: 'busy', avisos }
    // The message of a bug goes to the log alone.
    const isTold = isCodigo(codigo) && codigo !== 'erro_interno' && message
    return isTold ? failed(message) : failed(FRASE_ERRO_INTERNO, stderrTail)
  } catch {
    return undefined
  }
}

function failed(motivo: string, stderrTail?: string): CollectionEnd {
  return { kind: 'failed', motivo, avisos: [], ...(stderrTail && { stderrTail }) }
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process has ended already, or the system does not allow it: the priority is not essential.
  }
}
