import type { Server } from 'node:http'
import { onTestFinished } from 'vitest'
import { type Listening, listenOn } from './listening.ts'

/** A server on a free port of this machine until the test ends. Apart, for processes that load no vitest. */
export async function listenInTest(server: Server): Promise<Listening> {
  const listening = await listenOn(server)
  onTestFinished(listening.stop)
  return listening
}
