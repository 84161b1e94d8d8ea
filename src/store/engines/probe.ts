import { randomUUID } from 'node:crypto'
import { misconfigured } from '../../errors.ts'
import { storeKey } from '../bytes/keys.ts'
import type { SourceStorage } from './source-storage.ts'

const CREATORS = 6

/** Tests that of many creates of one item one succeeds; else two collectors could publish one number. @throws {GasolinaError} `configuracao_invalida`. */
export async function probe(storage: SourceStorage): Promise<void> {
  const key = storeKey('probe', { id: randomUUID() })
  try {
    if (!(await createsOnce(storage, key)))
      throw misconfigured(
        'O armazenamento de GASOLINA_STORAGE deixa criar duas vezes o mesmo item, e duas coletas se apagariam: use um S3 que honre If-None-Match: *, um PostgreSQL ou um disco local.',
      )
    await storage.setItemRaw(key, content(0))
  } catch (error) {
    // A later clean-up removes it.
    await storage.removeItem(key).catch(() => {})
    throw error
  }
  await storage.removeItem(key)
}

async function createsOnce(storage: SourceStorage, key: string): Promise<boolean> {
  const contents = Array.from({ length: CREATORS }, (_, n) => content(n + 1))
  const created = await Promise.all(contents.map((bytes) => storage.create(key, bytes)))
  if (created.filter(Boolean).length !== 1 || (await storage.create(key, content(0)))) return false
  const winner = contents[created.indexOf(true)]
  return winner !== undefined && (await storage.getItemRaw(key))?.equals(winner) === true
}

function content(n: number): Buffer {
  return Buffer.from(`{"sonda":${n}}\n`)
}
