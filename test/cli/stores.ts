import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { fillFolder } from '../demonstration.ts'
import { onceARun } from '../once-a-run.ts'
import { shareStore } from './run.ts'

/** The environment of a store of one's own, filled by one collection of the demonstration; its history makes collecting slow. */
export function demonstrationStore({ history = true } = {}): Record<string, string> {
  const env: Record<string, string> = { GASOLINA_FONTE: 'demonstracao' }
  beforeAll(async () => {
    const folder = (env['GASOLINA_STORAGE'] = mkdtempSync(join(tmpdir(), 'gasolina-cli-')))
    await fillFolder(folder, { months: true, history })
  })
  afterAll(() => rmSync(env['GASOLINA_STORAGE'] ?? '', { recursive: true, force: true }))
  return env
}

/** The same for tests that only read: one folder for all of a run, and one open store for the commands of a file. */
export function storeToRead(): Record<string, string> {
  const env: Record<string, string> = { GASOLINA_FONTE: 'demonstracao' }
  beforeAll(async () => {
    env['GASOLINA_STORAGE'] = await onceARun('store', (folder) => fillFolder(folder, { months: true }))
    shareStore(env)
  })
  return env
}
