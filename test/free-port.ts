import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Ports below those that systems give to outgoing connections: of these, another test's connection may take one before it is listened on. */
const [FIRST, LAST] = [20_000, 32_000] as const

/** A port of this machine that nobody held a moment ago. */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, LAST)
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort()
    throw error
  }
  server.close()
  await once(server, 'close')
  return port
}
