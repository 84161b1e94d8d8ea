import { GasolinaError } from '../../errors.ts'
import type { CheckedFiles } from '../engines/checked-files.ts'
import { storeKey } from '../bytes/keys.ts'
import { sha256Of } from '../bytes/checked-json.ts'
import { notKept, orDamaged } from '../bytes/storage-errors.ts'

export type FileFormat = 'parquet' | 'csv.gz' | 'csv'

/** A file of some megabytes that never changes, named by its checksum. */
export interface MonthlyFile {
  formato: FileFormat
  bytes: number
  sha256: string
  /** Checksums of its blocks, to verify a range. */
  blocos: readonly string[]
}

/** Four hundred stalled readers need 25 MB. */
const BLOCK = 64 * 1024

/** Files in blocks, each verified before it is given: a slow reader needs the memory of one block. */
export function createFileBlocks(files: CheckedFiles) {
  return { write, read, isWhole }

  /** Durable, and read back. */
  async function write(formato: FileFormat, bytes: Uint8Array): Promise<MonthlyFile> {
    const blocos: string[] = []
    for (let at = 0; at < bytes.length; at += BLOCK) blocos.push(sha256Of(bytes.subarray(at, at + BLOCK)))
    const file = { formato, bytes: bytes.length, sha256: sha256Of(bytes), blocos }
    await files.setItemRaw(storeKey('monthlyFile', file), bytes)
    if (!(await isWhole(file))) throw notKept()
    return file
  }

  /** The bytes before `to`. @throws {GasolinaError} `dados_indisponiveis` where the file is damaged or gone. */
  async function* read(file: MonthlyFile, from: number, to: number): AsyncGenerator<Uint8Array, void> {
    const key = storeKey('monthlyFile', file)
    for (let block = Math.floor(from / BLOCK); block * BLOCK < to; block++) {
      const start = block * BLOCK
      const length = Math.min(BLOCK, file.bytes - start)
      const bytes = await orDamaged(files.readRange(key, { from: start, length }))
      if (!bytes || sha256Of(bytes) !== file.blocos[block]) {
        if (bytes !== null) files.note(key, true)
        throw new GasolinaError(
          'dados_indisponiveis',
          'Este arquivo está danificado ou acaba de ser trocado. Leia datapackage.json de novo, ou espere a próxima coleta.',
        )
      }
      yield bytes.subarray(Math.max(0, from - start), to - start)
    }
  }

  async function isWhole(file: MonthlyFile): Promise<boolean> {
    const prove = (bytes: Buffer) => (sha256Of(bytes) === file.sha256 ? true : null)
    return (await files.read(storeKey('monthlyFile', file), prove)) === true
  }
}
