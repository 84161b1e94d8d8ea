import type { ServerResponse } from 'node:http'
import type { ListText } from '../format/list-text.ts'
import { JSON_TYPE } from '../format/media-types.ts'
import type { Snapshot } from '../query/snapshot.ts'
import { commitMark } from './answering.ts'
import { createBuffers } from './buffers.ts'
import { limits } from './limits.ts'
import type { Replier } from './reply.ts'
import { tagOf } from './resource.ts'

/** A list made for one question, and who waits for it. */
export interface UniqueList {
  text: ListText
  version: Snapshot
  method: string
  res: ServerResponse
}

/**
 * Sends lists that nobody will ask for again: nothing of them is kept but the memory they were put together in. What was asked
 * in one turn of the event loop leaves at its end, one after the other: written so, answers wake whoever reads them once.
 *
 * What it spares a search by radius, in processor time an answer (21 November 2026, `npm run bench -- raio`): 85 µs by way of
 * `Answering`, 58 without the common end of a turn, 48 without memory used again, 41 with both.
 */
export function createUniqueLists(
  replier: Pick<Replier, 'headOf'>,
  onBug: (error: unknown) => void,
): (list: UniqueList) => void {
  const buffers = createBuffers(limits.freeBuffers)
  let waiting: UniqueList[] = []

  return (list) => {
    if (waiting.push(list) === 1) setImmediate(workOff)
  }

  function workOff(): void {
    const lists = waiting
    waiting = []
    for (const list of lists)
      try {
        write(list)
      } catch (error) {
        onBug(error)
        list.res.destroy()
      }
  }

  function write({ text, version, method, res }: UniqueList): void {
    const { byteLength, checksum } = text
    const { seq, mark, modified } = commitMark(version)
    const tag = `"${tagOf(mark, byteLength, checksum)}"`
    res.writeHead(200, replier.headOf({ tipo: JSON_TYPE, byteLength, tag, modified, commit: seq }))
    if (method === 'HEAD') return void res.end()
    const buffer = buffers.take(byteLength)
    text.writeTo(buffer)
    res.end(buffer.subarray(0, byteLength))
    // Usually the system has taken every byte by now. Else: when the answer closes they have left, or never will.
    if (res.socket?.writableLength === 0) buffers.give(buffer)
    else res.on('close', () => buffers.give(buffer))
  }
}
