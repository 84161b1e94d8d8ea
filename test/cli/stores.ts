import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { NOW, gasolina } from './run.ts'

/** A folder for one store, gone when the tests of the file end. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gasolina-cli-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The environment of a store filled by one collection of the demonstration at the tests' noon. */
export function demonstrationStore(now = NOW): Record<string, string> {
  const env: Record<string, string> = { GASOLINA_FONTE: 'demonstracao' }
  beforeAll(async () => {
    env['GASOLINA_STORAGE'] = await mkdtemp(join(tmpdir(), 'gasolina-cli-'))
    await gasolina(['atualizar'], { env, now })
  })
  afterAll(() => rm(env['GASOLINA_STORAGE'] ?? '', { recursive: true, force: true }))
  return env
}
