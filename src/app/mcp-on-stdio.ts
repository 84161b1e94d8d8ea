import type { Feedback, ProcessContext } from '../cli/program.ts'
import { readConfig } from '../config.ts'
import { GasolinaError } from '../errors.ts'
import { runStdio } from '../mcp/protocol/stdio.ts'
import type { ServerDeps } from '../mcp/server.ts'
import { baseOf } from '../query/current/remote-address.ts'
import { followStore, LOOK_EVERY } from './configured-store.ts'
import { openLocal, openRemote } from './open-query.ts'

/** Milliseconds of inspecting the store at each look. */
const INSPECT_MS = 20

/** MCP on stdin and stdout, over the server at `api` or this machine's store. */
export async function serveAssistant(context: ProcessContext, api: string | undefined, feedback: Feedback) {
  const { stop, ...rest } =
    api === undefined ? await serveStore(context, feedback) : await serveRemote(context, api, feedback)
  await runStdio({ ...rest, log: (error) => feedback.tell(inOneLine(error)) })
  stop()
}

/** The server has no description of a remote server's data, known only from its first answer. */
type Served = Omit<ServerDeps, 'log'> & { stop(): void }

async function serveRemote({ env }: ProcessContext, api: string, { tell }: Feedback): Promise<Served> {
  for (const aviso of readConfig(env).avisos) tell(aviso)
  const urlBase = baseOf(api)
  return { query: await openRemote(api), urlBase, site: `${urlBase}/gasolina/`, stop: () => {} }
}

/** Follows the commits of other processes; collects only for an empty demonstration. */
async function serveStore(context: ProcessContext, feedback: Feedback): Promise<Served> {
  const onError = (error: unknown) => feedback.tell(inOneLine(error))
  const { query, follower, store, ditos } = await openLocal(context, feedback, (opened) =>
    followStore(opened, context.clock, { onError, inspectMs: INSPECT_MS }),
  )
  follower.start(LOOK_EVERY)
  await store.attempts.latest().catch(() => {})
  return { query, ...ditos, describe: () => query.source().description, stop: follower.stop }
}

function inOneLine(error: unknown): string {
  if (error instanceof GasolinaError) return error.message
  return String(error instanceof Error ? error.stack : error).replace(/\s*\n\s*/g, ' ')
}
