import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { quote } from '../domain/text.ts'
import { GasolinaError } from '../errors.ts'
import type { Arquivo } from '../query/download.ts'

/**
 * Writes a download to a path, or under its own name into a folder; returns where.
 * @throws {GasolinaError} `armazenamento_falhou`.
 */
export async function saveFile(path: string, { nome, pieces }: Arquivo): Promise<string> {
  const folder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  const target = folder ? join(path, nome) : path
  try {
    await writeFile(target, pieces)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new GasolinaError('armazenamento_falhou', `Não foi possível gravar '${quote(target)}'${code}.`, {
      cause: error,
    })
  }
  return target
}
