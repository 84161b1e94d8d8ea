import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/** Real processes of the suite run what `npm ci` built; after a change to the source it is built anew, once. */
export default function setup(): void {
  execFileSync(process.execPath, ['bin/build.js', '--if-needed'], { cwd: ROOT, stdio: 'inherit' })
}
