import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
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

const BUILD = ['bin/build.js', '--if-needed']
const CALL = ['bin/run.js', '--version']
const prepare = (...flags: string[]) =>
  spawnSync(process.execPath, [...BUILD, ...flags], { cwd: checkout, encoding: 'utf8' })
const version = () => spawnSync(process.execPath, CALL, { cwd: checkout, encoding: 'utf8' })
const change = (name: string) => utimesSync(join(checkout, name), new Date(), new Date())
const builtAt = () => statSync(join(checkout, 'dist/oclif.manifest.json')).mtimeMs
const withoutDevelopment = () => {
  const packages = join(checkout, 'node_modules')
  rmSync(packages)
  mkdirSync(packages)
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (!['typescript', 'rolldown'].includes(name))
      symlinkSync(join(ROOT, 'node_modules', name), join(packages, name))
}

it('what is newer than its sources stays; a changed source is built aside: calls meanwhile find a program, and what is replaced stays until the next build', async () => {
  const before = builtAt()
  expect(prepare()).toMatchObject({ status: 0, stdout: '', stderr: '' })
  expect(builtAt()).toBe(before)
  const of = (name: string) => join(checkout, 'dist/chunks', name)
  // What a build before replaced has the time zero.
  for (const name of ['older.js', 'old.js']) writeFileSync(of(name), '')
  utimesSync(of('older.js'), 0, 0)
  change('src/errors.ts')
  const moved: (string | null)[] = []
  const watcher = watch(checkout, (_, name) => void moved.push(name))
  const building = spawn(process.execPath, BUILD, { cwd: checkout })
  // Until it is nearly whole there is only the program of before.
  const aside = join(checkout, `.dist-${building.pid}`, 'oclif.manifest.json')
  await expect.poll(() => existsSync(aside)).toBe(true)
  expect(await failedUntil(building)).toEqual([])
  expect(building.exitCode).toBe(0)
  watcher.close()
  expect(builtAt()).toBeGreaterThan(before)
  expect(['older.js', 'old.js'].map((name) => existsSync(of(name)))).toEqual([false, true])
  expect(readdirSync(checkout).filter((name) => name.startsWith('.dist'))).toEqual([])
  expect(moved.some((name) => name?.startsWith('.dist'))).toBe(true)
  expect(moved).not.toContain('dist')
  // A package has no file that the last build did not make.
  expect(prepare('--for-package')).toMatchObject({ status: 0 })
  expect(existsSync(of('old.js'))).toBe(false)
  expect(version()).toMatchObject({ status: 0 })
})

it('other packages are built in, though no source changed; what cannot be built leaves the program that was there', () => {
  const before = builtAt()
  const broken = join(checkout, 'src/errors.ts')
  writeFileSync(broken, 'export const = 1')
  utimesSync(broken, new Date(0), new Date(0))
  expect(prepare()).toMatchObject({ status: 0 })
  change('package-lock.json')
  expect(prepare()).toMatchObject({ status: 1 })
  expect(builtAt()).toBe(before)
  expect(version()).toMatchObject({ status: 0 })
  expect(readdirSync(checkout).filter((name) => name.startsWith('.dist'))).toEqual([])
})

it('an installation without what builds keeps the program it has, or says what to do', () => {
  withoutDevelopment()
  change('src/errors.ts')
  expect(prepare()).toMatchObject({ status: 0, stderr: '' })
  expect(version()).toMatchObject({ status: 0 })
  rmSync(join(checkout, 'dist'), { recursive: true })
  const told = prepare()
  expect([told.status, told.stderr.trim().split('\n').length]).toEqual([0, 1])
  expect(told.stderr).toContain('npm ci')
  expect(prepare('--for-package')).toMatchObject({ status: 1 })
  expect(existsSync(join(checkout, 'dist'))).toBe(false)
  const run = version()
  expect([run.status, run.stderr]).toEqual([
    1,
    expect.stringMatching(/^O programa ainda não foi construído.*\n$/),
  ])
})

it('an older Node, which lacks what the program imports, is told in one sentence', () => {
  writeFileSync(join(checkout, 'bin/loader.js'), "export { nada as createLoader } from 'node:zlib'")
  const callWith = (node: string) => {
    const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } })`
    return spawnSync(process.execPath, ['--import', `data:text/javascript,${older}`, ...CALL], {
      cwd: checkout,
      encoding: 'utf8',
    })
  }
  for (const node of ['18.20.8', '20.18.3', '21.7.3', '22.1.0'])
    expect(callWith(node)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `O gasolina precisa do Node.js 20.19, do 22.2 ou de um mais novo, e este é o ${node}: instale outro.\n`,
    })
  for (const node of ['20.19.0', '22.2.0', '24.0.0']) expect(callWith(node).stderr).toContain('SyntaxError')
})

it('a call runs kept compiled code; what is damaged, cut, gone, of another folder or of another Node is compiled again', () => {
  writeFileSync(
    join(checkout, 'bin/tell-loaded.js'),
    `import { createLoader } from './loader.js'
    const files = {}
    const tell = ({ file, script }) => (files[file.split('/').at(-1)] = script.cachedDataRejected === false)
    await createLoader(tell)(process.cwd() + '/dist/app/start.cjs').start(process)
    console.log(JSON.stringify(files))`,
  )
  const loaded = (node = process.execPath, ...options: string[]) => {
    const { status, stdout } = spawnSync(node, [...options, 'bin/tell-loaded.js', '--version'], {
      cwd: checkout,
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([0, expect.stringContaining('gasolina/')])
    const told: Record<string, boolean> = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
    return told
  }
  const ofElsewhere = loaded()
  expect(Object.values(ofElsewhere)).not.toContain(true)
  expect(spawnSync(process.execPath, ['bin/code-cache.js'], { cwd: checkout }).status).toBe(0)
  const kept = loaded()
  // The largest file of a start.
  const first = Object.keys(kept).find((name) => name.startsWith('first-')) ?? ''
  expect(kept[first]).toBe(true)
  expect(loaded(process.execPath, '--max-semi-space-size=8', '--max-old-space-size=500')).toEqual(kept)

  const anotherNode = join(checkout, 'node')
  copyFileSync(process.execPath, anotherNode)
  expect(loaded(anotherNode)).toEqual(ofElsewhere)
  const path = join(checkout, 'dist/chunks', `${first}.compiled`)
  const code = readFileSync(path)
  const middle = code.length >> 1
  code.writeUInt8(code.readUInt8(middle) ^ 1, middle)
  const compiledAgain = { ...kept, [first]: false }
  for (const bytes of [code, code.subarray(0, middle), Buffer.alloc(0), Buffer.alloc(2)]) {
    writeFileSync(path, bytes)
    expect(loaded()).toEqual(compiledAgain)
  }
  rmSync(path)
  expect(loaded()).toEqual(compiledAgain)
  mkdirSync(path)
  expect(loaded()).toEqual(compiledAgain)
})

/** What calls of the program that fail print, one call after the other until that is over. */
async function failedUntil(building: ChildProcess): Promise<string[]> {
  const failed: string[] = []
  while (building.exitCode === null) {
    const calling = spawn(process.execPath, CALL, { cwd: checkout })
    const [told, [code]] = await Promise.all([text(calling.stderr), once(calling, 'exit')])
    if (code !== 0) failed.push(told)
  }
  return failed
}

it('a package without the program says to make it again, where there is no project to build', () => {
  for (const name of ['src', 'dist']) rmSync(join(checkout, name), { recursive: true })
  expect(version()).toMatchObject({
    status: 1,
    stderr:
      'Este pacote veio sem o programa: faça-o de novo na pasta do projeto, com npm ci && npm pack, e instale-o outra vez.\n',
  })
})
