import Papa from 'papaparse'
import { z } from 'zod'
import { ESTADO } from '../../domain/alagoas/state.ts'
import { clean, compareTexts } from '../../domain/basics/text.ts'
import { readCnpj } from '../../domain/facts/sale-record.ts'
import type { PostoCadastrado } from '../../domain/registry/registry.ts'
import { TooMuch, parseJson } from '../../response-limits.ts'
import { GasolinaError } from '../../errors.ts'
import { pointOf } from '../normalize.ts'

/** The content says which of the two layouts it has. @throws {GasolinaError} `fonte_falhou`, naming what is wrong. */
export function readRows(bytes: Uint8Array): Rows {
  const text = decode(bytes)
  const begin = text.trimStart().slice(0, 1)
  if (begin === '') throw refused('veio vazio')
  if (begin === '<') throw refused('veio uma página HTML em lugar dele')
  return begin === '{' ? jsonRows(parsed(bytes)) : csvRows(text)
}

/** The state's stations of all pages. @throws {GasolinaError} `fonte_falhou` when rows are missing, or none is of the state. */
export function stationsOf(pages: readonly Rows[]): { postos: PostoCadastrado[]; recusadas: number } {
  const rows = pages.flatMap((page) => page.rows)
  const setAside = pages.reduce((sum, page) => sum + page.setAside, 0)
  const [read, told] = [rows.length + setAside, pages[0]?.told ?? 0]
  if (read !== told) throw refused(`veio incompleto: ${read} de ${told} postos`)
  const ours = rows.filter(({ uf }) => stateOf(uf) === ESTADO.sigla)
  const postos = new Map(ours.map(stationOf).flatMap((posto) => (posto ? [[posto.cnpj, posto]] : [])))
  if (postos.size === 0) {
    const states = [...new Set(rows.map(({ uf }) => stateOf(uf)))].filter((uf) => uf !== '')
    throw refused(
      `nenhum posto dele é de ${ESTADO.nome}${states.length > 0 ? `, e sim de ${states.slice(0, 3).join(', ')}` : ''}`,
    )
  }
  return {
    postos: [...postos.values()].toSorted((a, b) => compareTexts(a.cnpj, b.cnpj)),
    recusadas: setAside + ours.filter((row) => !stationOf(row)).length,
  }
}

function stateOf(uf: unknown): string {
  return clean(String(uf ?? ''), 10)
}

/** Strict UTF-8, else windows-1252: both were seen. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes)
  } catch (error) {
    throw refused(error instanceof TooMuch ? 'tem níveis ou valores demais' : 'veio cortado ou malformado')
  }
}

function stationOf(row: Row): PostoCadastrado | undefined {
  // A spreadsheet removes the zeros at the beginning.
  const written = String(row['cnpj'] ?? '').trim()
  const cnpj = readCnpj(/^\d{8,13}$/.test(written) ? written.padStart(14, '0') : written)
  if (cnpj === undefined) return undefined
  return {
    cnpj,
    distribuidora: clean(String(row['bandeira'] ?? row['distribuidora'] ?? '')),
    ...pointOf(row),
  }
}

/** A row by the names of its layout, in lower case. */
type Row = Readonly<Record<string, unknown>>

export interface Rows {
  rows: readonly Row[]
  /** Rows without the fields that the header names. */
  setAside: number
  /** Pages and rows of the whole. */
  pages: number
  told: number
}

/** Refuses a registry by name. `motivo` goes on after «O cadastro não serve:». */
export function refused(motivo: string): GasolinaError {
  return new GasolinaError('fonte_falhou', `O cadastro não serve: ${motivo}.`)
}

/** Columns that are read. The registry has thirteen, and others may be added. */
const COLUMNS = ['CNPJ', 'UF', 'BANDEIRA']

/** Each line is parsed alone: addresses have stray quotes, and one of them would join all lines after it. */
function csvRows(text: string): Rows {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const isEnded = lines.at(-1) === ''
  const [header = [], ...records] = lines.filter((line) => line !== '').map(fieldsOf)
  const names = header.map((name) => name.trim().toUpperCase())
  const missing = COLUMNS.filter((name) => !names.includes(name))
  if (missing.length === COLUMNS.length)
    throw refused('não é o CSV do cadastro da ANP nem uma página JSON dele')
  if (missing.length > 0) throw refused(`falta no cabeçalho ${missing.join(', ')}`)
  if (!isEnded && records.at(-1)?.length !== names.length)
    throw refused('veio cortado: a última linha está incompleta')
  const whole = records.filter(({ length }) => length === names.length)
  const rows = whole.map((fields): Row =>
    Object.fromEntries(names.map((name, at) => [name.toLowerCase(), fields[at]])),
  )
  return { rows, setAside: records.length - whole.length, pages: 1, told: records.length }
}

function fieldsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(';')
  return Papa.parse<string[]>(line, { delimiter: ';' }).data[0] ?? []
}

const count = z.number().int().min(0)

const pageSchema = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  searchPageFilter: z.object({ totalRegistro: count, totalPagina: count }).partial().nullish(),
})

const stationSchema = z.object({ cnpj: z.union([z.string(), z.number()]), uf: z.string() })
/** A station without a distributor has a null, or no member at all; of a changed layout no station has one. */
const NEEDED = 'distribuidora'

function jsonRows(raw: unknown): Rows {
  const { success, data: page } = pageSchema.safeParse(raw)
  if (!success) throw refused('a página JSON não traz data, a lista dos postos')
  const { data, searchPageFilter } = page
  const rows = data.filter((row) => stationSchema.safeParse(row).success)
  if (data.length > 0 && rows.length === 0) throw refused('os postos da página JSON vieram sem cnpj ou uf')
  if (data.length > 0 && !data.some((row) => NEEDED in row))
    throw refused(`os postos da página JSON vieram sem ${NEEDED}`)
  const { totalPagina = 1, totalRegistro = data.length } = searchPageFilter ?? {}
  return {
    rows,
    setAside: data.length - rows.length,
    pages: totalPagina,
    told: totalRegistro,
  }
}
