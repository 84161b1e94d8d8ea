import { slugs } from '../../domain/facts/fuels.ts'

/** The key of each kind of file in a store, with its varying parts in braces. A folder is the text before a colon. */
const KEYS = {
  commit: 'commits:{seq}.json',
  part: 'partes:{sha256}.json',
  sales: 'vendas:{mes}:{sha256}.ndjson',
  /** A closed month of one station; a damaged one is set aside under the beginning of its checksum. */
  stationMonth: 'historico:{mes}:{cnpj}.json',
  setAside: 'historico:{mes}:danificados:{cnpj}-{inicio}.json',
  changes: 'mudancas:{dia}.ndjson',
  /** Values at the end of a month's days. */
  days: 'dias:{mes}:{sha256}.ndjson',
  /** A file to download, and the note of those of one month or day. */
  monthlyFile: 'mensais:{sha256}.{formato}',
  monthlyNote: 'mensais:{nome}.json',
  heldBack: 'rejeitados:{slug}.json',
  /** A test of the engine: one name per probe, for processes that start at once. */
  probe: 'sondas:{id}.json',
} as const

/** The folder of a month, in which files are counted. */
export const MONTH_FOLDER = /^(vendas|historico):\d{4}-\d\d$/

export const singleKeys = {
  lastAttempt: 'situacao.json',
  registryAttempt: 'cadastro.json',
  collectorLock: 'coletor.json',
  /** Written and removed at once, to read the engine's clock. */
  clockProbe: 'sonda.json',
} as const

const PARTS: Readonly<Record<string, string>> = {
  seq: String.raw`\d{12}`,
  sha256: '[0-9a-f]{64}',
  inicio: '[0-9a-f]{16}',
  mes: String.raw`\d{4}-\d\d`,
  dia: String.raw`\d{4}-\d\d-\d\d`,
  nome: String.raw`\d{4}-\d\d(?:-\d\d)?`,
  cnpj: '[0-9A-Z]{12}[0-9]{2}',
  formato: String.raw`parquet|csv\.gz|csv`,
  slug: slugs.join('|'),
  id: '[0-9a-f-]{36}',
}

type Kind = keyof typeof KEYS
type FolderOf<Key> = Key extends `${infer Name}:${string}` ? Name : never
export type Folder = FolderOf<(typeof KEYS)[Kind]>
type NamesIn<Key> = Key extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
export type KeyParts<K extends Kind> = Readonly<Record<NamesIn<(typeof KEYS)[K]>, string>>

const forms = Object.fromEntries(
  Object.entries(KEYS).map(([kind, key]) => {
    const form = key
      .replaceAll('.', '\\.')
      .replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${PARTS[name]})`)
    return [kind, new RegExp(`^${form}$`)]
  }),
) as Record<Kind, RegExp>

export function storeKey<K extends Kind>(kind: K, parts: KeyParts<K>): string {
  const values: Readonly<Record<string, string>> = parts
  return KEYS[kind].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

/** The parts of the key of such a file; undefined for other files. */
export function partsOfKey<K extends Kind>(kind: K, key: string): KeyParts<K> | undefined {
  return forms[kind].exec(key)?.groups as KeyParts<K> | undefined
}
