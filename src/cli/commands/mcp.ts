import type { Config } from '../../config.ts'
import { SECOND, instante } from '../../domain/time.ts'
import { GasolinaError } from '../../errors.ts'
import type { Query } from '../../query/query.ts'
import { BaseCommand } from '../base.ts'
import { openRemote } from '../open.ts'
import { apiFlag } from '../output-flags.ts'

/** How soon commits of other processes are noticed, and how long each look inspects some of the store. */
const LOOK_EVERY = 5 * SECOND
const INSPECT_MS = 20

export default class Mcp extends BaseCommand {
  static override summary = 'Serve as ferramentas MCP a um assistente, pela entrada e saída padrão'
  static override description =
    'É o assistente que inicia este comando; mcp.json mostra como. Para MCP sobre HTTP, use servir.'
  static override examples = ['<%= config.bin %> mcp']
  static override flags = apiFlag

  async run(): Promise<void> {
    const { flags } = await this.parse(Mcp)
    const [{ readConfig }, { runStdio }] = await Promise.all([
      import('../../config.ts'),
      import('../../mcp/stdio.ts'),
    ])
    const config = readConfig(this.surroundings.env)
    for (const aviso of config.avisos) this.tell(aviso)
    const { query, stop } =
      flags.api === undefined
        ? await this.follow(config)
        : { query: await openRemote(flags.api), stop: () => {} }
    const { urlBase, site } = config
    const log = (error: unknown): void => this.tell(inOneLine(error))
    await runStdio({ query, urlBase, site, log })
    stop()
  }

  /** Commits are noticed whoever makes them; this process makes one only of an empty demonstration. */
  private async follow(config: Config): Promise<{ query: Query; stop(): void }> {
    const [{ openStore }, { followCommits }, { rebuildInMemory }, { createDataset }, { createQuery }] =
      await Promise.all([
        import('../../store/open.ts'),
        import('../../store/follow.ts'),
        import('../../collect/rebuild.ts'),
        import('../../query/dataset.ts'),
        import('../../query/query.ts'),
      ])
    const store = await openStore({ folder: config.storage, fonte: config.fonte })
    const follower = followCommits(store, {
      onError: (error) => this.tell(inOneLine(error)),
      inspectMs: INSPECT_MS,
      rebuild: () => rebuildInMemory(store, instante(this.surroundings.clock())),
    })
    await follower.refresh()
    if (!follower.current() && !follower.problem() && config.fonte === 'demonstracao') {
      const { collectNow } = await import('../collecting.ts')
      await collectNow(this.surroundings, config, store)
      await follower.refresh()
    }
    follower.start(LOOK_EVERY)
    const { urlBase, site, intervaloMinutos } = config
    const { clock } = this.surroundings
    const dataset = createDataset({ store, follow: follower, clock, intervaloMinutos })
    const query = createQuery({ dataset, urlBase, site })
    return { query, stop: follower.stop }
  }
}

function inOneLine(error: unknown): string {
  if (error instanceof GasolinaError) return error.message
  return String(error instanceof Error ? error.stack : error).replace(/\s*\n\s*/g, ' ')
}
