import type { Server } from 'node:http'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { format } from 'node:util'
import type { Serving, Feedback, ProcessContext } from '../cli/program.ts'
import { deadlineFor } from '../collect/collect.ts'
import type { Config } from '../config.ts'
import { mayPass } from '../errors.ts'
import { showStorage } from '../storage-address.ts'
import { isFull } from '../store/bytes/storage-errors.ts'
import type { Store } from '../store/store.ts'
import { type CollectionProcess, runCollectionProcess } from './collection-process.ts'
import { connectConfigured } from './configured-store.ts'
import { keepAnswersYoung, optimizeAsUsual } from './v8-settings.ts'
import { listenAt } from './open-port.ts'
import { createServing } from './wire-server.ts'

/** Milliseconds: requests get five seconds, a collection ends at once; the rest is cut off. */
const LONGEST_STOP = 7000

/** `gasolina servir`: listens at the configured address, answers, and starts collections as separate processes. */
export async function serve(
  context: ProcessContext,
  self: readonly string[],
  { tell }: Pick<Feedback, 'tell'>,
): Promise<Serving> {
  keepAnswersYoung()
  const { config, store } = await connectConfigured(context.env)
  const { urlBase, fonte, intervaloMinutos, storage } = config
  await tryStore(store, config, tell)
  const deadline = deadlineFor(intervaloMinutos)
  const runCommand = (options: Pick<CollectionProcess, 'signal' | 'onOutput'>, ...command: string[]) =>
    runCollectionProcess({ command: [...self, ...command, '--json'], deadline, ...options })
  const serving = await createServing(context, config, store, {
    run: (signal, onOutput) => runCommand({ signal, onOutput }, 'atualizar'),
    takeRegistry: (origem, signal) => runCommand({ signal }, 'cadastro', origem),
  })
  logWhatIsPrinted(serving.tellOf)
  const toldToEnd = whatEndsIt(serving.tellOf)
  const server = await listenAt(config)
  const { stop, warm } = serving.start(server)
  void warm.finally(optimizeAsUsual)
  for (const aviso of [...config.avisos, ...config.avisosAoServir]) tell(aviso)
  const data =
    storage.kind === 'folder' ? resolve(storage.folder, fonte) : `${showStorage(storage)} (${fonte})`
  return { urlBase, place: placeOf(server), fonte, storage: data, ended: end() }

  async function end(): Promise<number> {
    const exitCode = await toldToEnd
    const late = setTimeout(LONGEST_STOP, 'late', { ref: false })
    if ((await Promise.race([stop(), late])) === 'late') process.exit(exitCode)
    return exitCode
  }
}

/** Console output of libraries and node's warnings become lines of the log: its readers expect JSON only. */
function logWhatIsPrinted(tellOf: (error: unknown) => void): void {
  console.error = console.warn = (...words: unknown[]) => tellOf(format(...words))
  process.removeAllListeners('warning')
  process.on('warning', tellOf)
}

/** Exit code 0 after SIGTERM or SIGINT; 1 after an uncaught error: requests are still answered, and a supervisor restarts the process. */
function whatEndsIt(tellOf: (error: unknown) => void): Promise<number> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve(0))
    process.once('SIGINT', () => resolve(0))
    process.on('uncaughtException', (error) => {
      tellOf(error)
      resolve(1)
    })
  })
}

/** Ends the start at a permanent failure. An engine that is away or a full disk is waited for, and so is a store into which another process collects. */
async function tryStore(store: Store, { coleta }: Config, tell: Feedback['tell']): Promise<void> {
  try {
    await (coleta ? store.probe() : store.check())
  } catch (error) {
    // A collector needs a store that it can write. On a full disk the old data is served until there is room.
    if (!mayPass(error)) throw error
    const isUnwritable = coleta && error.codigo === 'armazenamento_falhou' && !isFull(error)
    if (isUnwritable) throw error
    tell(error.message)
  }
}

function placeOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') return String(address)
  const { family, address: host, port } = address
  return family === 'IPv6' ? `[${host}]:${port}` : `${host}:${port}`
}
