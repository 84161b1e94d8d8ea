import { Pool } from 'pg'
import type { PostgresAddress } from '../../../storage-address.ts'
import type { Patience } from '../engine.ts'
import type { Attempt } from '../../bytes/storage-errors.ts'
import { failureOf } from './refusal.ts'

export interface Statement {
  text: string
  values?: unknown[]
}

/** One round trip and its rows; what went wrong is `Passing` or a sentence. It never asks twice. */
export type Query = <Row>(attempt: Attempt, place: string, statement: Statement) => Promise<Row[]>

const CONNECTIONS = 4
/** A server that slow, in bytes a millisecond, counts as one that does not answer. */
const SLOWEST = 64

/** Connections are made when something is asked, dropped on any error, and keep no process alive. */
export function createQuery(address: PostgresAddress, { answer }: Patience): Query {
  const { host, port, database, user, password, tls, schema } = address
  const pool = new Pool({
    host,
    port,
    database,
    user,
    password,
    ssl: tls === 'no' ? false : { rejectUnauthorized: tls === 'verified' },
    ...(schema !== undefined && { options: `-c search_path=${schema}` }),
    application_name: 'gasolina',
    max: CONNECTIONS,
    connectionTimeoutMillis: answer,
    keepAlive: true,
    allowExitOnIdle: true,
  })
  // Of a connection that ends while nobody uses it; whoever asks next gets another.
  pool.on('error', () => {})

  return async <Row>(attempt: Attempt, place: string, { text, values = [] }: Statement) => {
    const bytes = values.reduce<number>((sum, value) => sum + (value instanceof Buffer ? value.length : 0), 0)
    const deadline = { query_timeout: answer + bytes / SLOWEST }
    try {
      const { rows } = await pool.query({ text, values, ...deadline })
      return rows as Row[]
    } catch (error) {
      throw failureOf(attempt, place, error)
    }
  }
}
