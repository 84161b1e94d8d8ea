import { GasolinaError, codeOf } from '../../../errors.ts'
import type { Query } from './query.ts'

/** The one table, made by the first process that writes. `chave` is `<source>:<folder>:<name>`, compared byte by byte. */
const CREATE = `CREATE TABLE IF NOT EXISTS itens (
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

interface Look {
  schema: string | null
  confirma: string
  colunas: string | null
  outras: string | null
}

export function createTable(query: Query) {
  let isKnown = false

  return {
    isThere,
    /** Makes it where there is none. */
    async ensure(): Promise<void> {
      if (await isThere()) return
      await query('gravar', 'itens', { text: CREATE }).catch((error: unknown) => {
        // Two processes created it at once, and one fails because the name is taken.
        if (!(error instanceof GasolinaError) || !TAKEN.has(codeOf(error.cause))) throw error
      })
      await isThere()
    },
  }

  /**
   * True when the table exists, cached from then on.
   * @throws {GasolinaError} `configuracao_invalida`: the database has other content, or commits without durability.
   */
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
  return new GasolinaError('configuracao_invalida', `O PostgreSQL de GASOLINA_STORAGE ${what}.`)
}
