import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { isUnsafePort } from 'get-port-please'
import type { Config } from '../config.ts'
import { GasolinaError, misconfigured } from '../errors.ts'

/**
 * A server that listens at that address or fails, without a handler yet. listhen would choose another address: port 3000 for a port
 * that browsers refuse, another interface for a host it does not recognise (any IPv6 address). So the address is tried first.
 * @throws {GasolinaError} `porta_ocupada`; `configuracao_invalida` when HOST is no address of this machine, or browsers refuse PORT.
 */
export async function listenAt({ host, porta }: Pick<Config, 'host' | 'porta'>): Promise<Server> {
  if (isUnsafePort(porta))
    throw misconfigured(
      `PORT '${porta}' não vale: navegadores recusam essa porta. Use outra, como 3000 ou 8080.`,
    )
  const hostname = host.replace(/^\[(.+)\]$/, '$1')
  await tryPlace(hostname, porta)
  if (!/^(?!-)[\d.A-Za-z-]{1,63}(?<!-)$/.test(hostname)) {
    const server = createServer().listen(porta, hostname)
    await once(server, 'listening')
    return server
  }
  const { listen } = await import('listhen')
  const options = { isProd: true, autoClose: false, showURL: false, open: false, clipboard: false }
  const listener = await listen(() => {}, { ...options, hostname, port: porta }).catch((cause: unknown) => {
    throw placeError('EADDRINUSE', hostname, porta, cause)
  })
  const server = listener.server as Server
  // listhen's helper for its own `close` sets a field on the socket of each ended answer. The socket is null once a client has gone,
  // and the process would crash. `serveOn` closes the server without the helper.
  server.removeAllListeners('request')
  return server
}

async function tryPlace(host: string, port: number): Promise<void> {
  const server = createTcpServer().listen({ port, host })
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw placeError(error.code, host, port, error)
  })
  server.close()
  await once(server, 'close')
}

function placeError(code: string | undefined, host: string, port: number, cause: unknown): GasolinaError {
  const refusals: Partial<Record<string, string>> = {
    EADDRINUSE: `A porta ${port} de ${host} já está em uso: libere-a ou escolha outra em PORT.`,
    EACCES: `Sem permissão para escutar na porta ${port}: escolha em PORT uma a partir de 1024.`,
  }
  const refusal = refusals[code ?? '']
  if (refusal !== undefined) return new GasolinaError('porta_ocupada', refusal, { cause })
  return misconfigured(`HOST '${host}' não vale: use um nome ou endereço IP desta máquina (${code}).`, cause)
}
