import { Pool, type QueryConfig } from 'pg'
import type { PostgresAddress } from '../../../storage-address.ts'
import { GasolinaError, codeOf, misconfigured } from '../../../errors.ts'
import { Passing, type Patience } from '../engine.ts'
import { type Attempt, couldNot, reasons } from '../../bytes/storage-errors.ts'

/** One round trip and its rows, without retries. A failure is `Passing` or a sentence. */
export type RunStatement = <Row>(attempt: Attempt, place: string, statement: QueryConfig) => Promise<Row[]>

const CONNECTIONS = 4
/** A server that slow, in bytes a millisecond, counts as one that does not answer. */
const SLOWEST = 64

/** Connections are made when something is asked, dropped on any error, and keep no process alive. */
export function createRunStatement(address: PostgresAddress, { answer }: Patience): RunStatement {
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
  // An idle connection that ends is replaced by the next query.
  pool.on('error', () => {})

  return async <Row>(attempt: Attempt, place: string, { text, values = [] }: QueryConfig<unknown[]>) => {
    const bytes = values.reduce<number>(
      (sum, value) => sum + (value instanceof Uint8Array ? value.length : 0),
      0,
    )
    const deadline = { query_timeout: answer + bytes / SLOWEST }
    try {
      const { rows } = await pool.query({ text, values, ...deadline })
      return rows as Row[]
    } catch (error) {
      throw failureOf(attempt, place, error)
    }
  }
}

/** SQLSTATEs that may pass: connection, resources (but a full disk), shutdown, a write to a standby. */
const MAY_PASS = /^(08|53[^1]|57|25006|40|55P03)/
const WITHOUT_TLS = /SSL|TLS|certificate|self-signed/i

/** An error of a query or of connecting: `Passing`, or the sentence. `place` is relative to the store. */
function failureOf(attempt: Attempt, place: string, error: unknown): Error {
  if (error instanceof GasolinaError || error instanceof Passing) return error
  const code = codeOf(error)
  const configuration = reasons.postgresConfiguration[code]
  if (configuration !== undefined) return misconfigured(configuration)
  const isOfServer = error instanceof Error && 'severity' in error
  if (isOfServer && !MAY_PASS.test(code))
    return couldNot(attempt, place, reasons.postgres[code] ?? `o PostgreSQL respondeu ${code}`, error)
  const message = error instanceof Error ? error.message : ''
  if (!isOfServer && /client password must be/.test(message))
    return misconfigured(
      'O PostgreSQL de GASOLINA_STORAGE pede uma senha, e não há: ponha-a no endereço ou em PGPASSWORD.',
    )
  if (!isOfServer && WITHOUT_TLS.test(message))
    return misconfigured(
      'A conexão cifrada com o PostgreSQL de GASOLINA_STORAGE não foi possível: confira sslmode e o certificado do servidor.',
      error,
    )
  return new Passing(reasonOf(code, message), { cause: error })
}

function reasonOf(code: string, message: string): string {
  if (code === '25006') return 'o servidor só aceita leituras; é uma réplica'
  if (code.startsWith('57')) return 'o servidor está parando ou começando'
  if (code.startsWith('53')) return 'o servidor tem conexões demais'
  if (/timeout/i.test(message)) return 'demorou demais'
  // ENOENT: the Unix socket is not there.
  return reasons.connections[code === 'ENOENT' ? 'ECONNREFUSED' : code] ?? 'a conexão foi cortada'
}
