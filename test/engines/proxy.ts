import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

/** What becomes of a message to the server and of its answer. */
export type Passage = 'pass' | 'cut' | 'cut the answer' | 'hold'

/** The way to a server, which can be cut and counts what goes along it. */
export interface Proxy {
  port: number
  /** Called for each message to the server, counted from zero; what it says holds for that connection from then on. */
  passage: (message: number) => Passage
  /**
   * Since the last `reset`: chunks that went to the server, turns (a chunk to it after one from it, or the first), and the bytes
   * of both directions.
   */
  count(): { messages: number; turns: number; bytes: number }
  reset(): void
  close(): Promise<void>
}

export async function startProxy(target: { host: string; port: number }): Promise<Proxy> {
  const sockets = new Set<Socket>()
  let [messages, turns, bytes] = [0, 0, 0]
  const server = createServer((client) => {
    const upstream = connect(target)
    let passage: Passage = 'pass'
    let isAsking = false
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
      // A connection that is cut is cut for both.
      socket.on('error', () => socket.destroy())
    }
    client.on('data', (chunk: Buffer) => {
      passage = control.passage(messages++)
      if (!isAsking) turns++
      isAsking = true
      bytes += chunk.length
      if (passage === 'cut') client.destroy()
      else if (passage !== 'hold') upstream.write(chunk)
    })
    upstream.on('data', (chunk: Buffer) => {
      isAsking = false
      bytes += chunk.length
      if (passage === 'cut the answer') client.destroy()
      else if (passage === 'pass') client.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const control: Proxy = {
    port: (server.address() as AddressInfo).port,
    passage: () => 'pass',
    count: () => ({ messages, turns, bytes }),
    reset() {
      messages = 0
      turns = 0
      bytes = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  return control
}
