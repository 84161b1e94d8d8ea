import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Clock } from '../domain/time.ts'
import { HOUR } from '../domain/time.ts'
import type { Files } from './files.ts'
import { codeOf } from './storage-errors.ts'

const KEY = 'coletor.json'
/** No collection lasts longer; a lock from another machine is believed this long, whichever way clocks jump. */
const STALE = HOUR

interface Holder {
  pid: number
  maquina: string
  em: number
  id: string
}

/** Locks this process holds: after a restart in a container the new process often has the old one's pid. */
const held = new Set<string>()

/** Best effort: two may hold it when both take over a dead one's at once, and nothing breaks. */
export async function tryLock(files: Files, agora: Clock): Promise<(() => Promise<void>) | null> {
  const id = randomUUID()
  const mine: Holder = { pid: process.pid, maquina: hostname(), em: agora(), id }
  const bytes = Buffer.from(`${JSON.stringify(mine)}\n`)
  if (!(await files.create(KEY, bytes))) {
    const holder = await readHolder(files)
    if (holder && isAlive(holder, agora())) return null
    await files.remove(KEY)
    if (!(await files.create(KEY, bytes))) return null
  }
  held.add(id)
  return async () => {
    held.delete(id)
    // A lock that cannot be released is taken over later.
    if ((await readHolder(files).catch(() => null))?.id === id) await files.remove(KEY).catch(() => {})
  }
}

async function readHolder(files: Files): Promise<Holder | null> {
  const bytes = await files.read(KEY)
  try {
    return bytes && JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}

function isAlive({ pid, maquina, em, id }: Holder, now: number): boolean {
  if (Math.abs(now - em) > STALE) return false
  if (maquina !== hostname()) return true
  return pid === process.pid ? held.has(id) : processExists(pid)
}

function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
