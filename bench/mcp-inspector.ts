/**
 * The protocol's own inspector, at its command line, asks a server of ours over HTTP and on stdio, as a developer would who
 * meets it for the first time. Exits 1 when an answer is not what the tests of this project see.
 *
 *   npx tsx bench/mcp-inspector.ts
 *
 * Needs the network once: the inspector (over 100 MB with what it needs) and the Node 22 it asks for are no dependency here.
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { toNodeHandler } from 'srvx/node'
import { createMcpHandler } from '../src/mcp/protocol/streamable-http.ts'
import { demonstrationWorld, depsOf } from '../test/mcp/world.ts'

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0'
const run = promisify(execFile)

const { query } = await demonstrationWorld()
const server = createServer(toNodeHandler(createMcpHandler(depsOf(query))) as RequestListener)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://localhost:${(server.address() as AddressInfo).port}/mcp`
const home = await mkdtemp(join(tmpdir(), 'gasolina-inspector-'))

const http = ['--transport', 'http', '--server-url', url]
const stdio = [process.execPath, resolve(import.meta.dirname, '../bin/run.js'), 'mcp']

/** What is asked, and what its answer has to hold. */
const questions: [over: string[], asked: string[], holds: RegExp][] = [
  [http, ['--method', 'tools/list'], /"precos"[\s\S]*"posto"[\s\S]*"historico"[\s\S]*"estatisticas"/],
  [
    http,
    [
      '--method',
      'tools/call',
      '--tool-name',
      'precos',
      '--tool-args-json',
      '{"municipio":"maceio","limite":3}',
    ],
    /"Maceió"/,
  ],
  [
    http,
    ['--method', 'tools/call', '--tool-name', 'estatisticas', '--tool-args-json', '{"situacao":true}'],
    /Última coleta/,
  ],
  [http, ['--method', 'resources/read', '--uri', 'gasolina://situacao'], /vendaMaisRecente/],
  [http, ['--method', 'resources/read', '--uri', 'ui://gasolina/precos.html'], /profile=mcp-app/],
  [
    http,
    ['--method', 'prompts/get', '--prompt-name', 'onde-abastecer', '--prompt-args', 'lugar=penedo'],
    /em penedo, Alagoas/,
  ],
  [stdio, ['--method', 'tools/list'], /"precos"[\s\S]*"estatisticas"/],
  [
    stdio,
    ['--method', 'tools/call', '--tool-name', 'posto', '--tool-args-json', '{"nome":"maresia"}'],
    /postos servem ao nome/,
  ],
]

let wrong = 0
for (const [over, asked, holds] of questions) {
  const answer = await ask([...over, ...asked])
  const isRight = holds.test(answer)
  if (!isRight) wrong++
  const way = over === http ? 'http ' : 'stdio'
  console.log(
    `${isRight ? '✓' : '✗'} ${way} ${asked.slice(1).join(' ')}${isRight ? '' : `\n${answer.slice(0, 1000)}`}`,
  )
}
server.close()
server.closeAllConnections()
await rm(home, { recursive: true })
console.log(`${questions.length - wrong} of ${questions.length} as expected`)
process.exitCode = wrong > 0 ? 1 : 0

async function ask(args: readonly string[]): Promise<string> {
  const inspector = ['-y', '-p', 'node@22', '-p', INSPECTOR, 'mcp-inspector', '--cli']
  // Nothing of whoever runs it is read or kept: neither credentials of other servers nor data of this program.
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    GASOLINA_STORAGE: join(home, 'storage'),
    npm_config_cache: await npmCache(),
  }
  try {
    const { stdout } = await run('npx', [...inspector, ...args], { env, maxBuffer: 10_000_000 })
    return stdout
  } catch (error) {
    return String((error as { stderr?: string }).stderr ?? error)
  }
}

async function npmCache(): Promise<string> {
  const { stdout } = await run('npm', ['config', 'get', 'cache'])
  return stdout.trim()
}
