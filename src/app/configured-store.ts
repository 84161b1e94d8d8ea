import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { posix, resolve, win32 } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Feedback, ProcessContext } from '../cli/program.ts'
import { type Config, readConfig } from '../config.ts'
import { connectStore, holdsRealSource } from '../store/store.ts'
import { type GasolinaError, mayPass, misconfigured } from '../errors.ts'
import { showStorage } from '../storage-address.ts'
import { rebuildInMemory } from '../collect/publishing/rebuild.ts'
import { type Clock, instante, SECOND } from '../domain/basics/time.ts'
import { followCommits, type Follower, type FollowOptions } from '../store/follow.ts'

/** Reads the configuration and opens its store; prints the warnings, and where the data will be when the default folder does not exist yet. @throws {GasolinaError} `configuracao_invalida`, `armazenamento_falhou`. */
export async function openConfigured({ env }: Pick<ProcessContext, 'env'>, { tell }: Pick<Feedback, 'tell'>) {
  const { config, store } = await connectConfigured(env)
  for (const aviso of config.avisos) tell(aviso)
  const folder = config.storage.kind === 'folder' ? config.storage.folder : undefined
  if (folder !== undefined && folder === defaultFolder(env) && !existsSync(folder))
    tell(`Os dados ficarão em ${resolve(folder)} (GASOLINA_STORAGE escolhe outra pasta).`)
  return { config, store }
}

export type Opened = Awaited<ReturnType<typeof connectConfigured>>

export async function connectConfigured(env: ProcessContext['env']) {
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
export function dataFolder(env: Record<string, string | undefined>, platform: NodeJS.Platform, home: string) {
  if (platform === 'win32')
    return win32.join(env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local'), 'gasolina')
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'gasolina')
  const xdg = env['XDG_DATA_HOME'] ?? ''
  // The specification says to ignore relative paths.
  return posix.join(posix.isAbsolute(xdg) ? xdg : posix.join(home, '.local', 'share'), 'gasolina')
}

/** The source by the store's data. @throws {GasolinaError} `configuracao_invalida` for the demonstration over real sales. */
export async function withSource(config: Config): Promise<Config> {
  if (config.fonte === 'sefaz') return readOnly(config)
  // A store that cannot be listed now may hold real data: without a choice only that is looked for, and nothing is written.
  const holdsReal = await holdsRealSource(config.storage).catch((error: unknown) => {
    if (!mayPass(error)) throw error
  })
  if (config.fonteEscolhida && holdsReal) throw mixed(config)
  if (config.fonteEscolhida) return config
  if (holdsReal !== false) return readOnly({ ...config, fonte: 'sefaz' })
  return config.coleta ? config : { ...config, avisosAoServir: [...config.avisosAoServir, EMPTY] }
}

/** Before sales are written. @throws {GasolinaError} `configuracao_invalida` for the demonstration over real data. */
export async function refuseBesideReal(config: Config): Promise<void> {
  if (config.sefaz.token && config.fonte === 'sefaz') return
  if ((await holdsRealSource(config.storage)) && config.fonte === 'demonstracao') throw mixed(config)
}

const EMPTY =
  'Não há dados reais em GASOLINA_STORAGE: este servidor mostra os de demonstração. Se outro processo ainda vai coletar os reais, use GASOLINA_FONTE=sefaz.'
const NO_TOKEN =
  'Sem SEFAZ_APP_TOKEN este servidor não coleta: serve o que outro processo coletar em GASOLINA_STORAGE.'

function readOnly(config: Config): Config {
  if (config.sefaz.token || !config.coleta) return config
  return { ...config, coleta: false, avisosAoServir: [...config.avisosAoServir, NO_TOKEN] }
}

function mixed({ storage }: Config): GasolinaError {
  return misconfigured(
    `GASOLINA_STORAGE (${showStorage(storage)}) guarda dados reais, e a demonstração não se mistura a eles: escolha outro lugar em GASOLINA_STORAGE, ou use GASOLINA_FONTE=sefaz, que sem token só lê.`,
  )
}

/** Milliseconds between looks for commits of other processes. */
export const LOOK_EVERY = 5 * SECOND
/** Looks at an engine per inspection, one a minute: each file is a request. */
const INSPECT_ENGINE_EVERY = 12

/** The newest commit, for a server: it keeps serving it when the store fails. */
export function followStore({ config, store }: Opened, clock: Clock, options: FollowOptions): Follower {
  return followCommits(store, {
    ...options,
    inspectEvery: config.storage.kind === 'folder' ? 1 : INSPECT_ENGINE_EVERY,
    rebuild: () => rebuildInMemory(store, instante(clock())),
  })
}
