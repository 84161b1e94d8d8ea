/**
 * Turns one bit over in every file of a small store, while it is served and before; then damages notes, takes the store away,
 * brings it back, restores it older and begins it anew. Needs `npm run build`; about two minutes.
 * Expected: no answer 5xx, none another than before without saying so, damage told within 10 s and forgotten within 10 s of
 * being mended, the newest commit there is served within 10 s. Ends with 1 when not.
 *
 *   npx tsx bench/reliability/damaged-store.ts [seed]      PROGRAM=/elsewhere/bin/run.js tries another build
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { HOUR, MINUTE } from '../../src/domain/basics/time.ts'
import { freePort } from '../../test/free-port.ts'

const PROGRAM = process.env['PROGRAM'] ?? resolve(import.meta.dirname, '../../bin/run.js')
const WITHIN = 10_000
const SERVERS = 4
const MONTH_FILES = 4
const NOTE_FLIPS = 600

const root = mkdtempSync(join(tmpdir(), 'gasolina-dano-'))
const running = new Set<ChildProcess>()
let seed = Number(process.argv[2] ?? 1)
const counts = { cases: 0, asked: 0, failed: 0, wrong: 0, untold: 0, unmended: 0 }
let broken = 0

try {
  // Demonstration data changes at the full hour, and answers are compared.
  const left = HOUR - (Date.now() % HOUR)
  if (left < 6 * MINUTE) await setTimeout(left + 1000)
  await main()
} finally {
  for (const child of running) child.kill('SIGKILL')
  await removeFolder(root)
}

async function main(): Promise<void> {
  const whole = join(root, 'inteira')
  // The second finds nothing new: all parts are shared by both commits.
  for (let n = 0; n < 2; n++) await run(whole, 'atualizar')
  const files = filesOf(whole)
  console.log(`${files.length} files, seed ${seed}\n`)
  await report('a bit of each file, as it is served', files, (file) => whileServed(whole, file))
  await report('a bit of each file, then a server starts', files, (file) => beforeServed(whole, file))
  await report('bits of situacao.json, as it is served', [''], () => notes(whole))
  await moves(whole)
  if (broken > 0) process.exitCode = 1
}

/** Every kind of file; of the closed month's, which are all alike, some. */
function filesOf(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'coletor.json')
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
  const months = all.filter((file) => file.includes('/historico/'))
  return [...all.filter((file) => !file.includes('/historico/')), ...months.slice(0, MONTH_FILES)]
}

async function report(what: string, files: string[], attack: (file: string) => Promise<void>): Promise<void> {
  Object.assign(counts, { cases: 0, asked: 0, failed: 0, wrong: 0, untold: 0, unmended: 0 })
  const queue = files.values()
  const lane = async () => {
    for (const file of queue) await attack(file)
  }
  await Promise.all(Array.from({ length: SERVERS }, lane))
  const { cases, asked, failed, wrong, untold, unmended } = counts
  console.log(`${what}: ${cases} cases, ${asked} answers`)
  row('answers 5xx', failed)
  row('answers other than before, and nothing said', wrong)
  row('cases not told within 10 s', untold)
  row('cases told 10 s after they were mended', unmended)
}

/** The server has loaded the commit and read no sale yet. */
async function whileServed(whole: string, file: string): Promise<void> {
  const server = await serveCopy(whole)
  const before = await server.answers()
  const mend = flip(join(server.folder, file))
  counts.cases++
  if (!(await soon(() => server.tells()))) notTold(file)
  compare(before, await server.answers(), await server.tells())
  mend()
  if (!(await soon(async () => !(await server.tells())))) counts.unmended++
  compare(before, await server.answers(), await server.tells())
  await server.end()
}

async function beforeServed(whole: string, file: string): Promise<void> {
  const healthy = await serveCopy(whole)
  const before = await healthy.answers()
  await healthy.end()
  const server = await serveCopy(whole, file)
  counts.cases++
  const first = await server.answers()
  const told = await soon(() => server.tells())
  if (!told) counts.untold++
  compare(before, first, told)
  server.mend?.()
  if (!(await soon(async () => !(await server.tells())))) counts.unmended++
  await server.end()
}

function notTold(file: string): void {
  counts.untold++
  console.log(`     not told: ${file}`)
}

async function notes(whole: string): Promise<void> {
  const server = await serveCopy(whole)
  const file = join(server.folder, 'demonstracao/situacao.json')
  const bytes = readFileSync(file)
  const before = await server.status()
  for (let n = 0; n < NOTE_FLIPS; n++) {
    const mend = flip(file)
    counts.cases++
    const [situacao, saude] = [await server.status(), await server.get('/saude')]
    counts.asked += 2
    counts.failed += Number(situacao.status >= 500) + Number(saude.status >= 500)
    const { alertas, ...said } = situacao.body
    const { alertas: _, ...known } = before.body
    const told = JSON.stringify(alertas ?? '').includes('danificad')
    // The note is read again every few seconds: until then what was said before is said.
    if (!told && situacao.status === 200 && JSON.stringify(said) !== JSON.stringify(known)) counts.wrong++
    mend()
  }
  if (!readFileSync(file).equals(bytes)) throw new Error('the note was not mended')
  await server.end()
}

async function moves(whole: string): Promise<void> {
  const server = await serveCopy(whole)
  const older = join(root, 'antiga')
  cpSync(server.folder, older, { recursive: true })
  await run(server.folder, 'atualizar')
  await seconds('a newer commit is served', async () => (await server.commit()) === 3)
  renameSync(server.folder, `${server.folder}-fora`)
  await seconds('the store gone is told', () => server.tells())
  row('answers 5xx while it is gone', Number((await server.get('/gasolina/api/precos')).status >= 500))
  renameSync(`${server.folder}-fora`, server.folder)
  await seconds('the store back is no longer told', async () => !(await server.tells()))
  rmSync(server.folder, { recursive: true })
  renameSync(older, server.folder)
  await seconds('an older copy restored is served', async () => (await server.commit()) === 2)
  await seconds('and told', () => server.tells())
  rmSync(server.folder, { recursive: true })
  await run(server.folder, 'atualizar')
  await seconds('a store begun anew is served', async () => (await server.commit()) === 1)
  await seconds('and the old one forgotten', async () => !(await server.tells()))
  rmSync(join(server.folder, 'demonstracao/commits/000000000001.json'))
  await seconds('its only commit deleted is told', () => server.tells())
  row('answers 5xx then', Number((await server.get('/gasolina/api/precos')).status >= 500))
  await server.end()
}

/** Answers of which a damaged file might make something else; stations whose sales nobody has asked for. */
type Answers = Map<string, { status: number; said: string; marked: boolean }>

function compare(before: Answers, after: Answers, told: boolean): void {
  for (const [path, { status, said, marked }] of after) {
    counts.asked++
    if (status >= 500) counts.failed++
    else if (said !== before.get(path)?.said && !marked && !told) counts.wrong++
  }
}

/** A server of a copy of the store, in which a bit of that file is turned over. */
async function serveCopy(whole: string, file?: string) {
  const folder = mkdtempSync(join(root, 'loja-'))
  cpSync(whole, folder, { recursive: true })
  const mend = file === undefined ? undefined : flip(join(folder, file))
  const port = await freePort()
  const child = start(folder, 'servir', { PORT: String(port) })
  const base = `http://127.0.0.1:${port}`
  for (;;) {
    if (await fetch(`${base}/saude`).catch(() => null)) break
    if (child.exitCode !== null) throw new Error('the server ended')
    await setTimeout(20)
  }
  const get = async (path: string) => {
    const response = await fetch(base + path)
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const status = () => get('/gasolina/api/situacao')
  return {
    folder,
    mend,
    get,
    status,
    commit: async () => (await status()).body['commit'],
    /** Whether something about the store is told. */
    async tells(): Promise<boolean> {
      const { alertas } = (await status()).body
      return /danificad|armazenamento|reconstru/.test(JSON.stringify(alertas ?? ''))
    },
    async answers(): Promise<Answers> {
      const answers: Answers = new Map()
      const list = (await get('/gasolina/api/precos?combustivel=alcool')).body['conteudo'] ?? []
      const stations = (list as { estabelecimento: { cnpj: string } }[]).slice(0, 3)
      const paths = [
        '/saude',
        '/gasolina/api/precos',
        '/gasolina/dados/gnv.json',
        '/gasolina/api/estatisticas',
        ...stations.map(({ estabelecimento }) => `/gasolina/api/historico/${estabelecimento.cnpj}`),
        ...readdirSync(join(whole, 'demonstracao/historico'), { recursive: true, encoding: 'utf8' })
          .flatMap((name) => /(\w{14})\.json$/.exec(name)?.[1] ?? [])
          .slice(0, MONTH_FILES)
          .map((cnpj) => `/gasolina/api/historico/${cnpj}`),
      ]
      for (const path of paths) {
        const { status, body } = await get(path)
        const { atualizadoEm: _, observacoes, ...said } = body
        answers.set(path, { status, said: JSON.stringify(said), marked: observacoes !== undefined })
      }
      return answers
    },
    async end() {
      child.kill('SIGKILL')
      await removeFolder(folder)
    },
  }
}

/** Turns one bit over, and gives what turns it back. */
function flip(file: string): () => void {
  const bytes = readFileSync(file)
  const bit = Math.floor(random() * bytes.length * 8)
  const flipped = Buffer.from(bytes)
  flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  writeFileSync(file, flipped)
  return () => writeFileSync(file, bytes)
}

async function soon(isSo: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + WITHIN
  while (performance.now() < end) {
    if (await isSo()) return true
    await setTimeout(100)
  }
  return isSo()
}

async function seconds(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const began = performance.now()
  const came = await soon(isSo)
  if (!came) broken++
  console.log(
    `${came ? 'ok  ' : 'FAIL'} ${what}: ${came ? `${((performance.now() - began) / 1000).toFixed(1)} s` : 'not within 10 s'}`,
  )
}

function row(what: string, count: number): void {
  broken += count
  console.log(`${count === 0 ? 'ok  ' : 'FAIL'} ${what}: ${count}`)
}

async function run(folder: string, command: string): Promise<void> {
  const child = start(folder, command)
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
}

function start(folder: string, command: string, env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [PROGRAM, command], {
    env: {
      PATH: process.env['PATH'],
      GASOLINA_STORAGE: folder,
      GASOLINA_FONTE: 'demonstracao',
      GASOLINA_INTERVALO: '1440',
      HOST: '127.0.0.1',
      ...env,
    },
    stdio: 'ignore',
  })
  running.add(child)
  child.on('close', () => running.delete(child))
  return child
}

/** Mulberry32. */
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

/** A collector whose server was killed may write for a moment more, also while the folder is being removed. */
async function removeFolder(folder: string): Promise<void> {
  for (let left = 20; ; left--)
    try {
      return rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      if (left === 0) throw error
      await setTimeout(100)
    }
}
