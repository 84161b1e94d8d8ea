import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { onceARun } from '../once-a-run.ts'

export const ROOT = resolve(import.meta.dirname, '../..')

export interface Installed {
  /** Where `npm i -g` would have put things: `bin/gasolina` and `lib/node_modules`. */
  prefix: string
  /** The packed files, relative to the package. */
  files: string[]
  /** Of the tarball, in bytes. */
  size: number
  /** Runs `gasolina` as a user without privileges, in a home of its own. */
  run(argv: readonly string[], env?: Record<string, string>): Promise<Ended>
  start(argv: readonly string[], env?: Record<string, string>): ChildProcess
  home: string
}

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** The user `nobody`, when the tests run as root: to root nothing is read-only. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/**
 * What `npm pack` makes, unpacked with its production dependencies, in a folder nobody may write to. npm itself would fetch
 * those; here they are copied from this checkout, by what package-lock.json calls production. Made once a run; the home is
 * the file's own.
 */
export function installedPackage(): Installed {
  const installed = {} as Installed
  let home = ''
  beforeAll(async () => {
    const folder = await onceARun('instalado', install)
    const packed = JSON.parse(readFileSync(join(folder, 'pacote.json'), 'utf8')) as Packed
    const prefix = join(folder, 'prefixo')
    home = mkdtempSync(join(tmpdir(), 'gasolina-casa-'))
    chmodSync(home, 0o777)
    const start: Installed['start'] = (argv, env = {}) =>
      spawn(process.execPath, [join(prefix, 'bin/gasolina'), ...argv], {
        cwd: '/',
        env: { PATH: process.env['PATH'], HOME: home, NO_COLOR: '1', ...env },
        ...NOBODY,
      })
    Object.assign(installed, {
      prefix,
      home,
      files: packed.files.map(({ path }) => path),
      size: packed.size,
      start,
      run: (argv: readonly string[], env?: Record<string, string>) => ended(start(argv, env)),
    })
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))
  return installed
}

interface Packed {
  filename: string
  size: number
  files: { path: string }[]
}

function install(folder: string): void {
  chmodSync(folder, 0o755)
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as [Packed]
  writeFileSync(join(folder, 'pacote.json'), JSON.stringify(packed))
  const prefix = join(folder, 'prefixo')
  const program = join(prefix, 'lib/node_modules/gasolina')
  mkdirSync(program, { recursive: true })
  execFileSync('tar', ['xzf', join(folder, packed.filename), '-C', program, '--strip-components=1'])
  for (const path of productionPackages()) cpSync(join(ROOT, path), join(program, path), { recursive: true })
  mkdirSync(join(prefix, 'bin'))
  symlinkSync('../lib/node_modules/gasolina/bin/run.js', join(prefix, 'bin/gasolina'))
  execFileSync('chmod', ['-R', 'a-w,a+rX', prefix])
}

/** `node_modules/…` of everything that is installed without the development dependencies. */
export function productionPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean; optional?: boolean; peer?: boolean }>
  }
  return Object.entries(packages)
    .filter(
      ([path, { dev, devOptional, optional, peer }]) =>
        path !== '' && !(dev || devOptional || optional || peer) && !isInside(path, packages),
    )
    .map(([path]) => path)
}

/** One that lies in another package's folder is copied with it. */
function isInside(path: string, packages: Record<string, { dev?: boolean }>): boolean {
  const outer = dirname(path.slice(0, path.lastIndexOf('/node_modules/') + 1) || '.')
  return outer !== '.' && outer in packages && !packages[outer]?.dev
}

function ended(child: ChildProcess): Promise<Ended> {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout: stdout.join(''), stderr: stderr.join('') }))
  })
}
