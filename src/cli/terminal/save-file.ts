import { randomUUID } from 'node:crypto'
import { type Stats, constants } from 'node:fs'
import { access, lstat, open, readdir, realpath, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { quote } from '../../domain/basics/text.ts'
import { GasolinaError, codeOf } from '../../errors.ts'
import { processExists } from '../../process-exists.ts'
import type { Arquivo } from '../../format/files/sheet.ts'

/** Into a folder it goes by its own name. An old file is replaced only by a whole one. @throws {GasolinaError} `armazenamento_falhou`. */
export async function saveFile(path: string, { nome, pieces }: Arquivo): Promise<string> {
  const isFolder = (await stat(path).catch(() => null))?.isDirectory()
  const target = isFolder ? join(path, nome) : path
  try {
    const there = await stat(target).catch(() => null)
    const isFree = (await lstat(target).catch(() => null)) === null
    if (there?.isFile() || isFree) await replace(target, there, pieces)
    // A pipe or a device has nothing to lose, and renaming would take the place of a link that leads nowhere.
    else await writeFile(target, pieces)
  } catch (error) {
    throw cannotSave(target, error)
  }
  return target
}

export function cannotSave(target: string, error: unknown): GasolinaError {
  const code = codeOf(error)
  const message = `Não foi possível gravar '${quote(target)}'${code && ` (${code})`}.`
  return new GasolinaError('armazenamento_falhou', message, { cause: error })
}

/** Written beside and synced before it is renamed; owner and mode stay those of the file that was there. */
async function replace(target: string, there: Stats | null, pieces: Arquivo['pieces']): Promise<void> {
  if (there) await access(target, constants.W_OK)
  const path = there ? await realpath(target) : target
  const folder = dirname(path)
  await sweep(folder)
  const temporary = join(folder, `.gasolina-${process.pid}-${randomUUID().slice(0, 8)}.tmp`)
  try {
    const file = await open(temporary, 'wx')
    try {
      await writeFile(file, pieces)
      if (there) {
        // Only the superuser may give a file away.
        await file.chown(there.uid, there.gid).catch(() => {})
        await file.chmod(there.mode)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await unlink(temporary).catch(() => {})
    throw error
  }
}

const TEMPORARY = /^\.gasolina-(\d{1,10})-[0-9a-f]{8}\.tmp$/

/** Removes temporary files of killed processes. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = Number(TEMPORARY.exec(name)?.[1])
    if (pid === process.pid || (pid > 0 && !processExists(pid)))
      await unlink(join(folder, name)).catch(() => {})
  }
}
