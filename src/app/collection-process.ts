import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { MINUTE, SECOND } from '../domain/basics/time.ts'
import type { Codigo } from '../errors.ts'
import { FRASE_ERRO_INTERNO, codeOf, isCodigo } from '../errors.ts'

/** How a collection made by a process of its own ended. What it saw and kept stands in the store. */
export interface CollectionEnd {
  /** `done`: it came to its end, published or not; `busy`: another collector was at it; `failed`: it did not come to its end. */
  kind: 'done' | 'busy' | 'failed'
  /** Why it failed, a Portuguese sentence. */
  motivo?: string
  /** What could not be tidied up afterwards, as sentences. */
  avisos: readonly string[]
  /** For the log: the last words of a process that nobody expected to end so. */
  lastWords?: string
}

export interface CollectionProcess {
  /** The command line that makes one collection and tells its outcome in JSON. */
  command: readonly string[]
  /** Milliseconds after which a collection ends by itself; one that does not is killed a little later. */
  deadline: number
  /** Beyond its deadline a collection still publishes and tidies up; for so long, in milliseconds. */
  grace?: number
  /** Tells it to end soon. */
  signal: AbortSignal
}

const GRACE = 2 * MINUTE
/** For one that is told to end: it publishes whole slices it already has. */
const LETTING_GO = 5 * SECOND
/** A process that is told to end while it starts ends at once, without a word. */
const STOPPED = 'A coleta foi interrompida antes de terminar, porque o servidor que a iniciou foi encerrado.'
/** How the kernel and V8 end a process when memory is out; 134 where there are no signals. */
const OUT_OF_MEMORY = new Set(['SIGKILL', 'SIGABRT', '134'])
const MOST_TOLD = 1024 * 1024
const LAST_WORDS = 4096

/** Runs the command, below the priority of whoever serves. Never rejects: whatever becomes of the process is an end. */
export async function runCollectionProcess(options: CollectionProcess): Promise<CollectionEnd> {
  try {
    return await runToItsEnd(options)
  } catch (error) {
    return failed(
      `O processo da coleta não pôde ser iniciado (${codeOf(error) || 'erro desconhecido'}).`,
      String(error),
    )
  }
}

/** Rejects when there is no such process. */
async function runToItsEnd({
  command,
  deadline,
  grace = GRACE,
  signal,
}: CollectionProcess): Promise<CollectionEnd> {
  const [file = '', ...args] = command
  const child: ChildProcess = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  // Before all else: with no descriptor left the child has no streams, and an `error` is all that comes of it.
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  let [told, lastWords] = ['', '']
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (told = (told + text).slice(0, MOST_TOLD)))
  child.stderr
    ?.setEncoding('utf8')
    .on('data', (text: string) => (lastWords = (lastWords + text).slice(-LAST_WORDS)))
  child.once('spawn', () => lowerPriority(child.pid))
  let isLate = false
  const late = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, deadline + grace)
  let letGo: NodeJS.Timeout | undefined
  const stop = (): void => {
    child.kill('SIGTERM')
    letGo = setTimeout(() => child.kill('SIGKILL'), LETTING_GO)
  }
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    const [code, killedBy] = await closed
    if (isLate) return failed('O processo da coleta passou muito do seu prazo e foi encerrado.', lastWords)
    if (signal.aborted && told === '') return failed(STOPPED)
    return endOf(told, lastWords) ?? failed(endedBy(killedBy ?? String(code)), lastWords)
  } finally {
    clearTimeout(late)
    clearTimeout(letGo)
    signal.removeEventListener('abort', stop)
  }
}

/** How a collection that told a failure ended. A bug's own words go to the log alone. */
const kindOf: Record<Codigo, CollectionEnd['kind'] | 'bug'> = {
  parametro_invalido: 'failed',
  posto_nao_encontrado: 'failed',
  rota_nao_encontrada: 'failed',
  metodo_nao_permitido: 'failed',
  cursor_vencido: 'failed',
  faixa_invalida: 'failed',
  uri_longa: 'failed',
  pedido_malformado: 'failed',
  pedido_demorado: 'failed',
  cabecalho_grande: 'failed',
  dados_indisponiveis: 'failed',
  origem_nao_permitida: 'failed',
  corpo_grande: 'failed',
  tipo_nao_suportado: 'failed',
  muitos_pedidos: 'failed',
  erro_interno: 'bug',
  configuracao_invalida: 'failed',
  porta_ocupada: 'failed',
  coleta_em_andamento: 'busy',
  fonte_falhou: 'done',
  armazenamento_falhou: 'failed',
  armazenamento_inalcancavel: 'failed',
  formato_desconhecido: 'failed',
  api_inalcancavel: 'failed',
}

/** What the command printed: an outcome, or an error in the one shape; undefined when it is neither. */
function endOf(told: string, lastWords: string): CollectionEnd | undefined {
  try {
    const { codigo, message, avisos = [] } = JSON.parse(told) as Partial<Told>
    if (codigo === undefined) return { kind: 'done', avisos }
    const kind = isCodigo(codigo) ? kindOf[codigo] : 'bug'
    if (kind === 'done' || kind === 'busy') return { kind, avisos }
    return kind === 'failed' && message ? failed(message) : failed(FRASE_ERRO_INTERNO, lastWords)
  } catch {
    return undefined
  }
}

/** `how`: a signal, or an exit code. */
function endedBy(how: string): string {
  const guess = OUT_OF_MEMORY.has(how) ? '; talvez por falta de memória' : ''
  return `O processo da coleta terminou (${how}) sem dizer o que fez${guess}.`
}

interface Told {
  codigo: string
  message: string
  avisos: string[]
}

function failed(motivo: string, lastWords?: string): CollectionEnd {
  return { kind: 'failed', motivo, avisos: [], ...(lastWords && { lastWords }) }
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or the system does not let us: it collects all the same.
  }
}
