import type { Slug } from '../../domain/facts/fuels.ts'
import { slugs } from '../../domain/facts/fuels.ts'
import type {
  Atual,
  Commit,
  Derivados,
  MedianaDoDia,
  MemoriaDaFatia,
  Posto,
} from '../../domain/state/commit-state.ts'
import { compareTexts } from '../../domain/basics/text.ts'
import { emptyEstado } from '../../domain/state/commit-state.ts'
import { GasolinaError } from '../../errors.ts'
import type { CommitFile, Part } from './commit-file.ts'
import type { SourceStorage } from '../engines/source-storage.ts'
import { readOrDamaged } from '../engines/source-storage.ts'
import type { Encoded } from '../bytes/records.ts'
import { decodeRecords, encodeRecords, isIntact } from '../bytes/records.ts'

export type Content = Pick<Commit, 'estado' | 'fatias' | 'derivados'>

const DERIVED: readonly (keyof Derivados)[] = ['mudancas']

/** Written parts, kept in hand until the commit that names them stands. */
export interface WrittenParts {
  partes: Record<string, Part>
  /** Makes sure that each still holds its bytes, and writes again what somebody swept away meanwhile. */
  secure(): Promise<void>
}

const PART = /^partes:([0-9a-f]{64})\.json$/

/** Always written, never skipped because present: what is there may be damaged. Read back and compared. */
export async function writeParts(storage: SourceStorage, content: Content): Promise<WrittenParts> {
  const encoded: [name: string, part: Part, encoded: Encoded][] = []
  for (const [name, records] of recordsOf(content)) {
    const part = encodeRecords(records)
    encoded.push([name, { sha256: part.sha256, registros: records.length }, part])
  }
  for (const [, , part] of encoded) await writeOne(storage, part)
  return {
    partes: Object.fromEntries(encoded.map(([name, part]) => [name, part])),
    secure: async () => {
      for (const [, , part] of encoded)
        if (!(await holds(storage, part).catch(() => false))) await writeOne(storage, part)
    },
  }
}

/** The state and slices a commit names, or null when a part is missing or damaged. It shares with `before` what did not change. */
export async function readParts(
  storage: SourceStorage,
  { partes }: CommitFile,
  before?: Pick<Commit, 'estado'>,
): Promise<Content | null> {
  const read = new Map<string, unknown[]>()
  for (const [name, { sha256, registros }] of Object.entries(partes)) {
    const records = await readPart(storage, sha256, before && keepUnchanged(before, name))
    if (records?.length !== registros) return null
    read.set(name, records)
  }
  return contentOf(read)
}

/** What `take` makes of each record of one part, or null when it is missing or damaged. */
export async function readPart(
  storage: SourceStorage,
  sha256: string,
  take?: (record: unknown) => unknown,
): Promise<unknown[] | null> {
  const stored = await readOrDamaged(storage, partKey(sha256))
  return stored ? decodeRecords(stored, sha256, take) : null
}

/** What parts say, by name. Names of a newer program are passed over; what is missing is empty. */
export function contentOf(parts: ReadonlyMap<string, unknown[]>): Content {
  const estado = emptyEstado()
  for (const slug of slugs) estado.atuais[slug] = (parts.get(slug) ?? []) as Atual[]
  estado.postos = (parts.get('postos') ?? []) as Posto[]
  for (const { combustivel, ...mediana } of (parts.get('medianas') ?? []) as MedianaOfFuel[])
    estado.medianas[combustivel].push(mediana)
  const derived = DERIVED.filter((name) => parts.has(name)).map((name) => [name, parts.get(name)])
  return {
    estado,
    fatias: (parts.get('fatias') ?? []) as MemoriaDaFatia[],
    ...(derived.length > 0 && { derivados: Object.fromEntries(derived) as Derivados }),
  }
}

/** `sound` are parts that need not be read again; those found whole are added. */
export async function partsHold(
  storage: SourceStorage,
  { partes }: CommitFile,
  sound = new Set<string>(),
): Promise<boolean> {
  for (const { sha256 } of Object.values(partes)) {
    if (sound.has(sha256)) continue
    const stored = await readOrDamaged(storage, partKey(sha256))
    if (!stored || !(await isIntact(stored, sha256))) return false
    sound.add(sha256)
  }
  return true
}

export function partKey(sha256: string): string {
  return `partes:${sha256}.json`
}

export function partShaOf(key: string): string | undefined {
  return PART.exec(key)?.[1]
}

type MedianaOfFuel = MedianaDoDia & { combustivel: Slug }

function recordsOf({ estado, fatias, derivados }: Content): [name: string, records: readonly unknown[]][] {
  const medianas = slugs.flatMap((combustivel) =>
    estado.medianas[combustivel].map((mediana): MedianaOfFuel => ({ combustivel, ...mediana })),
  )
  return [
    ...slugs.map((slug): [string, Atual[]] => [slug, estado.atuais[slug]]),
    ['postos', estado.postos],
    ['medianas', medianas],
    ['fatias', fatias],
    ...DERIVED.flatMap((name): [string, readonly unknown[]][] => {
      const records = derivados?.[name]
      return records ? [[name, records]] : []
    }),
  ]
}

async function writeOne(storage: SourceStorage, part: Encoded): Promise<void> {
  await storage.setItemRaw(partKey(part.sha256), part.stored)
  if (!(await holds(storage, part)))
    throw new GasolinaError(
      'armazenamento_falhou',
      'O disco não devolveu o que foi gravado no armazenamento (GASOLINA_STORAGE): os dados anteriores continuam valendo.',
    )
}

async function holds(storage: SourceStorage, { sha256, stored }: Encoded): Promise<boolean> {
  return (await storage.getItemRaw(partKey(sha256)))?.equals(stored) === true
}

/**
 * Takes the records of one part, one after the other, and gives each back with whatever of it says the same in the commit `before`
 * taken from there: most of a state is what it was an hour ago, and while one commit takes the place of another both are in
 * memory. A record given is changed, and is to be nobody else's yet.
 */
function keepUnchanged(
  before: Pick<Commit, 'estado'>,
  name: string,
): ((record: unknown) => unknown) | undefined {
  const slug = slugs.find((slug) => slug === name)
  if (slug) return keep(before.estado.atuais[slug], compareAtuais)
  return name === 'postos' ? keep(before.estado.postos, comparePostos) : undefined
}

/** Both in the order of `compare`, as commits hold them; out of it only fewer are found. */
function keep<T>(before: readonly T[], compare: (a: T, b: T) => number): (record: unknown) => unknown {
  let at = 0
  return (record) => {
    let known = before[at]
    while (known && compare(known, record as T) < 0) known = before[++at]
    return known && compare(known, record as T) === 0 ? unchanged(known, record) : record
  }
}

/** `before` where `now` says the same, a text too; else `now`, with what is within it taken from there. */
function unchanged(before: unknown, now: unknown): unknown {
  if (before === now) return before
  if (!isObject(before) || !isObject(now)) return now
  const names = Object.keys(now)
  let isSame = names.length === Object.keys(before).length
  for (const name of names) {
    const kept = unchanged(before[name], now[name])
    if (kept === before[name]) now[name] = kept
    else isSame = false
  }
  return isSame ? before : now
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function compareAtuais(a: Atual, b: Atual): number {
  return compareTexts(a.cnpj, b.cnpj) || compareTexts(a.produto.codigo, b.produto.codigo)
}

function comparePostos(a: Posto, b: Posto): number {
  return compareTexts(a.estabelecimento.cnpj, b.estabelecimento.cnpj)
}
