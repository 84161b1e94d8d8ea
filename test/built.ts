import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { skippedIn } from './skipped.ts'

const ROOT = resolve(import.meta.dirname, '..')

/**
 * Real processes of the suite run what `npm ci` built; after a change to the source it is built anew, once, and what the build
 * before left is gone, as the package of these tests is made of dist/. And a folder for
 * what the workers of a run share.
 */
export default function setup(project: TestProject): () => void {
  execFileSync(process.execPath, ['bin/build.js', '--if-needed', '--for-package'], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  const folder = mkdtempSync(join(project.config.env['TMPDIR'] ?? tmpdir(), 'gasolina-run-'))
  // What is installed in there is started by another user too, and may be written by nobody.
  chmodSync(folder, 0o755)
  process.env['RUN_FOLDER'] = folder
  return () => {
    execFileSync('chmod', ['-R', 'u+w', folder])
    rmSync(folder, { recursive: true, force: true })
    process.stdout.write(skippedIn(project))
  }
}
