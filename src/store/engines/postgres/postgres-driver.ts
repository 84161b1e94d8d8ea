import type { Driver } from 'unstorage'
import type { GasolinaError } from '../../../errors.ts'
import type { PostgresAddress } from '../../../storage-address.ts'
import type { ByteRange } from '../driver.ts'
import { driverOf } from '../driver.ts'
import type { Passing, Patience } from '../engine.ts'
import { PATIENCE, createExclusively, insist, unreachable } from '../engine.ts'
import type { Attempt } from '../../bytes/storage-errors.ts'
import { ItemExists, placeOf } from '../../bytes/storage-errors.ts'
import { createQuery } from './query.ts'
import type { Statement } from './query.ts'
import { createTable } from './table.ts'

const UPSERT = `INSERT INTO itens (chave, bytes, em) VALUES ($1, $2, clock_timestamp())
  ON CONFLICT (chave) DO UPDATE SET bytes = excluded.bytes, em = excluded.em`
/** It waits for a create of the same key that is under way, and then finds it. */
const CREATE = `INSERT INTO itens (chave, bytes, em) VALUES ($1, $2, clock_timestamp())
  ON CONFLICT (chave) DO NOTHING RETURNING 1`
/** `pg` knows rows as text only: so a third more travels than there is, where as bytea it would be twice as much. */
const READ = "SELECT encode(bytes, 'base64') AS base64 FROM itens WHERE chave = $1"
const READ_RANGE =
  "SELECT encode(substring(bytes FROM $2 FOR $3), 'base64') AS base64 FROM itens WHERE chave = $1"
const META = `SELECT (extract(epoch FROM em) * 1000)::float8 AS em, octet_length(bytes) AS size
  FROM itens WHERE chave = $1`
/** By the index, as the column is in the order of its bytes; nothing but the prefix has to exist in the database's encoding. */
const LIST = 'SELECT chave FROM itens WHERE chave ^@ $1'
const REMOVE = 'DELETE FROM itens WHERE chave = $1'

/**
 * The durable driver over one table of a database: an item is a row, there once the server (and a synchronous standby, where
 * there is one) has it on its disk.
 */
export function postgres(address: PostgresAddress, patience: Patience = PATIENCE): Driver {
  const query = createQuery(address, patience)
  const table = createTable(query)

  // A transaction is whole or nothing: nobody leaves anything half done.
  return driverOf('postgres', { read, readRange, readMeta, write, remove, list })

  async function read(key: string): Promise<Buffer | null> {
    return readBytes(key, { text: READ, values: [key] })
  }

  async function readRange(key: string, { from, length }: ByteRange): Promise<Buffer | null> {
    // The first byte is its first.
    return readBytes(key, { text: READ_RANGE, values: [key, from + 1, length] })
  }

  async function readBytes(key: string, statement: Statement): Promise<Buffer | null> {
    const [row] = await ask<{ base64: string }>('ler', key, statement)
    return row ? Buffer.from(row.base64, 'base64') : null
  }

  async function readMeta(key: string): Promise<{ mtime: Date; size: number } | null> {
    const [row] = await ask<{ em: number; size: number }>('ler', key, { text: META, values: [key] })
    return row ? { mtime: new Date(row.em), size: row.size } : null
  }

  async function remove(key: string): Promise<void> {
    await ask('apagar', key, { text: REMOVE, values: [key] })
  }

  async function list(prefix: string): Promise<string[]> {
    const rows = await ask<{ chave: string }>('listar', prefix, { text: LIST, values: [prefix] })
    return rows.map(({ chave }) => chave)
  }

  async function write(key: string, bytes: Buffer, exclusive: boolean): Promise<void> {
    await insist(patience, table.ensure, away)
    const values = [key, bytes]
    if (!exclusive) {
      await ask('gravar', key, { text: UPSERT, values })
      return
    }
    const isCreated = await createExclusively(
      patience,
      {
        bytes,
        read: () => read(key),
        attempt: async () =>
          (await query('publicar', placeOf(key), { text: CREATE, values })).length > 0 ? 'created' : 'taken',
      },
      away,
    )
    if (!isCreated) throw new ItemExists(key)
  }

  /** Asked until it is answered. Before anybody has written there is nothing. */
  async function ask<Row>(attempt: Attempt, key: string, statement: Statement): Promise<Row[]> {
    return insist(
      patience,
      async () => ((await table.isThere()) ? query<Row>(attempt, placeOf(key), statement) : []),
      away,
    )
  }
}

function away(passing: Passing): GasolinaError {
  return unreachable('PostgreSQL', passing.message, passing.cause)
}
