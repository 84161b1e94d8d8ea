// Builds dist/ aside and puts it in its place once it is whole, so that whoever runs the program meanwhile never finds half
// of it. `node bin/build.js`; with `--if-needed` what is there and newer than its sources stays, and nothing fails where the
// development dependencies are missing: a pruned installation keeps the program it has.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
// The lockfile too: nearly all packages are bundled.
const SOURCES = ['src', 'bin', 'package.json', 'package-lock.json', 'tsconfig.json']
const dist = join(ROOT, 'dist')
const aside = join(ROOT, `.dist-${process.pid}`)
const before = `${aside}-before`

if (process.argv.includes('--if-needed')) {
  const built = newest('dist/oclif.manifest.json')
  if (built > 0 && SOURCES.every((source) => newest(source) <= built)) process.exit(0)
  if (!canBuild()) {
    if (built === 0)
      console.error(
        'O programa ainda não foi construído, e faltam as dependências de desenvolvimento que o constroem: rode npm ci sem --omit=dev.',
      )
    process.exit(0)
  }
}

try {
  run(join(ROOT, 'bin/bundle.js'), aside)
  run(join(ROOT, 'bin/assets.js'), aside)
  run(join(ROOT, 'bin/manifest.js'), aside)
  run(join(ROOT, 'bin/client-types.js'), aside)
  if (existsSync(dist)) renameSync(dist, before)
  renameSync(aside, dist)
  rmSync(before, { recursive: true, force: true })
} finally {
  if (existsSync(before) && !existsSync(dist)) renameSync(before, dist)
  rmSync(aside, { recursive: true, force: true })
}

function canBuild() {
  try {
    const { resolve } = createRequire(import.meta.url)
    return [resolve('rolldown/package.json'), resolve('tsx/package.json')].length > 0
  } catch {
    return false
  }
}

function run(script, ...args) {
  execFileSync(process.execPath, [script, ...args], { cwd: ROOT, stdio: 'inherit' })
}

/** When a file, or the newest of a folder's, was written; 0 when there is none. A folder's own time tells when it was copied. */
function newest(name) {
  const path = join(ROOT, name)
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return stats?.mtimeMs ?? 0
  return Math.max(0, ...readdirSync(path).map((entry) => newest(join(name, entry))))
}
