import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type ZodType, z } from 'zod'
import { type Slug, slugs } from '../../domain/facts/fuels.ts'
import { instanteSchema } from '../../domain/facts/sale-record.ts'
import { SECOND } from '../../domain/basics/time.ts'
import { coletaSchema } from '../../domain/state/commit-state.ts'
import type { CheckedFiles } from '../engines/checked-files.ts'
import { singleKeys, storeKey } from '../bytes/keys.ts'
import { checkedBody, packed, sumOf, unpacked, withChecksum } from '../bytes/checked-json.ts'

const count = z.number().int().nonnegative()
const reais = z.number().positive()

export type LastAttempt = z.infer<typeof lastAttemptSchema>

const lastAttemptSchema = z.object({
  coleta: coletaSchema,
  /** When the next collection is due, and its commit expected; null without a schedule (`atualizar` by hand). */
  proxima: instanteSchema.nullable(),
  publicacao: instanteSchema.nullable().exactOptional(),
  intervalo: count.exactOptional(),
  /** The newest commit known to the collector, to notice a store that has lost it. */
  publicado: z.object({ seq: count, publicadoEm: instanteSchema }).exactOptional(),
})

export type HeldBack = z.infer<typeof heldBackSchema>

const heldBackSchema = z.object({
  proposals: z.array(z.object({ em: instanteSchema, mediana: reais })),
  /** Every sale held back since the first proposal, as the log would have it, with the data of its station. Each is parsed when merged. */
  registros: z.array(z.unknown()),
})

export type RegistryAttempt = z.infer<typeof registryAttemptSchema>

/** `motivo`: why it was not taken, a Portuguese sentence. */
const registryAttemptSchema = z.object({ em: instanteSchema, motivo: z.string().exactOptional() })

export type Notes = ReturnType<typeof createNotes>

/** Small files beside the commits. None is authoritative: an unreadable one counts as absent, and as damaged. */
export function createNotes(files: CheckedFiles) {
  /** The last attempt of this process: a full disk takes no note, and `situacao` must report it. */
  let own: LastAttempt | null = null

  return {
    async readLastAttempt(): Promise<LastAttempt | null> {
      const noted = await read(singleKeys.lastAttempt, lastAttemptSchema)
      return noted && (!own || noted.coleta.inicio > own.coleta.inicio) ? noted : own
    },
    writeLastAttempt(attempt: LastAttempt): Promise<void> {
      own = attempt
      return write(singleKeys.lastAttempt, attempt)
    },
    readHeldBack: (slug: Slug) => read(storeKey('heldBack', { slug }), heldBackSchema),
    /** null removes the note. */
    async writeHeldBack(slug: Slug, held: HeldBack | null): Promise<void> {
      const key = storeKey('heldBack', { slug })
      return held ? write(key, held) : files.remove(key)
    },
    readRegistryAttempt: () => read(singleKeys.registryAttempt, registryAttemptSchema),
    writeRegistryAttempt: (attempt: RegistryAttempt) => write(singleKeys.registryAttempt, attempt),
  }

  async function read<T>(key: string, schema: ZodType<T>): Promise<T | null> {
    return (await files.tryRead(key, (bytes) => parseNote(bytes, schema))) ?? null
  }

  async function write(key: string, note: object): Promise<void> {
    await files.write(key, await packed(withChecksum(`${JSON.stringify(note)}\n`)))
  }
}

export const noteSchemas: ReadonlyMap<string, ZodType> = new Map<string, ZodType>([
  [singleKeys.lastAttempt, lastAttemptSchema],
  [singleKeys.registryAttempt, registryAttemptSchema],
  ...slugs.map((slug) => [storeKey('heldBack', { slug }), heldBackSchema] as const),
])

export async function parseNote<T>(bytes: Buffer, schema: ZodType<T>): Promise<T | null> {
  try {
    const stored = await unpacked(bytes)
    const isSealed = /^[0-9a-f]{64}$/.test(sumOf(stored))
    const raw: unknown = JSON.parse(String(isSealed ? ((await checkedBody(stored)) ?? '') : stored))
    const { success, data } = schema.safeParse(raw)
    // Sealed, a newer program may have added members; without a seal, as earlier programs left them, not a letter may be other.
    return success && (isSealed || isDeepStrictEqual(data, raw)) ? data : null
  } catch {
    return null
  }
}

/** Shortest time between reads of the note, and longest wait for one, in milliseconds. */
const READ_AGAIN = 5 * SECOND
const PATIENCE = 2 * SECOND

/** The last attempts of any process, cached for all callers: each read of an engine is a paid request, and may take long. */
export function followAttempts(notes: Pick<Notes, 'readLastAttempt' | 'readRegistryAttempt'>) {
  let noted: LastAttempt | null = null
  let registry: RegistryAttempt | null = null
  let readAt = -Infinity
  let underWay: Promise<void> | undefined

  return {
    /** Read now or a few seconds ago; while an engine does not answer, the last one known. */
    async latest(): Promise<LastAttempt | null> {
      await refresh()
      return noted
    },
    /** The cached one at once; a read for the next call is started. */
    known(): LastAttempt | null {
      // `situacao` reports a note that cannot be read.
      refresh().catch(() => {})
      return noted
    },
    registry: () => registry,
    /** Reads at once what this process has just noted. */
    renew(): Promise<void> {
      readAt = -Infinity
      return refresh()
    },
  }

  async function refresh(): Promise<void> {
    if (performance.now() - readAt < READ_AGAIN) return
    underWay ??= Promise.race([read(), setTimeout(PATIENCE, undefined, { ref: false })])
    await underWay
  }

  async function read(): Promise<void> {
    try {
      noted = await notes.readLastAttempt()
      registry = await notes.readRegistryAttempt()
    } finally {
      readAt = performance.now()
      underWay = undefined
    }
  }
}
