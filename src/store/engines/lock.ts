import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { z } from 'zod'
import { jsonOrUndefined } from '../../domain/basics/text.ts'
import { MINUTE, SECOND } from '../../domain/basics/time.ts'
import { processExists } from '../../process-exists.ts'
import { singleKeys } from '../bytes/keys.ts'
import { type SourceStorage, readOrDamaged } from './source-storage.ts'

const { collectorLock: LOCK, clockProbe: PROBE } = singleKeys
const RENEW_EVERY = 30 * SECOND
/** After so many missed renewals a process counts as dead, stuck or cut off. */
const STALE_AFTER = 6 * RENEW_EVERY
/** Longer than any collection: a process that hangs loses the lock. */
const LONGEST = 90 * MINUTE

const holderSchema = z.object({ pid: z.int().positive(), maquina: z.string(), id: z.string() })

type Holder = z.infer<typeof holderSchema>

/** Locks of this process: after a restart in a container the new process often has the old one's pid. */
const held = new Set<string>()

/**
 * The function that releases the collector's lock, or null while another process collects. It only saves calls to the source and
 * keeps clean-up to one process. The lock of a dead process is taken over, and after three minutes without a renewal that of another
 * machine or of a process that hangs. Best effort: two processes may both take it over at once, and nothing breaks.
 */
export async function tryLock(storage: SourceStorage): Promise<(() => Promise<void>) | null> {
  const mine: Holder = { pid: process.pid, maquina: hostname(), id: randomUUID() }
  const bytes = Buffer.from(`${JSON.stringify(mine)}\n`)
  if (!(await storage.create(LOCK, bytes))) {
    const holder = await readHolder(storage)
    if (holder && isRunning(holder) && (await isRenewed(storage))) return null
    await storage.removeItem(LOCK)
    if (!(await storage.create(LOCK, bytes))) return null
  }
  held.add(mine.id)
  const since = performance.now()
  let renewing = Promise.resolve()
  const timer = setInterval(() => {
    // A lock that cannot be renewed is taken over at worst; the collection goes on.
    renewing = renewing.then(renew).catch(() => {})
  }, RENEW_EVERY).unref()

  return async () => {
    clearInterval(timer)
    // Waits for a renewal in progress, which would re-create the lock.
    await renewing
    held.delete(mine.id)
    if (await isMine().catch(() => false)) await storage.removeItem(LOCK).catch(() => {})
  }

  async function renew(): Promise<void> {
    if (performance.now() - since < LONGEST && (await isMine())) await storage.setItemRaw(LOCK, bytes)
  }

  async function isMine(): Promise<boolean> {
    return (await readHolder(storage))?.id === mine.id
  }
}

/** Null when it names no process. */
async function readHolder(storage: SourceStorage): Promise<Holder | null> {
  const bytes = await readOrDamaged(storage, LOCK)
  return holderSchema.safeParse(jsonOrUndefined(String(bytes ?? ''))).data ?? null
}

/** A process on another machine counts as running; its renewals decide. */
function isRunning({ pid, maquina, id }: Holder): boolean {
  if (maquina !== hostname()) return true
  return pid === process.pid ? held.has(id) : processExists(pid)
}

/** Compared with a file written now, by the store's own clock: the clocks of two machines may differ. */
async function isRenewed(storage: SourceStorage): Promise<boolean> {
  await storage.setItemRaw(PROBE, Buffer.from('{}\n'))
  const now = await storage.modifiedAt(PROBE)
  const renewed = await storage.modifiedAt(LOCK)
  await storage.removeItem(PROBE)
  if (renewed === null) return false
  // Without a time, because another process removed the probe, the lock counts as renewed; the caller tries again later.
  return now === null || Math.abs(now - renewed) < STALE_AFTER
}
