import { type Slug, slugs } from '../../domain/facts/fuels.ts'
import * as state from '../../domain/state/commit-state.ts'
import { compareTexts, jsonOrUndefined } from '../../domain/basics/text.ts'
import type { Cadastro } from '../../domain/registry/registry.ts'
import { readCommit, seqOf } from './commit-file.ts'
import { type SourceStorage, readOrDamaged } from '../engines/source-storage.ts'
import { CADASTRO, contentOf, readPart } from './parts.ts'
import { partsOfKey } from '../bytes/keys.ts'

const NAMES: readonly string[] = [...slugs, 'postos', 'medianas', 'fatias']

export type FuelOf = (cnpj: string, codigo: string) => Slug | undefined

/** Intact parts where no commit is: each from the newest commit with it intact, else the newest of its kind; `isPatched`: stations are of a damaged part. */
export async function recoverParts(storage: SourceStorage, fuelsSold: () => Promise<FuelOf>) {
  const parts = new Map<string, unknown[]>()
  const wanted = new Set(NAMES)
  let cabecalho: state.Cabecalho | null = null
  for (const key of (await storage.getKeys('commits')).toReversed()) {
    const file = await readCommit(storage, seqOf(key) ?? 0)
    cabecalho ??= file?.cabecalho ?? null
    for (const [name, { sha256 }] of Object.entries(file?.partes ?? {})) {
      if (name === CADASTRO) wanted.add(name)
      const records = parts.has(name) ? null : await readPart(storage, sha256)
      if (records) parts.set(name, records)
    }
    if ([...wanted].every((name) => parts.has(name))) break
  }
  const missing = NAMES.filter((name) => !parts.has(name))
  if (missing.length > 0)
    for (const [name, { records }] of await unnamed(storage, [...missing, CADASTRO], await fuelsSold()))
      if (!parts.has(name)) parts.set(name, records)
  const content = contentOf(parts)
  const isPatched = content.estado.postos.length === 0
  if (isPatched) content.estado.postos = await stationsLeft(storage)
  return { cabecalho, isPatched, ...content }
}

/** The stations are in no other file. A damaged part has one a line: the readable ones of the part with the most are used. */
async function stationsLeft(storage: SourceStorage): Promise<state.Posto[]> {
  let most: state.Posto[] = []
  for (const key of await storage.getKeys('partes')) {
    const lines = String((await readOrDamaged(storage, key)) ?? '').split('\n')
    const found = lines.flatMap((line) => {
      const { success, data } = state.knownPostoSchema.safeParse(jsonOrUndefined(line.replace(/,$/, '')))
      return success ? [data] : []
    })
    if (found.length > most.length) most = found
  }
  return most
}

/** The newest part of each of these names, by the kind of their records. */
async function unnamed(storage: SourceStorage, names: readonly string[], fuelOf: FuelOf) {
  const newest = new Map<string, { records: AnyRecord[]; date: string }>()
  for (const key of await storage.getKeys('partes')) {
    const part = partsOfKey('part', key)
    const records = part && ((await readPart(storage, part.sha256)) as AnyRecord[] | null)
    const name = records && nameOf(records, fuelOf)
    if (!name || !names.includes(name)) continue
    const date = records.map(dateOf).reduce((a, b) => (a > b ? a : b), '')
    const known = newest.get(name)
    // The longer of two equally new ones: stations are never removed.
    const order = known ? compareTexts(date, known.date) || records.length - known.records.length : 1
    if (order > 0) newest.set(name, { records, date })
  }
  return newest
}

type AnyRecord = Partial<state.Atual & state.Posto & state.MedianaDoDia & state.MemoriaDaFatia & Cadastro>

/** Products have no fuel: the fuel of one of them in the log is that of all. */
function nameOf(records: readonly AnyRecord[], fuelOf: FuelOf): string | undefined {
  const [first] = records
  if (first?.estabelecimento) return 'postos'
  if (first?.origem !== undefined) return CADASTRO
  if (first?.mediana !== undefined) return 'medianas'
  if (first?.consultadaEm !== undefined) return 'fatias'
  for (const { cnpj, produto } of records) {
    const slug = cnpj !== undefined && produto && fuelOf(cnpj, produto.codigo)
    if (slug) return slug
  }
  return undefined
}

function dateOf({ ultimaVenda, dia, consultadaEm, em, produto }: AnyRecord): string {
  return ultimaVenda ?? dia ?? consultadaEm ?? em ?? produto?.venda.dataVenda ?? ''
}
