import Papa from 'papaparse'
import { type Row, type Rows, refused } from './rows.ts'

/** Columns that are read. The registry has thirteen, and others may be added. */
const NEEDED = ['CNPJ', 'UF', 'BANDEIRA']

/**
 * Rows of the CSV layout, by the header's names. Each line is parsed alone: addresses have stray quotes, and one of them would join
 * all lines after it.
 */
export function csvRows(text: string): Rows {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const isEnded = lines.at(-1) === ''
  const [header = [], ...records] = lines.filter((line) => line !== '').map(fieldsOf)
  const names = header.map((name) => name.trim().toUpperCase())
  const missing = NEEDED.filter((name) => !names.includes(name))
  if (missing.length === NEEDED.length)
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
