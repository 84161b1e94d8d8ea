import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Mudanca } from '../../domain/answers/mudancas.ts'
import { CURSOR, type Cursor, cursorOf } from '../../domain/facts/published-changes.ts'
import { lazily } from '../../domain/basics/memoize.ts'
import { CHANGES_KEPT, CHANGES_KEPT_DAYS } from '../../domain/facts/rules.ts'
import type { Commit, MudancasDoCommit } from '../../domain/state/commit-state.ts'
import { type Dia, type Instante, addDays, addMs, dayOf } from '../../domain/basics/time.ts'
import { type CommitFile, readCommit } from '../commits/commit-file.ts'
import { storeKey, partsOfKey } from '../bytes/keys.ts'
import { readPart } from '../commits/parts.ts'
import type { CheckedFiles } from '../engines/checked-files.ts'
import { checkedBody, withChecksum } from '../bytes/checked-json.ts'

/** Rows of the days kept in memory: about five days of a state. A larger day is kept alone. */
const ROWS_IN_MEMORY = 20_000

export interface Step {
  cursor: Cursor
  /** The state that it was merged upon. */
  since: Cursor
  publicadoEm: Instante
  count: number
}

export type Changes = ReturnType<typeof createChanges>

/** Changes between commits: in the commits themselves, later in one file a day. Each commit leads to the one it was merged upon, as numbers have gaps. */
export function createChanges(files: CheckedFiles) {
  /** The steps found so far, without their rows. */
  let known = new Map<Cursor, Step>()
  /** The step of the newest commit, whose day's file may not have it yet. */
  let newest: (Step & Pick<MudancasDoCommit, 'read'>) | undefined
  const recent = new LRUCache<Dia, readonly FiledStep[]>({
    maxSize: ROWS_IN_MEMORY,
    sizeCalculation: (filed) =>
      Math.min(ROWS_IN_MEMORY, 1 + filed.reduce((sum, { mudancas }) => sum + mudancas.length, 0)),
  })

  return { steps, rows, file }

  /** The steps that led to `commit`, oldest first, each since the one before; back to the first gap, 30 days at most. */
  async function steps(commit: Commit): Promise<Step[]> {
    const told = toldOf(commit)
    if (newest?.cursor !== told?.cursor) newest = told && newestStep(told, commit.mudancas)
    const oldest = addMs(commit.cabecalho.publicadoEm, -CHANGES_KEPT)
    // Listed when first asked, newest first; each day is read once.
    let left: Dia[] | undefined
    const unread = async () => (left ??= await listDays()).shift()
    const found: Step[] = []
    let step: Step | undefined = newest
    while (step && step.publicadoEm >= oldest) {
      found.push(step)
      step = await stepTo(step.since, unread)
    }
    known = new Map(found.map((step) => [step.cursor, step]))
    return found.toReversed()
  }

  async function stepTo(cursor: Cursor, unread: () => Promise<Dia | undefined>): Promise<Step | undefined> {
    const step = remembered(cursor)
    if (step) return step
    for (let dia = await unread(); dia !== undefined; dia = await unread()) {
      for (const filed of await readDay(dia)) known.set(filed.cursor, toStep(filed))
      const found = remembered(cursor)
      if (found) return found
    }
    const present = await presentStep(cursor)
    return present && toStep(present)
  }

  /** Steps of a day whose file is damaged are not served from memory either: all processes answer the same. */
  function remembered(cursor: Cursor): Step | undefined {
    const step = known.get(cursor)
    return step && !files.damaged().includes(keyOf(dayOf(step.publicadoEm))) ? step : undefined
  }

  /** The changes of a step; undefined when they are no longer kept. */
  async function rows({ cursor, publicadoEm }: Step): Promise<readonly Mudanca[] | undefined> {
    const isAsked = (step: Pick<Step, 'cursor'> | undefined) => step?.cursor === cursor
    if (isAsked(newest)) return (await newest?.read()) ?? undefined
    const dia = dayOf(publicadoEm)
    let filed = recent.get(dia)
    // The file grows by a step with each publication of its day.
    if (!filed?.some(isAsked)) {
      filed = await readDay(dia)
      recent.set(dia, filed)
    }
    return (filed.find(isAsked) ?? (await presentStep(cursor)))?.mudancas
  }

  /** Writes the changes of the commits present to the files of their days, and removes old days. Under the lock only; it may be killed and run again. */
  async function file(newest: Commit): Promise<void> {
    const filed = new Map<Dia, ReadonlyMap<Cursor, Buffer>>()
    const missing = new Map<Dia, FiledStep[]>()
    let commit: Stored | undefined = newest
    for (let since = sinceOf(commit); commit && since !== undefined; since = commit && sinceOf(commit)) {
      const cursor = cursorOf(commit.cabecalho.seq, commit.sha256)
      const dia = dayOf(commit.cabecalho.publicadoEm)
      const lines =
        filed.get(dia) ?? (await files.read(keyOf(dia), linesByCursor)) ?? new Map<Cursor, Buffer>()
      filed.set(dia, lines)
      // Changes that are filed are not read: of 48 commits at 42,000 stations they are 600 MB.
      if (!lines.has(cursor)) {
        const step = await (commit === newest ? filedStep(commit, newest.mudancas) : presentStep(cursor))
        if (!step) break
        missing.set(dia, [step, ...(missing.get(dia) ?? [])])
      }
      commit = await presentCommit(since)
    }
    for (const [dia, added] of missing) {
      const lines = [
        ...(filed.get(dia)?.values() ?? []),
        ...added.map((step) => Buffer.from(`${JSON.stringify(step)}\n`)),
      ]
      await files.write(keyOf(dia), withChecksum(Buffer.concat(lines)))
    }
    const oldest = addDays(dayOf(newest.cabecalho.publicadoEm), -CHANGES_KEPT_DAYS - 1)
    for (const dia of await listDays()) if (dia < oldest) await files.remove(keyOf(dia))
  }

  /** Days with a file, newest first. */
  async function listDays(): Promise<Dia[]> {
    const keys = await files.getKeys('mudancas')
    return keys.flatMap((key) => partsOfKey('changes', key)?.dia ?? []).toReversed()
  }

  /** The steps of a day, oldest first; none where there is no such file, or none that is whole. */
  async function readDay(dia: Dia): Promise<FiledStep[]> {
    return (await files.read(keyOf(dia), parseDay)) ?? []
  }

  async function presentCommit(cursor: Cursor): Promise<CommitFile | undefined> {
    const seq = Number(CURSOR.exec(cursor)?.[1] ?? NaN)
    const commit = await readCommit(files, seq)
    return commit && cursorOf(seq, commit.sha256) === cursor ? commit : undefined
  }

  async function presentStep(cursor: Cursor): Promise<FiledStep | undefined> {
    const commit = await presentCommit(cursor)
    const part = commit?.partes['mudancas']
    if (!part) return undefined
    return filedStep(commit, { read: () => readPart(files, part.sha256) as Promise<Mudanca[] | null> })
  }
}

function toStep({ cursor, since, publicadoEm, mudancas }: FiledStep): Step {
  return { cursor, since, publicadoEm, count: mudancas.length }
}

type Stored = Pick<Commit, 'sha256' | 'cabecalho'>

/** The state that a commit was merged upon; undefined for a first one. */
function sinceOf({ cabecalho: { prev, prevSha256 } }: Stored): Cursor | undefined {
  return prev === null || prevSha256 === undefined ? undefined : cursorOf(prev, prevSha256)
}

/** The step of a commit without its rows; undefined for a first one, or one rebuilt from a damaged store. */
function toldOf(commit: Stored): Told | undefined {
  const since = sinceOf(commit)
  const { seq, publicadoEm } = commit.cabecalho
  return since === undefined ? undefined : { cursor: cursorOf(seq, commit.sha256), since, publicadoEm }
}

/** Read once, when first asked for. Undefined for a commit of an earlier program. */
function newestStep(told: Told, mudancas: MudancasDoCommit | undefined) {
  return mudancas && { ...told, count: mudancas.total, read: lazily(() => mudancas.read()) }
}

/** The changes in a commit; undefined where it has none, or they cannot be read. */
async function filedStep(commit: Stored, changes: Pick<MudancasDoCommit, 'read'> | undefined) {
  const told = toldOf(commit)
  const mudancas = told && (await changes?.read())
  return mudancas ? { ...told, mudancas } : undefined
}

type Told = Omit<Step, 'count'>

interface FiledStep extends Told {
  mudancas: readonly Mudanca[]
}

/** The steps, one a line; null when the bytes are not whole or not ours. */
async function parseDay(bytes: Buffer): Promise<FiledStep[] | null> {
  const lines = await linesByCursor(bytes)
  if (!lines) return null
  const steps: FiledStep[] = []
  for (const line of lines.values()) {
    const step = await parseStep(line).catch(() => undefined)
    if (!Array.isArray(step?.mudancas) || !CURSOR.test(step.since)) return null
    steps.push(step)
  }
  return steps
}

/** The lines of a day, with their ends, by the cursor at their beginning. */
async function linesByCursor(bytes: Buffer): Promise<ReadonlyMap<Cursor, Buffer> | null> {
  const body = await checkedBody(bytes)
  if (!body) return null
  const lines = new Map<Cursor, Buffer>()
  for (let at = 0, next = 0; at < body.length; at = next) {
    next = body.indexOf('\n', at) + 1 || body.length
    const [, cursor] = /^{"cursor":"([^"]*)"/.exec(body.toString('latin1', at, at + 64)) ?? []
    if (cursor === undefined || !CURSOR.test(cursor)) return null
    lines.set(cursor, body.subarray(at, next))
  }
  return lines
}

/** Separator of two changes of a line. No text in a JSON string is like it: quotes in there are escaped. */
const BETWEEN = '},{"combustivel":'
/** Bytes parsed at once: some milliseconds. A country's day has 50 MB in one line. */
const STRIP = 512 * 1024

/** The line of a step, its changes in strips with yields to the event loop between them. */
async function parseStep(line: Buffer): Promise<FiledStep> {
  const first = line.indexOf('[{') + 1
  const last = line.lastIndexOf('}]') + 1
  if (line.length < STRIP || first === 0) return JSON.parse(String(line)) as FiledStep
  const step = JSON.parse(`${line.toString('utf8', 0, first)}${line.toString('utf8', last)}`) as FiledStep
  const mudancas: Mudanca[] = []
  for (let from = first; from < last;) {
    const next = line.indexOf(BETWEEN, from + STRIP)
    const to = next < 0 ? last : next + 1
    for (const mudanca of JSON.parse(`[${line.toString('utf8', from, to)}]`) as Mudanca[])
      mudancas.push(mudanca)
    from = to + 1
    await setImmediate()
  }
  return { ...step, mudancas }
}

function keyOf(dia: Dia): string {
  return storeKey('changes', { dia })
}
