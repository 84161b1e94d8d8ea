import type { Server } from 'node:http'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { BaseCommand } from '../base.ts'
import { tuneHeap } from '../server-heap.ts'

/** Requests get five seconds, a collection lets go at once; what takes longer is cut off. */
const LONGEST_STOP = 7000

export default class Servir extends BaseCommand {
  static override summary = 'Serve a API HTTP e o MCP, e coleta os preços de tempos em tempos'
  static override description =
    'Onde escuta e de onde coleta dizem as variáveis de ambiente HOST, PORT, GASOLINA_* e SEFAZ_*. Termina com Ctrl-C.'
  static override examples = ['<%= config.bin %> servir', 'PORT=8080 <%= config.bin %> servir']
  static override flags = {}

  async run(): Promise<number> {
    await this.parse(Servir)
    tuneHeap()
    const [{ readConfig }, { openStore }, { createServing }, { listenAt }] = await Promise.all([
      import('../../config.ts'),
      import('../../store/open.ts'),
      import('../serving.ts'),
      import('../../http/listen.ts'),
    ])
    const { surroundings } = this
    const config = readConfig(surroundings.env)
    const store = await openStore({ folder: config.storage, fonte: config.fonte })
    await store.probe()
    const serving = await createServing(surroundings, config, store)
    const ended = whatEndsIt(serving.tellOf)
    const server = await listenAt(config)
    const { stop } = serving.start(server)
    this.welcome(config, server)
    const exitCode = await ended
    const late = setTimeout(LONGEST_STOP, 'late', { ref: false })
    if ((await Promise.race([stop(), late])) === 'late') process.exit(exitCode)
    return exitCode
  }

  private welcome({ urlBase, fonte, storage, avisos, avisosAoServir }: Config, server: Server): void {
    this.print(`gasolina serve em ${urlBase}/gasolina/api/ (Ctrl-C termina)`)
    this.tell(`Escuta em ${placeOf(server)}.`)
    if (fonte === 'demonstracao')
      this.tell(
        'Dados de demonstração: postos e preços são fictícios. Para os reais, defina SEFAZ_APP_TOKEN.',
      )
    for (const aviso of [...avisos, ...avisosAoServir]) this.tell(aviso)
    this.tell(`Os dados ficam em ${resolve(storage, fonte)}.`)
  }
}

/** Address and port, as the system has them. */
function placeOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') return String(address)
  const { family, address: host, port } = address
  return family === 'IPv6' ? `[${host}]:${port}` : `${host}:${port}`
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
