import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { GasolinaError } from '../../errors.ts'
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
    const [{ readConfig }, { openStore }, { createServing }] = await Promise.all([
      import('../../config.ts'),
      import('../../store/open.ts'),
      import('../serving.ts'),
    ])
    const { surroundings } = this
    const config = readConfig(surroundings.env)
    const store = await openStore({ folder: config.storage, fonte: config.fonte })
    await store.probe()
    const serving = await createServing(surroundings, config, store)
    const stopped = firstSignal()
    const server = await listenAt(serving.listener, config)
    const { stop } = serving.start(server)
    this.welcome(config)
    await stopped
    const late = setTimeout(LONGEST_STOP, 'late', { ref: false })
    if ((await Promise.race([stop(), late])) === 'late') process.exit(0)
    return 0
  }

  private welcome({ urlBase, fonte, storage, avisos }: Config): void {
    this.print(`gasolina serve em ${urlBase}/gasolina/api/ (Ctrl-C termina)`)
    if (fonte === 'demonstracao')
      this.tell(
        'Dados de demonstração: postos e preços são fictícios. Para os reais, defina SEFAZ_APP_TOKEN.',
      )
    for (const aviso of avisos) this.tell(aviso)
    this.tell(`Os dados ficam em ${resolve(storage, fonte)}.`)
  }
}

function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
}

/**
 * Listens there or nowhere. listhen goes elsewhere rather than fail: to port 3000 for a port that browsers refuse, to
 * another interface for a host it does not take for one (any IPv6 address). So the place is tried first and checked after.
 * @throws {GasolinaError} `porta_ocupada`, or `configuracao_invalida` when HOST is no address of this machine.
 */
async function listenAt(listener: RequestListener, { host, porta }: Config): Promise<Server> {
  const hostname = host.replace(/^\[(.+)\]$/, '$1')
  await tryPlace(hostname, porta)
  if (!/^(?!-)[\d.A-Za-z-]{1,63}(?<!-)$/.test(hostname)) {
    const server = createServer(listener).listen(porta, hostname)
    await once(server, 'listening')
    return server
  }
  const { listen } = await import('listhen')
  const options = { isProd: true, autoClose: false, showURL: false, open: false, clipboard: false }
  const { server } = await listen(listener, { ...options, hostname, port: porta }).catch((cause: unknown) => {
    throw placeError('EADDRINUSE', hostname, porta, cause)
  })
  const address = server.address()
  if (typeof address === 'object' && address?.port === porta) return server as Server
  server.close()
  throw new GasolinaError(
    'configuracao_invalida',
    `PORT '${porta}' não vale: navegadores recusam essa porta.`,
  )
}

async function tryPlace(host: string, port: number): Promise<void> {
  const server = createTcpServer().listen({ port, host })
  try {
    await once(server, 'listening')
  } catch (error) {
    throw placeError((error as NodeJS.ErrnoException).code, host, port, error)
  }
  server.close()
  await once(server, 'close')
}

function placeError(code: string | undefined, host: string, port: number, cause: unknown): GasolinaError {
  const details = { cause }
  if (code === 'EADDRINUSE')
    return new GasolinaError(
      'porta_ocupada',
      `A porta ${port} de ${host} já está em uso: libere-a ou escolha outra em PORT.`,
      details,
    )
  if (code === 'EACCES')
    return new GasolinaError(
      'porta_ocupada',
      `Sem permissão para escutar na porta ${port}: escolha em PORT uma a partir de 1024.`,
      details,
    )
  return new GasolinaError(
    'configuracao_invalida',
    `HOST '${host}' não vale: use um nome ou endereço IP desta máquina (${code}).`,
    details,
  )
}
