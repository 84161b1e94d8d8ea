import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { CopyOutcome, Feedback, ProcessContext } from '../cli/program.ts'
import { readConfig } from '../config.ts'
import { GasolinaError, misconfigured } from '../errors.ts'
import { parseStorage, showStorage, type StorageAddress } from '../storage-address.ts'
import type { CopiaDaFonte, NomeDaFonte } from '../domain/state/commit-state.ts'
import { type ReadOnly, copyStore } from '../store/care/copy-store.ts'
import { openSource } from '../store/engines/source-storage.ts'
import { driverFor, holdsRealSource } from '../store/store.ts'

/** Copies a store with all its sources between two addresses in the form of `GASOLINA_STORAGE`. */
export async function copyBetween(
  { env }: Pick<ProcessContext, 'env'>,
  texts: { de: string; para: string },
  { tell, onProgress }: Feedback,
): Promise<CopyOutcome> {
  const { engines, avisos } = readConfig({ ...env, GASOLINA_STORAGE: '' })
  for (const aviso of avisos) tell(aviso)
  const de = absolute(parseStorage('--de', texts.de, engines))
  const para = absolute(parseStorage('--para', texts.para, engines))
  await refuseOverlap(de, para)
  if (para.kind === 'folder' && (await stat(para.folder).catch(() => null))?.isDirectory() === false)
    throw new GasolinaError(
      'armazenamento_falhou',
      `--para aponta para '${para.folder}', que não é uma pasta.`,
    )
  const fontes = await copyStores(de, para, (done, total) =>
    onProgress?.({ phase: 'copiando', done, total }),
  ).finally(() => onProgress?.({ phase: 'pronto', done: 0, total: 0 }))
  if (fontes.length === 0)
    throw new GasolinaError('dados_indisponiveis', `Não há dados em ${showStorage(de)} (--de).`)
  return { de: showStorage(de), para: showStorage(para), fontes }
}

function absolute(address: StorageAddress): StorageAddress {
  return address.kind === 'folder' ? { kind: 'folder', folder: resolve(address.folder) } : address
}

/** A copy inside its own source would copy itself, again and again; one above it would mix the two. */
async function refuseOverlap(de: StorageAddress, para: StorageAddress): Promise<void> {
  if (de.kind === 'folder' && para.kind === 'folder') return refuseFolders(de.folder, para.folder)
  if (isDeepStrictEqual(placeOf(de), placeOf(para))) throw refused(SAME)
  if (de.kind !== 's3' || para.kind !== 's3') return
  if (de.bucket !== para.bucket || de.endpoint !== para.endpoint) return
  if (isInside(para.prefix, de.prefix)) throw refused(INSIDE)
  if (isInside(de.prefix, para.prefix)) throw refused(ABOVE)
}

const SAME = 'são o mesmo lugar'
const INSIDE = 'não servem, porque --para fica dentro de --de: copie para um lugar fora dele'
const ABOVE = 'não servem, porque --de fica dentro de --para: copie para um lugar à parte'

/** The place without credentials: the same database is the same store for every user. */
function placeOf(address: StorageAddress): object {
  if (address.kind === 'folder') return address
  if (address.kind === 's3')
    return { bucket: address.bucket, prefix: address.prefix, endpoint: address.endpoint }
  const { host, port, database, schema } = address
  return { host, port, database, schema }
}

/** Inside the prefix of one of its sources: other prefixes of an S3 store are never copied. */
function isInside(inner: string, outer: string): boolean {
  return SOURCES.some((fonte) => `${inner}/`.startsWith(`${outer && `${outer}/`}${fonte}/`))
}

async function refuseFolders(de: string, para: string): Promise<void> {
  const [from, to] = await Promise.all([withSources(de), withSources(para)])
  if (from[0]?.[0] === to[0]?.[0]) throw refused(SAME)
  const pairs = from.flatMap((ours) => to.map((theirs) => [ours, theirs] as const))
  if (pairs.some(([[ours], theirs]) => theirs.includes(ours))) throw refused(INSIDE)
  if (pairs.some(([ours, [theirs]]) => ours.includes(theirs))) throw refused(ABOVE)
}

/** The folder of a source may be a link to another place, so it is compared as well. */
function withSources(folder: string): Promise<Lineage[]> {
  return Promise.all([folder, ...SOURCES.map((fonte) => join(folder, fonte))].map(lineageOf))
}

type Lineage = [itself: string, ...above: string[]]

/** Identity of the folder and of its parents by device and inode: links, mounts and letter case make no difference. */
async function lineageOf(folder: string): Promise<Lineage> {
  const path = await resolved(folder)
  const above = dirname(path) === path ? [] : await lineageOf(dirname(path))
  const facts = await stat(path, { bigint: true }).catch(() => null)
  return [facts ? `${facts.dev} ${facts.ino}` : path, ...above]
}

/** Real path of the part that exists. */
async function resolved(path: string): Promise<string> {
  return realpath(path).catch(async () =>
    dirname(path) === path ? path : join(await resolved(dirname(path)), basename(path)),
  )
}

function refused(why: string): GasolinaError {
  return misconfigured(`--de e --para ${why}.`)
}

export const SOURCES: readonly NomeDaFonte[] = ['sefaz', 'demonstracao']

/** Copies a whole store, all its sources, from one address to another. A source that `de` does not have is left out. */
export async function copyStores(
  de: StorageAddress,
  para: StorageAddress,
  onProgress?: (done: number, total: number) => void,
): Promise<CopiaDaFonte[]> {
  const [reading, writing] = await Promise.all([driverFor(de), driverFor(para)])
  const copies: CopiaDaFonte[] = []
  for (const fonte of SOURCES) {
    const storage = openSource(reading, fonte)
    const from: ReadOnly = {
      fonte,
      getItemRaw: (key) => storage.getItemRaw(key).catch(failOf('--de')),
      getKeys: (under) => storage.getKeys(under).catch(failOf('--de')),
    }
    if ((await from.getKeys('')).length === 0) continue
    if (fonte === 'demonstracao' && copies.length === 0 && (await holdsRealSource(para)))
      throw misconfigured(
        '--para guarda dados reais, e --de só os de demonstração, que não se misturam a eles: copie para outro lugar.',
      )
    const to = openSource(writing, fonte)
    copies.push(await copyStore(from, to, onProgress).catch(failOf('--para')))
  }
  return copies
}

/** Rethrows with the flag that gave the address: other sentences name the only store they know, the variable's. */
function failOf(flag: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof GasolinaError)) throw error
    const { codigo, message, cause } = error
    throw new GasolinaError(codigo, message.replaceAll('GASOLINA_STORAGE', flag), { cause })
  }
}
