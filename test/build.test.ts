import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { temporaryFolder } from './store/folders.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** A checkout of its own, with the program built as here; its packages are the ones here. */
let checkout: string
beforeEach(() => {
  checkout = temporaryFolder()
  for (const name of ['bin', 'src', 'dist', 'package.json', 'package-lock.json', 'tsconfig.json'])
    cpSync(join(ROOT, name), join(checkout, name), { recursive: true, preserveTimestamps: true })
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
})

const prepare = () =>
  spawnSync(process.execPath, ['bin/build.js', '--if-needed'], { cwd: checkout, encoding: 'utf8' })
const version = () =>
  spawnSync(process.execPath, ['bin/run.js', '--version'], { cwd: checkout, encoding: 'utf8' })
const builtAt = () => statSync(join(checkout, 'dist/oclif.manifest.json')).mtimeMs
const withoutDevelopment = () => {
  const packages = join(checkout, 'node_modules')
  rmSync(packages)
  mkdirSync(packages)
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (!['typescript', 'rolldown'].includes(name))
      symlinkSync(join(ROOT, 'node_modules', name), join(packages, name))
}

it('what is built and newer than its sources is not built again', () => {
  const before = builtAt()
  expect(prepare()).toMatchObject({ status: 0, stdout: '', stderr: '' })
  expect(builtAt()).toBe(before)
})

it('a changed source is built, aside: nothing else is left there, and calls meanwhile find a whole program', async () => {
  const before = builtAt()
  const now = new Date()
  utimesSync(join(checkout, 'src/errors.ts'), now, now)
  const results: (number | null)[] = []
  execFileSync(process.execPath, ['-e', SIDE_BY_SIDE], { cwd: checkout, encoding: 'utf8' })
    .split(' ')
    .forEach((status) => results.push(Number(status)))
  expect(results.length).toBeGreaterThanOrEqual(5)
  expect(new Set(results)).toEqual(new Set([0]))
  expect(builtAt()).toBeGreaterThan(before)
  expect(readdirSync(checkout).filter((name) => name.startsWith('.dist'))).toEqual([])
})

it('other packages are built in, though no source changed', () => {
  const before = builtAt()
  const now = new Date()
  utimesSync(join(checkout, 'package-lock.json'), now, now)
  expect(prepare()).toMatchObject({ status: 0 })
  expect(builtAt()).toBeGreaterThan(before)
})

it('an installation without what builds keeps the program it has, or says what to do', () => {
  withoutDevelopment()
  const now = new Date()
  utimesSync(join(checkout, 'src/errors.ts'), now, now)
  expect(prepare()).toMatchObject({ status: 0, stderr: '' })
  expect(version()).toMatchObject({ status: 0 })
  rmSync(join(checkout, 'dist'), { recursive: true })
  const told = prepare()
  expect([told.status, told.stderr.trim().split('\n').length]).toEqual([0, 1])
  expect(told.stderr).toContain('npm ci')
  expect(existsSync(join(checkout, 'dist'))).toBe(false)
  const run = version()
  expect([run.status, run.stderr]).toEqual([
    1,
    expect.stringMatching(/^O programa ainda não foi construído.*\n$/),
  ])
})

/** The build, and four callers of the program, each again and again until it is done; prints every exit code. */
const SIDE_BY_SIDE = `
const { spawn } = require('node:child_process')
const codes = []
let done = false
const call = () =>
  spawn(process.execPath, ['bin/run.js', '--version']).on('close', (code) => {
    codes.push(code)
    if (!done) call()
  })
spawn(process.execPath, ['bin/build.js', '--if-needed']).on('close', (code) => {
  codes.push(code)
  done = true
})
for (let callers = 0; callers < 4; callers += 1) call()
process.on('exit', () => process.stdout.write(codes.join(' ')))
`
