import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'

const ROOT = resolve(import.meta.dirname, '..')

/**
 * Real processes of the suite run what `npm ci` built; after a change to the source it is built anew, once. And a folder in
 * which the workers share the stores that demonstration.ts fills.
 */
export default function setup({ config }: TestProject): () => void {
  execFileSync(process.execPath, ['bin/build.js', '--if-needed'], { cwd: ROOT, stdio: 'inherit' })
  const stores = mkdtempSync(join(config.env['TMPDIR'] ?? tmpdir(), 'gasolina-stores-'))
  process.env['FILLED_STORES'] = stores
  return () => rmSync(stores, { recursive: true, force: true })
}
