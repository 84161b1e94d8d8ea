import type { Slug } from '../domain/fuels.ts'
import { slugs } from '../domain/fuels.ts'
import type { Atual, Commit, Estado, MedianaDoDia, MemoriaDaFatia, Posto } from '../domain/state.ts'
import { emptyEstado } from '../domain/state.ts'
import { GasolinaError } from '../errors.ts'
import type { CommitFile, Part } from './commit-file.ts'
import type { Files } from './files.ts'
import { readOrDamaged } from './files.ts'
import type { Encoded } from './records.ts'
import { decodeRecords, encodeRecords, isIntact } from './records.ts'

type Content = Pick<Commit, 'estado' | 'fatias'>

/** Written parts, kept in hand until the commit that names them stands. */
export interface WrittenParts {
  partes: Record<string, Part>
  /** Makes sure that each still holds its bytes, and writes again what somebody swept away meanwhile. */
  secure(): Promise<void>
}

const PART = /^partes:([0-9a-f]{64})\.json$/

/** Always written, never skipped because present: what is there may be damaged. Read back and compared. */
export async function writeParts(files: Files, content: Content): Promise<WrittenParts> {
  const encoded: [name: string, part: Part, encoded: Encoded][] = []
  for (const [name, records] of recordsOf(content)) {
    const part = await encodeRecords(records)
    encoded.push([name, { sha256: part.sha256, registros: records.length }, part])
  }
  for (const [, , part] of encoded) await writeOne(files, part)
  return {
    partes: Object.fromEntries(encoded.map(([name, part]) => [name, part])),
    secure: async () => {
      for (const [, , part] of encoded)
        if (!(await holds(files, part).catch(() => false))) await writeOne(files, part)
    },
  }
}

/** The state and slices a commit names, or null when a part is missing or damaged. */
export async function readParts(files: Files, { partes }: CommitFile): Promise<Content | null> {
  const estado = emptyEstado()
  let fatias: MemoriaDaFatia[] = []
  for (const [name, { sha256, registros }] of Object.entries(partes)) {
    const stored = await readOrDamaged(files, partKey(sha256))
    const records = stored && (await decodeRecords(stored, sha256))
    if (records?.length !== registros) return null
    if (name === 'postos') estado.postos = records as Posto[]
    else if (name === 'fatias') fatias = records as MemoriaDaFatia[]
    else if (name === 'medianas') addMedianas(estado, records as MedianaOfFuel[])
    else if (name in estado.atuais) estado.atuais[name as Slug] = records as Atual[]
  }
  return { estado, fatias }
}

export async function partsHold(files: Files, { partes }: CommitFile): Promise<boolean> {
  for (const { sha256 } of Object.values(partes)) {
    const stored = await readOrDamaged(files, partKey(sha256))
    if (!stored || !(await isIntact(stored, sha256))) return false
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

function recordsOf({ estado, fatias }: Content): [name: string, records: readonly unknown[]][] {
  const medianas = slugs.flatMap((combustivel) =>
    estado.medianas[combustivel].map((mediana): MedianaOfFuel => ({ combustivel, ...mediana })),
  )
  return [
    ...slugs.map((slug): [string, Atual[]] => [slug, estado.atuais[slug]]),
    ['postos', estado.postos],
    ['medianas', medianas],
    ['fatias', fatias],
  ]
}

function addMedianas(estado: Estado, records: MedianaOfFuel[]): void {
  for (const { combustivel, ...mediana } of records) estado.medianas[combustivel].push(mediana)
}

async function writeOne(files: Files, part: Encoded): Promise<void> {
  await files.write(partKey(part.sha256), part.stored)
  if (!(await holds(files, part)))
    throw new GasolinaError(
      'armazenamento_falhou',
      'O disco não devolveu o que foi gravado no armazenamento (GASOLINA_STORAGE): os dados anteriores continuam valendo.',
    )
}

async function holds(files: Files, { sha256, stored }: Encoded): Promise<boolean> {
  return (await files.read(partKey(sha256)))?.equals(stored) === true
}
