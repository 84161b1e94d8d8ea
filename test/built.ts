import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/** Real processes of the suite run what `npm ci` built; after a change to the source it is built anew, once. */
export default function setup(): void {
  const built = newest(join(ROOT, 'dist'))
  if (built < Math.max(newest(join(ROOT, 'src')), newest(join(ROOT, 'bin'))))
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' })
}

function newest(folder: string): number {
  try {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return Math.max(...files.map((file) => statSync(join(folder, file)).mtimeMs))
  } catch {
    return -Infinity
  }
}
