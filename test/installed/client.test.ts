import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, worldToRead } from '../http/fixture.ts'
import { ROOT, installedPackage } from './package.ts'

const installed = installedPackage()
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')

/** A project of somebody else's, with the package installed and nothing more. */
let project: string
/** What the compiler has to say of its files. */
let complaints: string[]
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'gasolina-cliente-'))
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(join(installed.prefix, 'lib/node_modules/gasolina'), join(project, 'node_modules/gasolina'))
  symlinkSync(join(ROOT, 'node_modules/@types'), join(project, 'node_modules/@types'))
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  const files = { 'example.ts': EXAMPLE, 'program.ts': PROGRAM, 'wrong.ts': WRONG }
  for (const [file, source] of Object.entries(files)) writeFileSync(join(project, file), source)
  complaints = compile(Object.keys(files))
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

/** All that the document shows, as one program. */
const EXAMPLE = [...readFileSync(join(ROOT, 'docs/cliente.md'), 'utf8').matchAll(/```ts\n([^]*?)```/g)]
  .map(([, block]) => block)
  .join('')

const PROGRAM = `
import { GasolinaError, type RespostaPrecos, createCliente } from 'gasolina/cliente'

export async function cheapest(url: string): Promise<string> {
  const gasolina = createCliente({ url })
  const resposta: RespostaPrecos = await gasolina.precos({ municipio: 'maceio', limite: 1 })
  const [entrada] = resposta.conteudo
  return entrada ? \`\${entrada.produto.venda.valorDeclarado} \${entrada.estabelecimento.cnpj}\` : 'nada'
}

export async function refused(url: string): Promise<string> {
  try {
    return (await createCliente({ url }).posto({ cnpj: '00000000000000' })).atribuicao
  } catch (error) {
    return error instanceof GasolinaError ? error.codigo : 'outro erro'
  }
}
`

/** What the types must refuse, a line each. */
const WRONG = `
import { createCliente } from 'gasolina/cliente'
const gasolina = createCliente({ url: 'http://localhost' })
gasolina.precos({ limite: '3' })
gasolina.precos({ cidade: 'maceio' })
gasolina.posto({})
gasolina.precos().then(({ conteudo }) => conteudo[0].distanciaKm.toFixed())
`

interface Program {
  cheapest(url: string): Promise<string>
  refused(url: string): Promise<string>
}

it('another program asks with types, in Node and bundled for a browser', async () => {
  const world = await worldToRead()
  const { base } = await startServer(world)
  const inNode = (await import(join(project, 'program.js'))) as Program
  expect(await inNode.cheapest(base)).toMatch(/^\d\.\d+ \d{14}$/)
  expect(await inNode.refused(base)).toBe('posto_nao_encontrado')

  const bundle = await rolldown({ input: join(project, 'program.js'), platform: 'browser', cwd: project })
  const { output } = await bundle.generate({ format: 'iife', name: 'program', minify: true })
  const { code } = output[0]
  expect(code).not.toMatch(/["'`]node:/)
  expect(gzipSync(code).byteLength).toBeLessThan(50_000)
  const inBrowser = runInNewContext(`${code};program`, BROWSER) as Program
  expect(await inBrowser.cheapest(base)).toBe(await inNode.cheapest(base))
  expect(await inBrowser.refused(base)).toBe('posto_nao_encontrado')
})

it('the example of the document does what it says', async () => {
  const { base } = await startServer(await worldToRead())
  const example = join(project, 'example.js')
  writeFileSync(example, EXAMPLE.replace('https://SERVIDOR', base))
  const { stdout } = await promisify(execFile)(process.execPath, [example], { cwd: project })
  expect(stdout).toMatch(/^(\d\.\d+ POSTO FICTICIO .*\n){3}$/)
  expect(readFileSync(join(project, 'demonstracao-gasolina-comum.csv'), 'utf8')).toMatch(/^.*cnpj.*\r\n/)
})

it('its types refuse what the server would', () => {
  const lines = complaints.flatMap((complaint) => /^wrong\.ts\((\d+),/.exec(complaint)?.[1] ?? [])
  expect(lines).toEqual(['4', '5', '6', '7', '7'])
})

it('its types are whole, and allow what the document shows', () => {
  expect(complaints.filter((complaint) => !complaint.startsWith('wrong.ts'))).toEqual([])
})

const OPTIONS =
  '--ignoreConfig --strict --noUncheckedIndexedAccess --module nodenext --target es2023 --types node --outDir .'

function compile(files: readonly string[]): string[] {
  const { stdout } = spawnSync(process.execPath, [TSC, ...files, ...OPTIONS.split(' ')], {
    cwd: project,
    encoding: 'utf8',
  })
  return stdout.split('\n').filter((line) => line.includes('error'))
}

/** What browsers have, and Node's own globals are not among it. */
const BROWSER = {
  fetch,
  URL,
  URLSearchParams,
  Headers,
  Request,
  Response,
  ReadableStream,
  AbortController,
  AbortSignal,
  TextDecoder,
  TextEncoder,
  setTimeout,
  clearTimeout,
}
