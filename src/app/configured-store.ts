import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Wishes } from '../cli/program.ts'
import type { World } from '../cli/terminal/surroundings.ts'
import type { Config } from '../config.ts'
import { readConfig } from '../config.ts'
import { connectStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'
import { defaultFolder } from './data-folder.ts'

/**
 * The configuration, and the store it names. At the first use of a folder that nobody named a person is told where it is.
 * @throws {GasolinaError} `configuracao_invalida`, `armazenamento_falhou`.
 */
export async function openConfigured(
  { env }: Pick<World, 'env'>,
  { tell }: Pick<Wishes, 'tell'>,
): Promise<{ config: Config; store: Store }> {
  const byDefault = defaultFolder(env)
  const config = readConfig(env, { storage: byDefault })
  for (const aviso of config.avisos) tell(aviso)
  const { storage, fonte } = config
  const store = await connectStore(storage, fonte)
  if (storage.kind !== 'folder') return { config, store }
  const { folder } = storage
  if (folder === byDefault && !(await stat(folder).catch(() => null)))
    tell(`Os dados ficarão em ${resolve(folder)} (GASOLINA_STORAGE escolhe outra pasta).`)
  return { config, store }
}
