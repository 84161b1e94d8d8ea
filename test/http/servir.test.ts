import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY } from '../../src/domain/basics/time.ts'
import { gasolina } from '../cli/run.ts'
import { openStore } from '../open-store.ts'
import { freePort } from '../free-port.ts'
import { draftAt } from '../store/samples.ts'

/** The program as people run it. */
const RUN = resolve(import.meta.dirname, '../../bin/run.js')

let storage: string
const started: ChildProcess[] = []

beforeEach(() => {
  storage = mkdtempSync(join(tmpdir(), 'gasolina-servir-'))
})
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  rmSync(storage, { recursive: true, force: true })
})

describe('gasolina servir', () => {
  it('stopped during its first collection ends with 0; then serves demonstration data, and ends with 0 under load', async () => {
    const port = await freePort()
    const early = start({ PORT: String(port) })
    await early.printed(/gasolina serve em/)
    early.child.kill('SIGINT')
    expect(await early.exit).toBe(0)

    // Yesterday's, so that a collection is due at once.
    const { commits } = await openStore({ folder: storage, fonte: 'demonstracao' })
    await commits.publish(draftAt(Date.now() - DAY))
    const server = start({ PORT: String(port) })
    const base = `http://localhost:${port}`
    await server.printed(new RegExp(`^gasolina serve em ${base}/gasolina/ `))
    await expect.poll(server.stderr).toContain(`A API fica em ${base}/gasolina/api/`)
    expect([200, 503]).toContain((await fetch(`${base}/saude`)).status)
    expect((await fetch(`${base}/gasolina/api/situacao`)).status).toBe(200)
    await expect.poll(async () => (await fetch(`${base}/saude`)).status).toBe(200)
    const { demonstracao } = (await (await fetch(`${base}/gasolina/api/`)).json()) as {
      demonstracao: boolean
    }
    expect(demonstracao).toBe(true)
    expect(server.stderr()).toContain('fictícios')
    expect(server.stderr()).toMatch(new RegExp(`^Escuta em (127\\.0\\.0\\.1|\\[::1\\]):${port}\\.$`, 'm'))
    expect(server.stderr()).toContain(join(storage, 'demonstracao'))
    await expect.poll(server.stderr).toContain('{"evento":"coleta"')
    const precos = async () => (await (await fetch(`${base}/gasolina/api/precos`)).text()).length
    await expect.poll(precos).toBeGreaterThan(100_000)

    const mcp = await fetch(`${base}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    })
    expect(mcp.status).toBe(200)
    expect(mcp.headers.get('content-length')).not.toBeNull()

    const load = Promise.allSettled(Array.from({ length: 50 }, precos))
    server.child.kill('SIGTERM')
    expect(await server.exit).toBe(0)
    // Whole or refused: never a body cut short.
    for (const result of await load) expect(result.status === 'rejected' || result.value > 100_000).toBe(true)
  })

  it('with a busy port exits 1 with one sentence, and listens nowhere else', async () => {
    const taken = createServer().listen(0, 'localhost')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const server = start({ PORT: String(port) })
    expect(await server.exit).toBe(1)
    expect(server.stderr()).toBe(
      `A porta ${port} de localhost já está em uso: libere-a ou escolha outra em PORT.\n`,
    )
    expect(server.stdout()).toBe('')
    taken.close()
  })

  it.each([
    [{ HOST: '203.0.113.7' }, /HOST '203\.0\.113\.7'/],
    // listhen would go to port 3000 instead: this one is on the browsers' list of forbidden ports.
    [{ PORT: '6697' }, /PORT '6697'/],
    [{ GASOLINA_LOG: 'tudo' }, /GASOLINA_LOG 'tudo'/],
    [{ GASOLINA_URL_BASE: 'https://ex.example\r' }, /GASOLINA_URL_BASE 'https:.*' não vale: tem um CR/],
    [{ GASOLINA_STORAGE: RUN }, /GASOLINA_STORAGE aponta para '.*run\.js', que não é uma pasta: use /],
  ])('with %o exits 2 with one sentence that names it', async (env, sentence) => {
    const port = { PORT: String(await freePort()), GASOLINA_STORAGE: storage }
    const { code, stderr } = await gasolina(['servir'], { env: { ...port, ...env } })
    expect(code).toBe(2)
    expect(stderr).toMatch(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [RUN, 'servir'], {
    env: { PATH: process.env['PATH'], GASOLINA_STORAGE: storage, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const exit = once(child, 'close').then(([code]) => code as number | null)
  return {
    child,
    exit,
    stdout: () => stdout,
    stderr: () => stderr,
    async printed(what: RegExp) {
      await expect.poll(() => stdout, { message: stderr }).toMatch(what)
    },
  }
}
