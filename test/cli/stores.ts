import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { fillFolder } from '../demonstration.ts'
import { NOW } from './run.ts'

/** The environment of a store of one's own, filled by one collection of the demonstration at the tests' noon. */
export function demonstrationStore(at = NOW): Record<string, string> {
  const env: Record<string, string> = { GASOLINA_FONTE: 'demonstracao' }
  beforeAll(async () => {
    const folder = (env['GASOLINA_STORAGE'] = mkdtempSync(join(tmpdir(), 'gasolina-cli-')))
    await fillFolder(folder, { at, months: true })
  })
  afterAll(() => rmSync(env['GASOLINA_STORAGE'] ?? '', { recursive: true, force: true }))
  return env
}
