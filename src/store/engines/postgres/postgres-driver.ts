import type { PostgresAddress } from '../../../storage-address.ts'
import { PATIENCE, type Patience, createExclusively, insist } from '../engine.ts'
import type { DurableDriver } from '../source-storage.ts'
import { type Attempt, placeOf } from '../../bytes/storage-errors.ts'
import { type Statement, createQuery } from './query.ts'
import { createTable } from './table.ts'

const ENGINE = 'PostgreSQL'

const UPSERT = `INSERT INTO itens (chave, bytes, em) VALUES ($1, $2, clock_timestamp())
  ON CONFLICT (chave) DO UPDATE SET bytes = excluded.bytes, em = excluded.em`
/** It waits for a create of the same key that is under way, and then finds it. */
const CREATE = `INSERT INTO itens (chave, bytes, em) VALUES ($1, $2, clock_timestamp())
  ON CONFLICT (chave) DO NOTHING RETURNING 1`
/** `pg` knows rows as text only: so a third more travels than there is, where as bytea it would be twice as much. */
const READ = "SELECT encode(bytes, 'base64') AS base64 FROM itens WHERE chave = $1"
const READ_RANGE =
  "SELECT encode(substring(bytes FROM $2 FOR $3), 'base64') AS base64 FROM itens WHERE chave = $1"
const MODIFIED = 'SELECT (extract(epoch FROM em) * 1000)::float8 AS em FROM itens WHERE chave = $1'
/** By the index, as the column is in the order of its bytes; nothing but the prefix has to exist in the database's encoding. */
const LIST = 'SELECT chave FROM itens WHERE chave ^@ $1 ORDER BY chave'
const REMOVE = 'DELETE FROM itens WHERE chave = $1'

/**
 * The durable driver over one table of a database: an item is a row, there once the server (and a synchronous standby, where
 * there is one) has it on its disk.
 */
export function postgres(address: PostgresAddress, patience: Patience = PATIENCE): DurableDriver {
  const query = createQuery(address, patience)
  const table = createTable(query)

  return {
    name: 'postgres',
    getItemRaw: read,
    async setItemRaw(key, bytes) {
      await insist(ENGINE, patience, table.ensure)
      await ask('gravar', key, { text: UPSERT, values: [key, bytes] })
    },
    create,
    async removeItem(key) {
      await ask('apagar', key, { text: REMOVE, values: [key] })
    },
    // SQL counts bytes from one.
    readRange: (key, { from, length }) =>
      readBytes(key, { text: READ_RANGE, values: [key, from + 1, length] }),
    modifiedAt,
    async getKeys(prefix) {
      const rows = await ask<{ chave: string }>('listar', prefix, { text: LIST, values: [prefix] })
      return rows.map(({ chave }) => chave)
    },
  }

  async function read(key: string): Promise<Buffer | null> {
    return readBytes(key, { text: READ, values: [key] })
  }

  async function readBytes(key: string, statement: Statement): Promise<Buffer | null> {
    const [row] = await ask<{ base64: string }>('ler', key, statement)
    return row ? Buffer.from(row.base64, 'base64') : null
  }

  async function modifiedAt(key: string): Promise<number | null> {
    const [row] = await ask<{ em: number }>('ler', key, { text: MODIFIED, values: [key] })
    return row?.em ?? null
  }

  async function create(key: string, bytes: Uint8Array): Promise<boolean> {
    await insist(ENGINE, patience, table.ensure)
    const statement = { text: CREATE, values: [key, bytes] }
    const attempt = async () =>
      (await query('publicar', placeOf(key), statement)).length > 0 ? 'created' : 'taken'
    return createExclusively(ENGINE, patience, { bytes, read: () => read(key), attempt })
  }

  /** Retried while the server is away. Before the first write there is no table, and no rows. */
  async function ask<Row>(attempt: Attempt, key: string, statement: Statement): Promise<Row[]> {
    return insist(ENGINE, patience, async () =>
      (await table.isThere()) ? query<Row>(attempt, placeOf(key), statement) : [],
    )
  }
}
