import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { GasolinaError } from '../errors.ts'
import type { StorageAddress } from '../storage-address.ts'
import { SOURCES } from '../store/copy-stores.ts'

/**
 * A copy inside its own source would copy itself, again and again; one above it would mix the two.
 * @throws {GasolinaError} `configuracao_invalida`. Nothing is written.
 */
export async function refuseOverlap(de: StorageAddress, para: StorageAddress): Promise<void> {
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

/** The same database is the same store, whoever asks it. */
function placeOf(address: StorageAddress): object {
  if (address.kind === 'folder') return address
  if (address.kind === 's3')
    return { bucket: address.bucket, prefix: address.prefix, endpoint: address.endpoint }
  const { host, port, database, schema } = address
  return { host, port, database, schema }
}

/** In the objects of one of its sources: in nothing else of an S3 store a copy is found again. */
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

/** The folder of a source may be a link to another place: it counts as much as the folder above it. */
function withSources(folder: string): Promise<Lineage[]> {
  return Promise.all([folder, ...SOURCES.map((fonte) => join(folder, fonte))].map(lineageOf))
}

type Lineage = [itself: string, ...above: string[]]

/** What the folder and those above it are, whatever their names: links are followed, mounts and letter case make no difference. */
async function lineageOf(folder: string): Promise<Lineage> {
  const path = await resolved(folder)
  const above = dirname(path) === path ? [] : await lineageOf(dirname(path))
  const facts = await stat(path, { bigint: true }).catch(() => null)
  return [facts ? `${facts.dev} ${facts.ino}` : path, ...above]
}

/** As far as it is there. */
async function resolved(path: string): Promise<string> {
  return realpath(path).catch(async () =>
    dirname(path) === path ? path : join(await resolved(dirname(path)), basename(path)),
  )
}

function refused(why: string): GasolinaError {
  return new GasolinaError('configuracao_invalida', `--de e --para ${why}.`)
}
