// Builds aside, and puts the files into dist/ once they are whole, so that whoever starts the program meanwhile always finds
// one. `node bin/build.js`; with `--if-needed` what is there and newer than its sources stays, and nothing fails where the
// development dependencies are missing: a pruned installation keeps the program it has. With `--for-package` dist/ has only what
// the last build made, and without a program it ends with 1: such a package would install and not start.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
// The lockfile too: nearly all packages are bundled.
const SOURCES = ['src', 'bin', 'package.json', 'package-lock.json', 'tsconfig.json']
/** Is written when all else is there. */
const BUILT = 'oclif.manifest.json'
/** Time of a file that the last build did not make. */
const RETIRED = 0
const dist = join(ROOT, 'dist')
const aside = join(ROOT, `.dist-${process.pid}`)

const isForPackage = process.argv.includes('--for-package')
if (isForPackage)
  process.once('exit', () => {
    for (const file of filesIn(dist)) if (isRetired(file)) rmSync(join(dist, file))
  })

if (process.argv.includes('--if-needed')) {
  const built = newest(join('dist', BUILT))
  if (built > 0 && SOURCES.every((source) => newest(source) <= built)) process.exit(0)
  if (!canBuild()) {
    if (built === 0)
      console.error(
        'O programa ainda não foi construído, e faltam as dependências de desenvolvimento que o constroem: rode npm ci sem --omit=dev.',
      )
    process.exit(built === 0 && isForPackage ? 1 : 0)
  }
}

try {
  run(join(ROOT, 'bin/bundle.js'), aside)
  run(join(ROOT, 'bin/assets.js'), aside)
  run(join(ROOT, 'bin/manifest.js'), aside)
  run(join(ROOT, 'bin/client-types.js'), aside)
  replaceFiles()
  keepCompiledCode()
} finally {
  rmSync(aside, { recursive: true, force: true })
}

/** The program is whole without it. */
function keepCompiledCode() {
  try {
    run(join(ROOT, 'bin/code-cache.js'))
  } catch {
    console.error(
      'O programa foi construído; sem o código compilado, cada comando começa um pouco mais devagar.',
    )
  }
}

/** One by one, so that there is a program at any moment: what others load first, and last the file that tells it is built. */
function replaceFiles() {
  const files = filesIn(aside).toSorted((a, b) => turnOf(a) - turnOf(b))
  const before = filesIn(dist)
  for (const file of files) {
    mkdirSync(dirname(join(dist, file)), { recursive: true })
    renameSync(join(aside, file), join(dist, file))
  }
  for (const file of before) if (!files.includes(file)) retire(file)
}

/** A file of the build before stays until the next one, as a program that runs may load it yet; its time tells it from older ones. */
function retire(file) {
  if (isRetired(file)) rmSync(join(dist, file))
  else utimesSync(join(dist, file), RETIRED, RETIRED)
}

function isRetired(file) {
  return statSync(join(dist, file)).mtimeMs === RETIRED
}

function turnOf(file) {
  return file === BUILT ? 2 : Number(!file.startsWith('chunks'))
}

function filesIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
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
