import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { gasolina } from '../cli/run.ts'
import { storeToRead } from '../cli/stores.ts'
import { freePort } from '../free-port.ts'
import { type Listening, listenOn } from '../listening.ts'
import { type Program, startProgram } from '../reliability/program.ts'
import { isProgram } from '../site/chromium.ts'
import { elsewhere } from './elsewhere.ts'
import { type Printed, ROOT, printed } from './printed.ts'

const all = printed()
const marked = Object.values(elsewhere).flat()
const head = ({ code }: Printed) => code.split('\n')[0] ?? ''
// test/documents.test.ts compares what is printed with its output.
const ours = all
  .filter((one) => one.kind !== 'shown' && !marked.includes(head(one)))
  .filter(({ code }, at, every) => every.findIndex((one) => one.code === code) === at)

const env = storeToRead()
let server: Program
/** In place of those who are told of changes. */
let told: Listening
beforeAll(async () => {
  server = await startProgram({ ...env, GASOLINA_COLETA: 'nao' })
  told = await listenOn(createServer((_, response) => response.end()))
})
const workplaces = mkdtempSync(join(tmpdir(), 'gasolina-documentos-'))
afterAll(() => {
  server.child.kill()
  told.stop()
  rmSync(workplaces, { recursive: true, force: true })
})

it('every line that is marked as run elsewhere is printed, and none is marked twice', () => {
  expect(marked.filter((line) => !all.some((one) => head(one) === line))).toEqual([])
  expect(new Set(marked).size).toBe(marked.length)
})

/** Tools that a machine may lack, by their packages of Debian; their lines are left out then. */
const TOOLS = { curl: 'curl', jq: 'jq', python3: 'python3', promtool: 'prometheus', sha256sum: 'coreutils' }
const missing = Object.keys(TOOLS).filter((tool) => !isThere(tool))
const packages = Object.entries(TOOLS).flatMap(([tool, name]) => (missing.includes(tool) ? [name] : []))

it.skipIf(missing.length > 0)(`no line is left out (Debian: ${packages.join(', ')})`, () => {
  expect(missing).toEqual([])
})

const base = () => `http://127.0.0.1:${server.port}`

/** Placeholders and what only another machine has; a line is else run as it is printed. */
const replacements = (): [RegExp, string][] => [
  [/https?:\/\/(?:localhost:3000|127\.0\.0\.1:3000|SERVIDOR|SERVER|exemplo\.com\.br)/g, base()],
  [/https:\/\/ntfy\.sh/, told.base],
  // The store of the tests is of April.
  [/2026-10/g, '2026-03'],
  [/\/var\/lib\/gasolina|PASTA_DOS_DADOS(?= ARQ)/g, './storage'],
  [/PASTA_DOS_DADOS|PASTA/g, 'de-volta'],
  [/\/backup\/gasolina-.*|COPIA|ARQUIVO\.tar\.gz/g, 'copia.tar.gz'],
  [/\/mnt\/copia/g, './copia'],
  [/^copia\.sh/, 'deploy/copia.sh'],
  [/ alertas\.yml/, ' deploy/alertas.yml'],
  [/\bCOMANDO\b/, 'precos'],
  // Stations of the demonstration.
  [/(?<=posto |--cnpj )CNPJ/, '09542493000139'],
  [/,OUTRO\b/, ',00072169000172'],
  [/(?<=--perto )CEP/, '57682000'],
]
const here = (code: string) => replacements().reduce((line, [what, to]) => line.replace(what, to), code)

it.concurrent.each([...new Set(ours.map(({ document }) => document))])(
  'each line of %s runs in turn, in a folder with the project and its data',
  async (document) => {
    const folder = workplace(document)
    const failures: string[] = []
    for (const item of ours.filter((one) => one.document === document)) {
      const problem = await tried({ ...item, code: here(item.code) }, folder)
      if (problem) failures.push(`${head(item)}: ${problem}`)
    }
    expect(failures).toEqual([])
  },
)

/** A home, and what the documents take to be where they are read: the project's folder with data in it. */
function workplace(document: string): string {
  const folder = join(workplaces, document.replaceAll('/', '-'))
  mkdirSync(folder)
  for (const name of ['bin', 'deploy', 'node_modules', 'package.json'])
    symlinkSync(join(ROOT, name), join(folder, name))
  symlinkSync(env['GASOLINA_STORAGE'] ?? '', join(folder, 'storage'))
  for (const name of ['path', 'de-volta']) mkdirSync(join(folder, name))
  // What is installed here stays, and a package goes beside.
  const npm = `#!/bin/sh\n[ "$1" = ci ] || PATH=\${PATH#*:} exec npm "$@"\n`
  const program = `#!/bin/sh\nexec '${process.execPath}' '${ROOT}/bin/run.js' "$@"\n`
  for (const [name, text] of Object.entries({ npm, gasolina: program }))
    writeFileSync(join(folder, 'path', name), text, { mode: 0o755 })
  // A refusal is a failure.
  writeFileSync(join(folder, '.curlrc'), 'fail\nsilent\nshow-error\n')
  return folder
}

/** What a line may begin with to be run here at all: documents also have lines that install. */
const HARMLESS =
  /^(?:[A-Z_]+=\S+ |set -a; \. \S+; set \+a; )*(?:gasolina|curl|node (?:bin|--env)|sha256sum|tar|promtool|deploy\/copia\.sh|npm ci && npm (?:start|pack)|npx gasolina|export)\b/
/** Nobody but this machine is asked. */
const ELSEWHERE = /https?:\/\/(?!127\.|192\.168\.)/

/** The sentence for what went wrong. */
async function tried({ kind, code }: Printed, folder: string): Promise<string | undefined> {
  if (kind === 'env') return void writeFileSync(join(folder, 'gasolina.env'), code)
  if (kind === 'json') return void JSON.parse(code)
  if (kind === 'yaml') return void parse(code)
  if (code.startsWith('/gasolina/')) return answered(base() + code)
  if (kind === 'js') return ran(`node --input-type=module -e "$CODE"`, folder, code)
  if (kind === 'python') return ran(`python3 -c "$CODE"`, folder, code)
  if (!HARMLESS.test(code) || ELSEWHERE.test(code))
    return 'neither known to be harmless nor marked in elsewhere.ts'
  if (/^gasolina (?!mcp|vigiar|servir|copiar)[^|&;$]*$/.test(code) && !code.includes('--saida'))
    return asked(code)
  return ran(code, folder)
}

async function answered(url: string): Promise<string | undefined> {
  const { status } = await fetch(url)
  return status === 200 ? undefined : `answered ${status}`
}

async function asked(line: string): Promise<string | undefined> {
  const argv = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
  const { code, stdout, stderr } = await gasolina(argv.slice(1), { env })
  // 1: several stations have the name, and are listed.
  const isRight = code === 0 || (line.startsWith('gasolina posto') && stdout !== '')
  if (!isRight) return `${code} ${stderr}`
  if (line.includes('--json')) expect(JSON.parse(stdout)).not.toHaveProperty('codigo')
  return undefined
}

/** What serves or watches goes on until it is ended, after the words that say it has begun. */
function beginningOf(line: string): RegExp | undefined {
  if (/\bservir\b|npm start/.test(line)) return /gasolina serve em/
  return line.includes('vigiar') && !line.includes('--uma-vez') ? /Dados de demonstração/ : undefined
}

async function ran(line: string, folder: string, program = ''): Promise<string | undefined> {
  if (missing.some((tool) => line.split(' ').includes(tool))) return undefined
  const child = spawn('sh', ['-c', line], {
    cwd: /\bnp[mx] /.test(line) ? ROOT : folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: [join(folder, 'path'), process.env['PATH']].join(delimiter),
      HOME: folder,
      CODE: program,
      PORT: String(await freePort()),
      GASOLINA_COLETA: 'nao',
      ...env,
      npm_config_pack_destination: folder,
      npm_config_offline: 'true',
      // What is built was built for this run.
      npm_config_ignore_scripts: 'true',
      npm_config_update_notifier: 'false',
    },
  })
  const beginning = beginningOf(line)
  let [said, hasBegun] = ['', false]
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (!beginning?.test(said) || hasBegun) return
      hasBegun = true
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    })
  const [code] = (await once(child, 'close')) as [number | null]
  // Watching once may find nothing.
  const isRight = beginning ? hasBegun : code === 0 || (code === 1 && line.includes('--uma-vez'))
  return isRight ? undefined : `${code} ${said.slice(-400)}`
}

function isThere(tool: string): boolean {
  const folders = process.env['PATH']?.split(delimiter) ?? []
  return folders.some((folder) => isProgram(join(folder, tool)))
}
