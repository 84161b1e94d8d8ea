import type { Wishes } from '../cli/program.ts'
import type { World } from '../cli/surroundings.ts'
import { rebuildInMemory } from '../collect/rebuild.ts'
import type { Config } from '../config.ts'
import { readConfig } from '../config.ts'
import { SECOND, instante } from '../domain/time.ts'
import { GasolinaError } from '../errors.ts'
import { runStdio } from '../mcp/stdio.ts'
import { createDataset } from '../query/dataset.ts'
import type { Query } from '../query/query.ts'
import { createQuery } from '../query/query.ts'
import { followCommits } from '../store/follow.ts'
import { openStore } from '../store/open.ts'
import { collectInto } from './collecting.ts'
import { openRemote } from './lookups.ts'

/** How soon commits of other processes are noticed, and how long each look inspects some of the store. */
const LOOK_EVERY = 5 * SECOND
const INSPECT_MS = 20

/** MCP on stdin and stdout, over the server at `api` or this machine's store. */
export async function serveAssistant(world: World, api: string | undefined, wishes: Wishes): Promise<void> {
  const config = readConfig(world.env)
  for (const aviso of config.avisos) wishes.tell(aviso)
  const { query, stop } =
    api === undefined
      ? await followStore(world, config, wishes)
      : { query: await openRemote(api), stop: () => {} }
  const { urlBase, site } = config
  await runStdio({ query, urlBase, site, log: (error) => wishes.tell(inOneLine(error)) })
  stop()
}

/** Commits are noticed whoever makes them; this process makes one only of an empty demonstration. */
async function followStore(
  { clock }: World,
  config: Config,
  wishes: Wishes,
): Promise<{ query: Query; stop(): void }> {
  const store = await openStore({ folder: config.storage, fonte: config.fonte })
  const follower = followCommits(store, {
    onError: (error) => wishes.tell(inOneLine(error)),
    inspectMs: INSPECT_MS,
    rebuild: () => rebuildInMemory(store, instante(clock())),
  })
  await follower.refresh()
  if (!follower.current() && !follower.problem() && config.fonte === 'demonstracao') {
    await collectInto(store, { config, clock, ...wishes })
    await follower.refresh()
  }
  follower.start(LOOK_EVERY)
  const { urlBase, site, intervaloMinutos } = config
  const dataset = createDataset({ store, follow: follower, clock, intervaloMinutos })
  return { query: createQuery({ dataset, urlBase, site }), stop: follower.stop }
}

function inOneLine(error: unknown): string {
  if (error instanceof GasolinaError) return error.message
  return String(error instanceof Error ? error.stack : error).replace(/\s*\n\s*/g, ' ')
}
