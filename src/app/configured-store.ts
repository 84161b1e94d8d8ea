import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { posix, resolve, win32 } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Wishes } from '../cli/program.ts'
import type { World } from '../cli/terminal/surroundings.ts'
import { type Config, readConfig } from '../config.ts'
import { connectStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'
import { withSource } from './configured-source.ts'

/**
 * The configuration and its store. At the first use of the default folder a sentence tells where it is.
 * @throws {GasolinaError} `configuracao_invalida`, `armazenamento_falhou`.
 */
export async function openConfigured(
  { env }: Pick<World, 'env'>,
  { tell }: Pick<Wishes, 'tell'>,
): Promise<{ config: Config; store: Store }> {
  const byDefault = defaultFolder(env)
  const { config, store } = await connectConfigured(env)
  for (const aviso of config.avisos) tell(aviso)
  const { storage } = config
  if (storage.kind !== 'folder') return { config, store }
  const { folder } = storage
  if (folder === byDefault && !(await stat(folder).catch(() => null)))
    tell(`Os dados ficarão em ${resolve(folder)} (GASOLINA_STORAGE escolhe outra pasta).`)
  return { config, store }
}

/** The same, silently. */
export async function connectConfigured(env: World['env']): Promise<{ config: Config; store: Store }> {
  const config = await withSource(readConfig(env, { storage: defaultFolder(env) }))
  return { config, store: await connectStore(config.storage, config.fonte) }
}

/** Present in a checkout, absent in an installed package. */
const SOURCE = new URL('../../src/', import.meta.url)

/** Default folder of the data: in a checkout; for an installed program, which may be read-only, in the user's data. */
export function defaultFolder(env: Record<string, string | undefined>): string {
  if (existsSync(fileURLToPath(SOURCE))) return './storage'
  return dataFolder(env, process.platform, homedir())
}

/** The user's folder for data of programs (XDG on Linux), and ours in it. */
export function dataFolder(
  env: Record<string, string | undefined>,
  platform: NodeJS.Platform,
  home: string,
): string {
  if (platform === 'win32')
    return win32.join(env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local'), 'gasolina')
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'gasolina')
  const xdg = env['XDG_DATA_HOME'] ?? ''
  // The specification says to ignore relative paths.
  return posix.join(posix.isAbsolute(xdg) ? xdg : posix.join(home, '.local', 'share'), 'gasolina')
}
