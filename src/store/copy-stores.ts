import type { CopiaDaFonte, NomeDaFonte } from '../domain/state/commit-state.ts'
import { GasolinaError } from '../errors.ts'
import type { StorageAddress } from '../storage-address.ts'
import { copyStore } from './care/copy-store.ts'
import { openSource } from './engines/source-storage.ts'
import { driverFor, holdsSource } from './open.ts'

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
    const from = {
      getItemRaw: (key: string) => storage.getItemRaw(key).catch(failOf('--de')),
      getKeys: (folder: string) => storage.getKeys(folder).catch(failOf('--de')),
    }
    if ((await from.getKeys('')).length === 0) continue
    if (fonte === 'demonstracao' && copies.length === 0 && (await holdsSource(para, 'sefaz')))
      throw new GasolinaError(
        'configuracao_invalida',
        '--para guarda dados reais, e --de só os de demonstração, que não se misturam a eles: copie para outro lugar.',
      )
    const to = openSource(writing, fonte)
    copies.push(await copyStore(from, to, fonte, onProgress).catch(failOf('--para')))
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
