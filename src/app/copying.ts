import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { CopyOutcome, Wishes } from '../cli/program.ts'
import type { World } from '../cli/terminal/surroundings.ts'
import { readConfig } from '../config.ts'
import { GasolinaError } from '../errors.ts'
import type { StorageAddress } from '../storage-address.ts'
import { parseStorage, showStorage } from '../storage-address.ts'
import { copyStores } from '../store/copy-stores.ts'
import { refuseOverlap } from './copy-overlap.ts'

/** Copies a store, all its sources, between two addresses as `GASOLINA_STORAGE` takes them. */
export async function copyBetween(
  { env }: Pick<World, 'env'>,
  texts: { de: string; para: string },
  { tell, onProgress }: Wishes,
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
