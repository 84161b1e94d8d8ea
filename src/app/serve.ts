import type { Server } from 'node:http'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Serving, Wishes } from '../cli/program.ts'
import type { World } from '../cli/surroundings.ts'
import { deadlineFor } from '../collect/collect.ts'
import { readConfig } from '../config.ts'
import { openStore } from '../store/open.ts'
import { runCollectionProcess } from './collection-process.ts'
import { defaultFolder } from './data-folder.ts'
import { listenAt } from './listen.ts'
import { createServing } from './serving.ts'

/** Requests get five seconds, a collection lets go at once; what takes longer is cut off. */
const LONGEST_STOP = 7000

/** `gasolina servir`: listens at the configured place, answers, and has collections made by processes of their own. */
export async function serve(
  world: World,
  self: readonly string[],
  { tell }: Pick<Wishes, 'tell'>,
): Promise<Serving> {
  const config = readConfig(world.env, { storage: defaultFolder(world.env) })
  const { urlBase, fonte, storage, intervaloMinutos } = config
  const store = await openStore({ folder: storage, fonte })
  if (config.coleta) await store.probe()
  const serving = await createServing(world, config, store, (signal) =>
    runCollectionProcess({
      command: [...self, 'atualizar', '--json'],
      deadline: deadlineFor(intervaloMinutos),
      signal,
    }),
  )
  const toldToEnd = whatEndsIt(serving.tellOf)
  const server = await listenAt(config)
  const { stop } = serving.start(server)
  for (const aviso of [...config.avisos, ...config.avisosAoServir]) tell(aviso)
  return { urlBase, place: placeOf(server), fonte, storage: resolve(storage, fonte), ended: end() }

  async function end(): Promise<number> {
    const exitCode = await toldToEnd
    const late = setTimeout(LONGEST_STOP, 'late', { ref: false })
    if ((await Promise.race([stop(), late])) === 'late') process.exit(exitCode)
    return exitCode
  }
}

/**
 * Resolves with the exit code when the process is told to end, with 0; or, with 1, after an error that nobody caught: what is
 * under way is still answered, and whoever watches over the process starts it anew.
 */
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

/** Address and port, as the system has them. */
function placeOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') return String(address)
  const { family, address: host, port } = address
  return family === 'IPv6' ? `[${host}]:${port}` : `${host}:${port}`
}
