import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Listening {
  base: string
  port: number
  /** With whatever is still under way. */
  stop(): void
}

/** On a free port of this machine, for as long as whoever asked wants it. */
export async function listenOn(server: Server): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    base: `http://127.0.0.1:${port}`,
    port,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
