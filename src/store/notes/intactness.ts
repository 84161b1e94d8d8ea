import { bulkShaOf } from '../bulk/bulk-files.ts'
import { bulkNoteOf, parseBulkNote } from '../bulk/bulk-months.ts'
import { changeDayOf } from '../changes/change-days.ts'
import { monthFileOf, setAsideOf } from '../sales/month-files.ts'
import { logPartOf } from '../sales/month-log.ts'
import { noteSchemas, parseNote } from './note-files.ts'
import { placeDaysOf } from '../commits/place-days.ts'
import { partShaOf } from '../commits/parts.ts'
import { hashOf, isIntact } from '../bytes/records.ts'
import { checkedBodyInTurns } from '../bytes/checksummed.ts'
import { parseMonth } from '../sales/sale-rows.ts'

/** True when the bytes are whole and of their place. */
export type Proof = (bytes: Buffer) => Promise<true | null>

/** What tells by the name of a file whether it is whole; undefined for files that prove nothing. Commits rest on others too. */
export function proofOf(key: string): Proof | undefined {
  const sha256 = logPartOf(key)?.sha256 ?? placeDaysOf(key)?.sha256 ?? partShaOf(key)
  if (sha256 !== undefined) return async (bytes) => ((await isIntact(bytes, sha256)) ? true : null)
  const bulkSha = bulkShaOf(key)
  if (bulkSha !== undefined) return async (bytes) => ((await hashOf(bytes)) === bulkSha ? true : null)
  if (bulkNoteOf(key) !== undefined) return async (bytes) => (parseBulkNote(key, bytes) ? true : null)
  const file = monthFileOf(key)
  if (file) return async (bytes) => (parseMonth(bytes, file) ? true : null)
  if (changeDayOf(key)) return async (bytes) => ((await checkedBodyInTurns(bytes)) ? true : null)
  const schema = noteSchemas.get(key)
  if (schema) return async (bytes) => ((await parseNote(bytes, schema)) ? true : null)
  // Sales that only a damaged file had: what stands in its place lacks them.
  return setAsideOf(key) ? async () => null : undefined
}
