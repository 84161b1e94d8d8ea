import type { QueryConfig } from 'pg'
import { GasolinaError, codeOf, misconfigured } from '../../../errors.ts'
import type { PostgresAddress } from '../../../storage-address.ts'
import { PATIENCE, type Patience, createRetries } from '../engine.ts'
import type { DurableDriver } from '../source-storage.ts'
import { type Attempt, pathOfKey } from '../../bytes/storage-errors.ts'
import { type RunStatement, createRunStatement } from './connection.ts'

const UPSERT = `INSERT INTO itens (chave, bytes, em) VALUES ($1, $2, clock_timestamp())
  ON CONFLICT (chave) DO UPDATE SET bytes = excluded.bytes, em = excluded.em`
/** An insert waits for another of the same key that is under way, and then finds it. */
const CREATE = `INSERT INTO itens (chave, bytes, em) VALUES ($1, $2, clock_timestamp())
  ON CONFLICT (chave) DO NOTHING RETURNING 1`
/** `pg` knows rows as text only: so a third more travels than there is, where as bytea it would be twice as much. */
const READ = "SELECT encode(bytes, 'base64') AS base64 FROM itens WHERE chave = $1"
const READ_RANGE =
  "SELECT encode(substring(bytes FROM $2 FOR $3), 'base64') AS base64 FROM itens WHERE chave = $1"
const MODIFIED = 'SELECT (extract(epoch FROM em) * 1000)::float8 AS em FROM itens WHERE chave = $1'
/** A list by the index, as the column is in the order of its bytes; nothing but the prefix has to exist in the database's encoding. */
const LIST = 'SELECT chave FROM itens WHERE chave ^@ $1 ORDER BY chave'
const REMOVE = 'DELETE FROM itens WHERE chave = $1'

/** The durable driver over one table: an item is a row, there once the server, and any synchronous standby, has it on its disk. */
export function postgres(address: PostgresAddress, patience: Patience = PATIENCE): DurableDriver {
  const { insist, createExclusively } = createRetries('PostgreSQL', patience)
  const query = createRunStatement(address, patience)
  const table = createTable(query)
  const read = (key: string) => readBytes(key, { text: READ, values: [key] })

  return {
    name: 'postgres',
    getItemRaw: read,
    async setItemRaw(key, bytes) {
      await insist(table.ensure)
      await ask('gravar', key, { text: UPSERT, values: [key, bytes] })
    },
    create,
    async removeItem(key) {
      await ask('apagar', key, { text: REMOVE, values: [key] })
    },
    // SQL counts bytes from one.
    readRange: (key, { from, length }) =>
      readBytes(key, { text: READ_RANGE, values: [key, from + 1, length] }),
    async modifiedAt(key) {
      const [row] = await ask<{ em: number }>('ler', key, { text: MODIFIED, values: [key] })
      return row?.em ?? null
    },
    async getKeys(prefix) {
      const rows = await ask<{ chave: string }>('listar', prefix, { text: LIST, values: [prefix] })
      return rows.map(({ chave }) => chave)
    },
  }

  async function readBytes(key: string, statement: QueryConfig): Promise<Buffer | null> {
    const [row] = await ask<{ base64: string }>('ler', key, statement)
    return row ? Buffer.from(row.base64, 'base64') : null
  }

  async function create(key: string, bytes: Uint8Array): Promise<boolean> {
    await insist(table.ensure)
    const statement = { text: CREATE, values: [key, bytes] }
    const attempt = async () =>
      (await query('publicar', pathOfKey(key), statement)).length > 0 ? 'created' : 'taken'
    return createExclusively(bytes, () => read(key), attempt)
  }

  /** Retried while the server is away. Before the first write there is no table, and no rows. */
  async function ask<Row>(attempt: Attempt, key: string, statement: QueryConfig): Promise<Row[]> {
    return insist(async () => ((await table.isThere()) ? query<Row>(attempt, pathOfKey(key), statement) : []))
  }
}

/** The one table, made by the first process that writes. `chave` is `<source>:<folder>:<name>`, compared byte by byte. */
const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS itens (
  chave text COLLATE "C" PRIMARY KEY,
  bytes bytea NOT NULL,
  em timestamptz NOT NULL
)`

const COLUMNS = 'bytes bytea,chave text,em timestamp with time zone'

/** Our table's columns, other tables of the schema, and the durability of commits. */
const LOOK = `SELECT
  current_schema() AS schema,
  current_setting('synchronous_commit') AS confirma,
  (SELECT string_agg(attname || ' ' || format_type(atttypid, atttypmod), ',' ORDER BY attname)
     FROM pg_attribute WHERE attrelid = to_regclass('itens') AND attnum > 0 AND NOT attisdropped) AS colunas,
  (SELECT string_agg(relname::text, ', ' ORDER BY relname) FROM pg_class c
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f') AND relname <> 'itens'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')) AS outras`

/** SQLSTATE when another process has just made the table. */
const TAKEN = new Set(['23505', '42P07', '42710'])

type Look = Record<'schema' | 'confirma' | 'colunas' | 'outras', string | null>

function createTable(query: RunStatement) {
  let isKnown = false

  return {
    isThere,
    async ensure(): Promise<void> {
      if (await isThere()) return
      await query('gravar', 'itens', { text: CREATE_TABLE }).catch((error: unknown) => {
        // Two processes created it at once, and one fails because the name is taken.
        if (!(error instanceof GasolinaError) || !TAKEN.has(codeOf(error.cause))) throw error
      })
      await isThere()
    },
  }

  /** @throws {GasolinaError} `configuracao_invalida`: the database has other content, or commits without durability. */
  async function isThere(): Promise<boolean> {
    if (isKnown) return true
    const [found] = await query<Look>('ler', 'itens', { text: LOOK })
    if (!found) return false
    const { schema, confirma, colunas, outras } = found
    if (schema === null) throw wrong('aponta para um schema que não existe: crie-o, ou confira o nome')
    if (confirma === 'off')
      throw wrong(
        'confirma gravações antes de guardá-las (synchronous_commit = off): ligue-o para este usuário ou banco',
      )
    if (colunas === null && outras !== null)
      throw wrong(
        `já guarda outra coisa (${outras.slice(0, 200)}): use um banco vazio, ou um schema próprio, com ?schema=nome`,
      )
    if (colunas !== null && colunas !== COLUMNS)
      throw wrong('tem uma tabela itens que não é deste programa: use outro banco, ou um schema próprio')
    isKnown = colunas !== null
    return isKnown
  }
}

function wrong(what: string): GasolinaError {
  return misconfigured(`O PostgreSQL de GASOLINA_STORAGE ${what}.`)
}
