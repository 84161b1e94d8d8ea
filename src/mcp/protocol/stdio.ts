/* oxlint-disable unicorn/prefer-add-event-listener -- the SDK's transports have properties, no events */
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import * as sdk from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createDeadline } from '../../deadline.ts'
import { jsonOrUndefined } from '../../domain/basics/text.ts'
import { GasolinaError } from '../../errors.ts'
import { asInOldEra } from '../tools/errors.ts'
import { failureOf, idOf, refuseMalformed } from './malformed.ts'
import { pong } from './era-2026.ts'
import { type Era, type ServerDeps, createServerFactory } from '../server.ts'

const { InvalidRequest, MethodNotFound, ParseError } = sdk.ProtocolErrorCode

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
}: ServerDeps & { stdin?: Readable; stdout?: Writable }): Promise<void> {
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
      if (sdk.isJSONRPCRequest(message) && message.method === 'ping') pings.add(message.id)
      transport.onmessage?.(message)
    }
  })
  serveStdio((context) => newServer((era = context.era)), { transport })
  return ended

  function inEra(message: sdk.JSONRPCMessage): sdk.JSONRPCMessage {
    if ('method' in message || message.id === undefined) return message
    const isPing = pings.delete(message.id)
    if (era === 'legacy') return asInOldEra(message)
    const isRefused = 'error' in message && message.error.code === MethodNotFound
    return isPing && isRefused ? pong(message.id) : message
  }
}

/** Longer lines end the connection: the beginning of the next message is unknown. */
const MAX_LINE = 10 * 1024 * 1024

interface Lines extends sdk.Transport {
  /** Resolves once every request received has been answered or cancelled. */
  settled(): Promise<void>
}

/**
 * Messages as lines of JSON on two streams. The SDK's transport ignores lines that are not JSON, and closes at end of input
 * while requests are under way; this one refuses such lines with an error, and its owner closes it.
 */
function createLines(stdin: Readable, stdout: Writable): Lines {
  const underWay = new Set<unknown>()
  let [chunks, length]: [Buffer[], number] = [[], 0]
  let isClosed = false
  let noneLeft: (() => void) | undefined

  const lines: Lines = {
    async start() {
      stdin.on('data', read)
      // EPIPE, when the reader is gone, would otherwise end the process with a stack trace.
      stdout.on('error', () => void lines.close())
      // Each answer waiting for a slow reader adds a 'drain' listener.
      stdout.setMaxListeners(0)
    },
    async send(message) {
      if (isClosed) return
      const isTaken = stdout.write(`${JSON.stringify(message)}\n`)
      if (!isTaken) await Promise.race([once(stdout, 'drain'), once(stdout, 'close')]).catch(() => {})
      if (!('method' in message)) settle(message.id)
    },
    async close() {
      if (isClosed) return
      isClosed = true
      stdin.off('data', read)
      stdin.pause()
      lines.onclose?.()
    },
    settled: () => new Promise<void>((resolve) => (underWay.size === 0 ? resolve() : (noneLeft = resolve))),
  }
  return lines

  function read(chunk: Buffer | string): void {
    let rest = Buffer.from(chunk)
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const line = rest.subarray(0, end)
      if (length + line.length > MAX_LINE) return overflow()
      receive(Buffer.concat([...chunks, line]).toString())
      ;[chunks, length] = [[], 0]
      rest = rest.subarray(end + 1)
    }
    chunks.push(rest)
    length += rest.length
    if (length > MAX_LINE) overflow()
  }

  function overflow(): void {
    const megabytes = MAX_LINE / 1024 / 1024
    const message = `Uma linha passou de ${megabytes} MB: a conexão foi encerrada.`
    lines.onerror?.(new GasolinaError('corpo_grande', message))
    void lines.close()
  }

  function receive(line: string): void {
    if (isClosed) return
    const message = jsonOrUndefined(line)
    if (message === undefined) return answer(failureOf(ParseError, 'A linha não é JSON válido.', null))
    if (!sdk.isSpecType.JSONRPCMessage(message))
      return answer(failureOf(InvalidRequest, 'A linha não é uma mensagem JSON-RPC.', idOf(message)))
    if (sdk.isJSONRPCRequest(message)) {
      const refused = refuseMalformed(message)
      if (refused) return answer(refused)
      underWay.add(message.id)
    } else if ('method' in message && message.method === 'notifications/cancelled')
      // The server does not answer a cancelled request.
      settle(message.params?.['requestId'])
    lines.onmessage?.(message)
  }

  function answer(refusal: object): void {
    if (!isClosed) stdout.write(`${JSON.stringify(refusal)}\n`)
  }

  function settle(id: unknown): void {
    underWay.delete(id)
    if (underWay.size === 0) noneLeft?.()
  }
}
