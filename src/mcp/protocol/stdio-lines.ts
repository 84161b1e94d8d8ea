import type { Readable, Writable } from 'node:stream'
import { once } from 'node:events'
import { ProtocolErrorCode, type Transport, isJSONRPCRequest, isSpecType } from '@modelcontextprotocol/server'
import { jsonOrUndefined } from '../../domain/basics/text.ts'
import { GasolinaError } from '../../errors.ts'
import { failureOf, idOf, refuseMalformed } from './malformed.ts'

/** Longer lines end the connection: the beginning of the next message is unknown. */
const MAX_LINE = 10 * 1024 * 1024

export interface Lines extends Transport {
  /** Resolves once every request received has been answered or cancelled. */
  settled(): Promise<void>
}

/**
 * Messages as lines of JSON on two streams. The SDK's transport ignores lines that are not JSON, and closes at end of input
 * while requests are under way; this one refuses such lines with an error, and its owner closes it.
 */
export function createLines(stdin: Readable, stdout: Writable): Lines {
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
    if (message === undefined)
      return answer(failureOf(ProtocolErrorCode.ParseError, 'A linha não é JSON válido.', null))
    if (!isSpecType.JSONRPCMessage(message))
      return answer(
        failureOf(ProtocolErrorCode.InvalidRequest, 'A linha não é uma mensagem JSON-RPC.', idOf(message)),
      )
    if (isJSONRPCRequest(message)) {
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
