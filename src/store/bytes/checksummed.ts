import { hashOf, parseJson, sha256Of } from './records.ts'

const SUM = 64
const NEWLINE = 0x0a

/** Bytes that prove themselves: line 1 is the sha256 of the rest. */
export function withChecksum(body: string): Buffer {
  return Buffer.from(`${sha256Of(body)}\n${body}`)
}

/** What line 1 says. */
export function sumOf(bytes: Buffer): string {
  return bytes.toString('latin1', 0, SUM)
}

/** What follows line 1; null when it is not what that says. */
export function checkedBody(bytes: Buffer): Buffer | null {
  const body = bodyOf(bytes)
  return body && sha256Of(body) === sumOf(bytes) ? body : null
}

/** That as JSON; undefined when it is none, or not what line 1 says. */
export function checkedJson(bytes: Buffer): unknown {
  const body = checkedBody(bytes)
  return body ? parseJson(body.toString('utf8')) : undefined
}

/** What follows line 1 of a large file, as `checkedBody` gives it: others get their turn meanwhile. */
export async function checkedBodyInTurns(bytes: Buffer): Promise<Buffer | null> {
  const body = bodyOf(bytes)
  return body && (await hashOf(body)) === sumOf(bytes) ? body : null
}

function bodyOf(bytes: Buffer): Buffer | null {
  return bytes[SUM] === NEWLINE ? bytes.subarray(SUM + 1) : null
}
