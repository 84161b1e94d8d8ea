import { quote } from './domain/basics/text.ts'
import { misconfigured } from './errors.ts'

/** Location of a store: a folder of this machine, a PostgreSQL database or a bucket of an S3 store. */
export type StorageAddress = FolderAddress | PostgresAddress | S3Address

interface FolderAddress {
  kind: 'folder'
  folder: string
}

export interface PostgresAddress {
  kind: 'postgres'
  /** A name or address, or the folder of a Unix socket. */
  host: string
  port: number
  database: string
  user: string
  password: string | undefined
  tls: 'no' | 'unverified' | 'verified'
  /** The search path; the server's own when undefined. */
  schema: string | undefined
}

export interface S3Address {
  kind: 's3'
  bucket: string
  /** Prefix of keys without slashes at its ends; empty for a bucket of our own. */
  prefix: string
  /** Address without a final slash; undefined for Amazon's own. */
  endpoint: string | undefined
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
}

/** Settings of engines besides the address, from the variables of their own tools. */
export type EngineVariables = Partial<
  Record<
    'pgPassword' | 'accessKeyId' | 'secretAccessKey' | 'sessionToken' | 'region' | 'endpoint',
    string | undefined
  >
>

export const STORAGE_PLACES = 'o caminho de uma pasta, postgres://… ou s3://bucket/prefixo'

const SCHEME = /^([a-z][a-z\d+.-]+):\/\//i
/** An incomplete address of an engine, which must not be taken for a folder. */
const ALMOST = /^(postgres(ql)?|s3):/i
const BUCKET = /^[A-Za-z0-9][\w.-]{1,253}[A-Za-z0-9]$/
/** Characters without escapes: all programs sign and decode them alike. */
const PREFIX = /^(?:[\w-][\w.-]*(?:\/[\w-][\w.-]*)*)?$/
const IDENTIFIER = /^[a-z_]\w*$/
const POSTGRES = 'postgres://usuario:senha@maquina:5432/banco'
const SOCKET = 'postgres://usuario@/banco?host=/run/postgresql'
const S3 = 's3://bucket/prefixo'
const PORT = /^[1-9]\d{0,4}$/

/**
 * `name`: the variable or flag. No sentence repeats an address with a scheme: there may be a password in it.
 * @throws {GasolinaError} `configuracao_invalida`.
 */
export function parseStorage(name: string, text: string, variables: EngineVariables): StorageAddress {
  const scheme = (SCHEME.exec(text) ?? ALMOST.exec(text))?.[1]?.toLowerCase()
  if (scheme === undefined) return parseFolder(name, text)
  if (scheme === 's3') return parseS3(name, text, variables)
  if (scheme === 'postgres' || scheme === 'postgresql') return parsePostgres(name, text, variables)
  throw misconfigured(
    `${name} começa com '${scheme}://', que não se conhece: use o caminho de uma pasta, ${POSTGRES} ou ${S3}.`,
  )
}

/** A storage's address for people, without user, password or key. */
export function showStorage(address: StorageAddress): string {
  if (address.kind === 'folder') return address.folder
  if (address.kind === 's3') return `s3://${[address.bucket, address.prefix].filter(Boolean).join('/')}`
  const { host, port, database } = address
  return `postgres://${host.startsWith('/') ? '' : `${host.includes(':') ? `[${host}]` : host}:${port}`}/${database}`
}

/** A path may have four thousand characters, and file names below the folder have some hundred. */
const LONGEST_FOLDER = 1000

/** Addresses with quotes or blanks around them, as Docker takes them from a file of variables, or with a sign too many or too few. */
const NO_FOLDER = /^["'\s]|["'\s]$|\w\w:\/\/|^(?:postgres(?:ql)?|s3)\W?\/\//i

function parseFolder(name: string, text: string): FolderAddress {
  if (text.startsWith('~'))
    throw misconfigured(
      `${name} começa com '~', que só o terminal troca pela pasta do usuário, e não entre aspas: use o caminho inteiro, ou ./ na frente de um nome que comece assim.`,
    )
  if (NO_FOLDER.test(text))
    throw misconfigured(
      `${name} tem aspas, espaços ou sinais que não cabem no caminho de uma pasta: use o caminho sem eles, ${POSTGRES} ou ${S3}.`,
    )
  if (text.length <= LONGEST_FOLDER) return { kind: 'folder', folder: text }
  throw misconfigured(
    `${name} '${quote(text)}' não vale: use uma pasta cujo caminho tenha até ${LONGEST_FOLDER} letras.`,
  )
}

/** libpq's form for a Unix socket, `postgres://ana@/precos?host=/run/postgresql`, has no host, and URL refuses it. */
const WITHOUT_HOST = /^(\w+:\/\/[^/?#]*@)(?=[:/])/

function parsePostgres(name: string, text: string, { pgPassword }: EngineVariables): PostgresAddress {
  const whole = text.replace(WITHOUT_HOST, '$1localhost')
  const url = URL.canParse(whole) ? new URL(whole) : undefined
  const database = decoded(url?.pathname.slice(1))
  const [user, password] = [decoded(url?.username), decoded(url?.password)]
  const {
    sslmode = 'disable',
    host,
    port = url?.port || '5432',
    schema,
    ...others
  } = Object.fromEntries(url?.searchParams ?? [])
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    throw misconfigured(
      `${name} tem o parâmetro '${unknown}', que não se conhece: use sslmode, host (pasta do soquete), port ou schema.`,
    )
  const hostname = host ?? (whole === text ? url?.hostname.replace(/^\[(.+)\]$/, '$1') : undefined)
  const isWhole = hostname && database && !database.includes('/') && user && password !== undefined
  if (!isWhole || !PORT.test(port) || Number(port) > 65_535 || CONTROL.test(hostname))
    throw misconfigured(
      `${name} não é um endereço completo de PostgreSQL: use ${POSTGRES} ou, por um soquete, ${SOCKET}, com o que não for letra ou número no usuário e na senha escrito como %XX.`,
    )
  const tls = TLS[sslmode]
  if (!tls) throw misconfigured(`${name} tem sslmode='${sslmode}': use ${Object.keys(TLS).join(', ')}.`)
  if (schema !== undefined && !IDENTIFIER.test(schema))
    throw misconfigured(`${name} tem um schema que não vale: use letras minúsculas, números e _.`)
  return {
    kind: 'postgres',
    host: hostname,
    port: Number(port),
    database,
    user,
    password: password || pgPassword,
    tls,
    schema,
  }
}

/** libpq's names and meanings: `require` encrypts without checking the certificate. */
const TLS: Record<string, PostgresAddress['tls']> = {
  disable: 'no',
  require: 'unverified',
  'verify-full': 'verified',
}

function parseS3(name: string, text: string, variables: EngineVariables): S3Address {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]*)\/?(.*?)\/*$/i.exec(text) ?? []
  if (!BUCKET.test(bucket) || !PREFIX.test(prefix))
    throw misconfigured(
      `${name} não é um endereço completo de S3: use ${S3}, sem parâmetros; no prefixo cabem letras sem acento, números, '.', '_', '-' e '/'.`,
    )
  const { accessKeyId, secretAccessKey, sessionToken, endpoint, region = 'us-east-1' } = variables
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw misconfigured(
      `${name} aponta para um S3, mas falta ${accessKeyId === undefined ? 'AWS_ACCESS_KEY_ID' : 'AWS_SECRET_ACCESS_KEY'}.`,
    )
  const credentials = { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
  return { kind: 's3', bucket, prefix, endpoint: endpoint?.replace(/\/+$/, ''), region, credentials }
}

/** PostgreSQL's protocol ends texts by NUL. */
const CONTROL = /\p{Cc}/u

/** Undefined when the decoded %XX are not text. */
function decoded(text = ''): string | undefined {
  try {
    const plain = decodeURIComponent(text)
    return CONTROL.test(plain) ? undefined : plain
  } catch {
    return undefined
  }
}
