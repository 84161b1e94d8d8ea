import type { Mudanca } from '../../domain/answers/mudancas.ts'
import type { Cabecalho, Commit, NomeDaFonte } from '../../domain/state/commit-state.ts'
import { GasolinaError } from '../../errors.ts'
import { type SourceStorage, readOrDamaged } from '../engines/source-storage.ts'
import { isRecord } from '../../domain/basics/lists.ts'
import { storeKey, partsOfKey } from '../bytes/keys.ts'
import { withChecksum, sumOf, checkedJson } from '../bytes/checked-json.ts'

const FORMATO = 1
/** The number of a rebuilt commit that is in no store; numbers of a store begin with 1. */
export const NOT_STORED = 0

/** A commit to publish. `prevSha256`: of the commit this one was merged upon, whose number may be another commit's by now. */
export type Draft = Omit<Cabecalho, 'formato' | 'seq' | 'fonte'> &
  Omit<Commit, 'sha256' | 'cabecalho' | 'mudancas'> & { mudancas?: readonly Mudanca[] }

export type PublishedCommit = Pick<Cabecalho, 'seq' | 'publicadoEm'>

export interface CommitFile {
  /** Checksum of the header and the parts' checksums, so of all content. */
  sha256: string
  cabecalho: Cabecalho
  partes: Record<string, Part>
}

export interface Part {
  sha256: string
  registros: number
}

export function commitKey(seq: number): string {
  return storeKey('commit', { seq: String(seq).padStart(12, '0') })
}

export function seqOf(key: string): number | undefined {
  const { seq } = partsOfKey('commit', key) ?? {}
  return seq === undefined ? undefined : Number(seq)
}

export function commitOf(draft: Draft, seq: number, fonte: NomeDaFonte): Omit<Commit, 'sha256'> {
  const { estado, fatias, mudancas, cadastro, prev, ...told } = draft
  const cabecalho = { formato: FORMATO, seq, prev, fonte, ...told } as const
  const changes = mudancas && { total: mudancas.length, read: async () => mudancas }
  return { cabecalho, estado, fatias, mudancas: changes, cadastro }
}

export function formatCommit({ cabecalho, partes }: Omit<CommitFile, 'sha256'>) {
  const bytes = withChecksum(`${JSON.stringify({ ...cabecalho, partes }, null, 1)}\n`)
  return { sha256: sumOf(bytes), bytes }
}

/** Null when the bytes are not whole or not of this place. @throws {GasolinaError} `formato_desconhecido`: of a newer program; no older one may be loaded instead. */
export function parseCommit(bytes: Buffer, seq: number, fonte: NomeDaFonte): CommitFile | null {
  const parsed = checkedJson(bytes)
  if (!isRecord(parsed)) return null
  const { partes, ...cabecalho } = parsed as unknown as Cabecalho & { partes: CommitFile['partes'] }
  if (Number(cabecalho.formato) > FORMATO)
    throw new GasolinaError(
      'formato_desconhecido',
      `Os dados do armazenamento (GASOLINA_STORAGE) foram gravados por uma versão mais nova do programa (formato ${Number(cabecalho.formato)}; este lê até ${FORMATO}): atualize o programa.`,
    )
  const isOfThisPlace = cabecalho.seq === seq && cabecalho.fonte === fonte && isRecord(partes)
  return isOfThisPlace ? { sha256: sumOf(bytes), cabecalho, partes } : null
}

/** The commit of a number; null also where its file is absent, damaged or cannot be read. @throws {GasolinaError} as `parseCommit` does */
export async function readCommit(storage: Pick<SourceStorage, 'fonte' | 'getItemRaw'>, seq: number) {
  const bytes = await readOrDamaged(storage, commitKey(seq))
  return bytes ? parseCommit(bytes, seq, storage.fonte) : null
}
