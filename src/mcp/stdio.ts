/* oxlint-disable unicorn/prefer-add-event-listener -- the SDK has properties, no events */
import type { Readable, Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { ErrorCode, isJSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import { GasolinaError } from '../errors.ts'
import { refuseMalformed } from './malformed.ts'
import type { McpDeps } from './server.ts'
import { createServerFactory } from './server.ts'

export interface StdioDeps extends McpDeps {
  stdin?: Readable
  stdout?: Writable
}

/** Longer lines end the connection: nothing tells where the next message begins. */
const MAX_LINE = 10 * 1024 * 1024

/** What a client that has stopped reading gets, in milliseconds, before the process ends all the same. */
const LONGEST_WAIT = 5000

/**
 * Serves one client on stdin and stdout, where nothing but JSON-RPC is written. Resolves when the client leaves, the
 * pipe closes or the process is told to end, after the questions under way are answered.
 * @throws {GasolinaError} `corpo_grande` after a line beyond all measure.
 */
export async function runStdio({
  stdin = process.stdin,
  stdout = process.stdout,
  ...deps
}: StdioDeps): Promise<void> {
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: MAX_LINE })
  const server = createServerFactory(deps)()
  const underWay = trackRequests(transport)
  const ended = new Promise<void>((resolve, reject) => {
    let leaving = false
    const leave = async (answering: boolean) => {
      if (leaving) return
      leaving = true
      if (answering) await atMost(LONGEST_WAIT, underWay.settled())
      await server.close()
      resolve()
    }
    const answerAndLeave = () => void leave(true)
    stdin.once('end', answerAndLeave)
    stdin.once('close', answerAndLeave)
    process.once('SIGTERM', answerAndLeave)
    process.once('SIGINT', answerAndLeave)
    // Every answer a slow reader keeps waiting listens for it.
    stdout.setMaxListeners(0)
    // Nobody reads any more: EPIPE would otherwise end the process with a stack.
    stdout.on('error', () => void leave(false))
    server.onclose = () => {
      process.off('SIGTERM', answerAndLeave)
      process.off('SIGINT', answerAndLeave)
      // The transport closes by itself only when a line overflows.
      if (!leaving) reject(lineTooLong())
    }
    server.onerror = (error) => {
      if (isUnreadable(error)) stdout.write(UNREADABLE)
    }
  })
  await server.connect(transport)
  return ended
}

/** JSON-RPC's answer to what is no message: its id is unknown. */
const UNREADABLE = `${JSON.stringify({
  jsonrpc: '2.0',
  id: null,
  error: { code: ErrorCode.ParseError, message: 'A linha não é uma mensagem JSON-RPC.' },
})}\n`

function isUnreadable(error: Error): boolean {
  return error instanceof SyntaxError || error.name === 'ZodError' || error.name === '$ZodError'
}

/** Counts requests that came and were not answered yet, so that the end of the input does not cut them off. */
function trackRequests(transport: StdioServerTransport) {
  const open = new Set<unknown>()
  let done: (() => void) | undefined
  const [start, send] = [transport.start.bind(transport), transport.send.bind(transport)]
  // The server sets its `onmessage` just before it starts; the first message may come before `connect` returns.
  transport.start = () => {
    const deliver = transport.onmessage
    transport.onmessage = (message) => {
      const refused = isJSONRPCRequest(message) ? refuseMalformed(message) : undefined
      if (isJSONRPCRequest(message)) open.add(message.id)
      else if ('method' in message && message.method === 'notifications/cancelled')
        // Nobody waits for it any more, and the server will not answer it.
        close(message.params?.['requestId'])
      if (refused) void transport.send(refused)
      else deliver?.(message)
    }
    return start()
  }
  transport.send = async (message: JSONRPCMessage) => {
    await send(message)
    if (!('method' in message)) close(message.id)
  }
  function close(id: unknown): void {
    open.delete(id)
    if (open.size === 0) done?.()
  }
  return {
    settled: () => new Promise<void>((resolve) => (open.size === 0 ? resolve() : (done = resolve))),
  }
}

/** Keeps the process until then: with nothing else to wait for it would end in the middle. */
async function atMost(ms: number, work: Promise<void>): Promise<void> {
  const given = new AbortController()
  const late = setTimeout(ms, undefined, { signal: given.signal }).catch(() => {})
  await Promise.race([work, late])
  given.abort()
}

function lineTooLong(): GasolinaError {
  return new GasolinaError(
    'corpo_grande',
    `Uma linha passou de ${MAX_LINE / 1024 / 1024} MB: a conexão foi encerrada.`,
  )
}
