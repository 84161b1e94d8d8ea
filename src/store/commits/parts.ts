import { type Slug, perFuel, slugs } from '../../domain/facts/fuels.ts'
import * as state from '../../domain/state/commit-state.ts'
import { mapLimit } from '../../domain/basics/event-loop.ts'
import { compareTexts } from '../../domain/basics/text.ts'
import type { Cadastro } from '../../domain/registry/registry.ts'
import type { Mudanca } from '../../domain/answers/mudancas.ts'
import type { CommitFile, Draft, Part } from './commit-file.ts'
import { type SourceStorage, readOrDamaged } from '../engines/source-storage.ts'
import { unchanged } from '../../domain/basics/lists.ts'
import { storeKey } from '../bytes/keys.ts'
import { type Encoded, decodeRecords, encodeRecords, isIntact } from '../bytes/checked-json.ts'
import { notKept } from '../bytes/storage-errors.ts'

type CommitContent = Pick<state.Commit, 'estado' | 'fatias' | 'cadastro'>

export const CADASTRO = 'cadastro'
const MUDANCAS = 'mudancas'

/** Written even when present, as the present file may be damaged; read back, compared and kept in memory until the commit is published. */
export async function writeParts(storage: SourceStorage, content: CommitContent & Pick<Draft, 'mudancas'>) {
  // One part is compressed while the next is written as JSON; more at once would only take memory.
  const parts = await mapLimit(Object.entries(recordsOf(content)), 2, async ([name, records]) => ({
    name,
    registros: records.length,
    ...(await encodeRecords(records)),
  }))
  for (const part of parts) await writeOne(storage, part)
  return {
    partes: Object.fromEntries(parts.map(({ name, sha256, registros }) => [name, { sha256, registros }])),
    /** Verifies each part, and writes again parts removed by another process's clean-up. */
    secure: async (): Promise<void> => {
      for (const part of parts)
        if (!(await holds(storage, part).catch(() => false))) await writeOne(storage, part)
    },
  }
}

/** Content of a commit, or null when a part is missing or damaged. Unchanged records are shared with `before`. */
export async function readParts(storage: SourceStorage, { partes }: CommitFile, before?: state.Commit) {
  const read = new Map<string, unknown[]>()
  const { [MUDANCAS]: changes, ...others } = partes
  for (const [name, { sha256, registros }] of Object.entries(others)) {
    const records = await readPart(storage, sha256, before && keepUnchanged(before, name))
    if (records?.length !== registros) return null
    read.set(name, records)
  }
  const mudancas = changes && (await holdChanges(storage, changes))
  return mudancas === null ? null : { ...contentOf(read), mudancas }
}

/** The part as it is stored: compressed, those of 42,000 stations have 0.4 MB. */
async function holdChanges(storage: SourceStorage, { sha256, registros }: Part) {
  const stored = await readOrDamaged(storage, storeKey('part', { sha256 }))
  if (!stored || !(await isIntact(stored, sha256))) return null
  return { total: registros, read: () => decodeRecords(stored, sha256) as Promise<Mudanca[] | null> }
}

/** Null when it is missing or damaged. */
export async function readPart(storage: SourceStorage, sha256: string, take?: (record: unknown) => unknown) {
  const stored = await readOrDamaged(storage, storeKey('part', { sha256 }))
  return stored ? decodeRecords(stored, sha256, take) : null
}

/** The content of parts by name. Names of a newer program are ignored; missing parts are empty. */
export function contentOf(parts: ReadonlyMap<string, unknown[]>): CommitContent {
  const estado = state.emptyEstado()
  for (const slug of slugs) estado.atuais[slug] = (parts.get(slug) ?? []) as state.Atual[]
  estado.postos = (parts.get('postos') ?? []) as state.Posto[]
  for (const { combustivel, ...mediana } of (parts.get('medianas') ?? []) as MedianaOfFuel[])
    estado.medianas[combustivel].push(mediana)
  const fatias = (parts.get('fatias') ?? []) as state.MemoriaDaFatia[]
  const [cadastro] = (parts.get(CADASTRO) ?? []) as Cadastro[]
  return { estado, fatias, cadastro }
}

export async function partsHold(storage: SourceStorage, { partes }: CommitFile): Promise<boolean> {
  for (const { sha256 } of Object.values(partes)) {
    const stored = await readOrDamaged(storage, storeKey('part', { sha256 }))
    if (!stored || !(await isIntact(stored, sha256))) return false
  }
  return true
}

type MedianaOfFuel = state.MedianaDoDia & { combustivel: Slug }

function recordsOf(content: CommitContent & Pick<Draft, 'mudancas'>): Record<string, readonly unknown[]> {
  const { estado, fatias, mudancas, cadastro } = content
  const medianas = slugs.flatMap((combustivel) =>
    estado.medianas[combustivel].map((mediana): MedianaOfFuel => ({ combustivel, ...mediana })),
  )
  return {
    ...perFuel(({ slug }) => estado.atuais[slug]),
    postos: estado.postos,
    medianas,
    fatias,
    ...(cadastro && { [CADASTRO]: [cadastro] }),
    ...(mudancas && { [MUDANCAS]: mudancas }),
  }
}

async function writeOne(storage: SourceStorage, part: Encoded): Promise<void> {
  await storage.setItemRaw(storeKey('part', part), part.stored)
  if (!(await holds(storage, part))) throw notKept()
}

async function holds(storage: SourceStorage, { sha256, stored }: Encoded): Promise<boolean> {
  return (await storage.getItemRaw(storeKey('part', { sha256 })))?.equals(stored) === true
}

/** Maps records of one part to equal ones of the commit before: both are in memory during a swap. Changes the given record. */
function keepUnchanged({ estado, cadastro }: state.Commit, name: string) {
  const slug = slugs.find((slug) => slug === name)
  if (slug) return keep(estado.atuais[slug], state.compareProducts)
  // By the time it was taken: comparing 42,000 rows would hold the event loop.
  if (name === CADASTRO)
    return (record: unknown) => (cadastro?.em === (record as Cadastro).em ? cadastro : record)
  if (name !== 'postos') return undefined
  return keep(estado.postos, (a, b) => compareTexts(a.estabelecimento.cnpj, b.estabelecimento.cnpj))
}

/** Records shared with those `before`; both are in the order of `compare`, otherwise fewer are shared. */
function keep<T>(before: readonly T[], compare: (a: T, b: T) => number): (record: unknown) => unknown {
  let at = 0
  return (record) => {
    let known = before[at]
    while (known && compare(known, record as T) < 0) known = before[++at]
    return known && compare(known, record as T) === 0 ? unchanged(known, record) : record
  }
}
