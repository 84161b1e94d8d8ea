/* oxlint-disable unicorn/prefer-add-event-listener -- the SDK's transports have properties, no events */
import type { Readable, Writable } from 'node:stream'
import { type JSONRPCMessage, ProtocolErrorCode, isJSONRPCRequest } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createDeadline } from '../../deadline.ts'
import { asInOldEra } from '../tools/errors.ts'
import { createLines } from './stdio-lines.ts'
import { pong } from './era-2026.ts'
import { type Era, type ServerDeps, createServerFactory } from '../server.ts'

interface StdioDeps extends ServerDeps {
  stdin?: Readable
  stdout?: Writable
}

/** Longest wait for a client that has stopped reading, in milliseconds, before the process ends. */
const LONGEST_WAIT = 5000

/**
 * Serves one client on stdin and stdout, with JSON-RPC only, in the era of its first message. Resolves at end of input, when the
 * pipe closes or on SIGTERM and SIGINT, after the requests under way are answered.
 * @throws {GasolinaError} `corpo_grande` after a line over the limit.
 */
export async function runStdio({
  stdin = process.stdin,
  stdout = process.stdout,
  ...deps
}: StdioDeps): Promise<void> {
  const newServer = createServerFactory(deps)
  const lines = createLines(stdin, stdout)
  const pings = new Set<unknown>()
  let era: Era = 'legacy'
  const transport: typeof lines = { ...lines, send: (message) => lines.send(inEra(message)) }
  const ended = new Promise<void>((resolve, reject) => {
    const leave = async () => {
      // Its timer also keeps the process alive: without it the event loop could run empty before the answers are written.
      const limit = createDeadline({ after: LONGEST_WAIT })
      await limit.race(lines.settled()).catch(() => {})
      limit.release()
      await lines.close()
    }
    const leaveSoon = () => void leave()
    stdin.once('end', leaveSoon)
    stdin.once('close', leaveSoon)
    process.once('SIGTERM', leaveSoon)
    process.once('SIGINT', leaveSoon)
    lines.onerror = reject
    lines.onclose = () => {
      process.off('SIGTERM', leaveSoon)
      process.off('SIGINT', leaveSoon)
      transport.onclose?.()
      resolve()
    }
    lines.onmessage = (message) => {
      if (isJSONRPCRequest(message) && message.method === 'ping') pings.add(message.id)
      transport.onmessage?.(message)
    }
  })
  serveStdio((context) => newServer((era = context.era)), { transport })
  return ended

  function inEra(message: JSONRPCMessage): JSONRPCMessage {
    if ('method' in message || message.id === undefined) return message
    const isPing = pings.delete(message.id)
    if (era === 'legacy') return asInOldEra(message)
    const isRefused = 'error' in message && message.error.code === ProtocolErrorCode.MethodNotFound
    return isPing && isRefused ? pong(message.id) : message
  }
}
