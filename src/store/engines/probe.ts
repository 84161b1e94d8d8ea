import { randomUUID } from 'node:crypto'
import { GasolinaError } from '../../errors.ts'
import type { SourceStorage } from './source-storage.ts'

/** Each probe has a name of its own in here: two processes that start at once must not judge one another's. */
export const PROBES = 'sondas'
const CREATORS = 6

/**
 * Tries what a publication rests on: of many creates of one item one takes place, a later one none, and what was created is
 * what is read. A service that ignores the condition would let two collectors both publish a number.
 * @throws {GasolinaError} `configuracao_invalida` where that does not hold; whatever the driver throws.
 */
export async function probe(storage: SourceStorage): Promise<void> {
  const key = `${PROBES}:${randomUUID()}.json`
  try {
    if (!(await createsOnce(storage, key)))
      throw new GasolinaError(
        'configuracao_invalida',
        'O armazenamento de GASOLINA_STORAGE deixa criar duas vezes o mesmo item, e duas coletas se apagariam: use um S3 que honre If-None-Match: *, um PostgreSQL ou um disco local.',
      )
    await storage.setItemRaw(key, content(0))
  } catch (error) {
    // What stays is swept by a later collection.
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
