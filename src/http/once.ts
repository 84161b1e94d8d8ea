import type { ServerResponse } from 'node:http'
import type { ListText } from '../format/list-text.ts'
import type { Snapshot } from '../query/snapshot.ts'
import { createBuffers } from './buffers.ts'
import { commitMark } from './finder.ts'
import { limits } from './limits.ts'
import { JSON_TYPE, tagOf } from './resource.ts'
import type { Responder } from './respond.ts'
import { atEndOfTurn } from './turn.ts'

/** A list made for one question, and who waits for it. */
export interface Once {
  text: ListText
  version: Snapshot
  method: string
  res: ServerResponse
}

/** Sends lists that nobody will ask for again: nothing of them is kept but the memory they were put together in. */
export function createAnswerOnce(responder: Pick<Responder, 'headOnce'>): (once: Once) => void {
  const buffers = createBuffers(limits.freeBuffers)

  return atEndOfTurn(({ text, version, method, res }) => {
    const { byteLength, checksum } = text
    const { mark, modified } = commitMark(version)
    const tag = `"${tagOf(mark, byteLength, checksum)}"`
    res.writeHead(200, responder.headOnce({ tipo: JSON_TYPE, byteLength, tag, modified }))
    if (method === 'HEAD') return res.end()
    const buffer = buffers.take(byteLength)
    text.writeTo(buffer)
    res.end(buffer.subarray(0, byteLength))
    // Usually the system has taken every byte by now. Else: when the answer closes they have left, or never will.
    if (res.socket?.writableLength === 0) buffers.give(buffer)
    else res.on('close', () => buffers.give(buffer))
  })
}
