import { ESTADO } from '../../domain/alagoas/state.ts'
import { clean, compareTexts } from '../../domain/basics/text.ts'
import { readCnpj } from '../../domain/facts/sale-record.ts'
import type { PostoCadastrado } from '../../domain/registry/registry.ts'
import { TooMuch, parseJson } from '../../untrusted.ts'
import { csvRows } from './registry-csv.ts'
import { jsonRows } from './registry-json.ts'
import { type Row, type Rows, refused } from './rows.ts'

/**
 * The rows of a file or a page, in either layout: its content says which.
 * @throws {GasolinaError} `fonte_falhou`, naming what is wrong.
 */
export function readRows(bytes: Uint8Array): Rows {
  const text = decode(bytes)
  const begin = text.trimStart().slice(0, 1)
  if (begin === '') throw refused('veio vazio')
  if (begin === '<') throw refused('veio uma página HTML em lugar dele')
  return begin === '{' ? jsonRows(parsed(bytes)) : csvRows(text)
}

/**
 * The state's stations of all pages, by CNPJ, each once.
 * @throws {GasolinaError} `fonte_falhou` when rows are missing, or none is of the state.
 */
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
  const [latitude, longitude] = [degrees(row['latitude'], 90), degrees(row['longitude'], 180)]
  const isPoint = latitude !== null && longitude !== null
  return {
    cnpj,
    distribuidora: clean(String(row['bandeira'] ?? row['distribuidora'] ?? '')),
    latitude: isPoint ? latitude : null,
    longitude: isPoint ? longitude : null,
  }
}

/** A number, or a text with a point or a comma; 0 means unknown. */
function degrees(value: unknown, limit: number): number | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  if (!/^-?\d{1,3}([.,]\d{1,20})?$/.test(text)) return null
  const number = Number(text.replace(',', '.'))
  return number !== 0 && Math.abs(number) <= limit ? number : null
}
