import { setImmediate } from 'node:timers/promises'
import type { Mudanca } from '../../domain/answers/mudancas.ts'
import { CURSOR, type Cursor } from '../../domain/answers/cursor.ts'
import type { Dia } from '../../domain/basics/time.ts'
import type { CheckedFiles } from '../engines/checked-files.ts'
import type { SourceStorage } from '../engines/source-storage.ts'
import { checkedBodyInTurns, parseJson, withChecksum } from '../bytes/records.ts'
import type { Step } from '../store.ts'

/** Changes of commits, one file a day, kept longer than the commits. */
export type ChangeDays = ReturnType<typeof createChangeDays>

export interface FiledStep extends Omit<Step, 'count'> {
  mudancas: readonly Mudanca[]
}

const NAME = /^mudancas:(\d{4}-\d\d-\d\d)\.ndjson$/

export function createChangeDays(storage: SourceStorage, checked: CheckedFiles) {
  return {
    /** Newest first. */
    list: async (): Promise<Dia[]> => daysOf(await storage.getKeys('mudancas')).toReversed(),
    /** Oldest first; undefined when there is no such file, or none that is whole. */
    read: async (dia: Dia): Promise<FiledStep[] | undefined> =>
      (await checked.read(keyOf(dia), parseDay)) ?? undefined,
    async write(dia: Dia, steps: readonly FiledStep[]): Promise<void> {
      await storage.setItemRaw(keyOf(dia), formatDay(steps))
      checked.note(keyOf(dia), false)
    },
    async remove(dia: Dia): Promise<void> {
      await storage.removeItem(keyOf(dia))
      checked.note(keyOf(dia), false)
    },
    /** Days whose file was damaged when last read. */
    damaged: (): Dia[] => daysOf(checked.damaged()),
  }
}

/** The day from the key of such a file; undefined for other files. */
export function changeDayOf(key: string): Dia | undefined {
  return NAME.exec(key)?.[1]
}

/** The steps, one a line; null when the bytes are not whole or not ours. */
async function parseDay(bytes: Buffer): Promise<FiledStep[] | null> {
  const body = await checkedBodyInTurns(bytes)
  if (!body) return null
  const steps: unknown[] = []
  for (const line of String(body).split('\n').filter(Boolean)) {
    steps.push(parseJson(line))
    // A country's day has 30 MB: yields to the event loop.
    await setImmediate()
  }
  return steps.every(isStep) ? steps : null
}

function formatDay(steps: readonly FiledStep[]): Buffer {
  return withChecksum(steps.map((step) => `${JSON.stringify(step)}\n`).join(''))
}

function isStep(value: unknown): value is FiledStep {
  const { cursor, since, mudancas } = (value ?? {}) as Record<keyof FiledStep, unknown>
  return isCursor(cursor) && isCursor(since) && Array.isArray(mudancas)
}

function isCursor(value: unknown): value is Cursor {
  return typeof value === 'string' && CURSOR.test(value)
}

function daysOf(keys: readonly string[]): Dia[] {
  return keys.map(changeDayOf).filter((dia) => dia !== undefined)
}

function keyOf(dia: Dia): string {
  return `mudancas:${dia}.ndjson`
}
