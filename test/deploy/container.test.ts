import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listenOn } from '../listening.ts'
import { temporaryFolder } from '../store/folders.ts'

const read = (name: string) => readFileSync(resolve(import.meta.dirname, '../..', name), 'utf8')

async function run([command = '', ...args]: string[], env: NodeJS.ProcessEnv = {}, cwd?: string) {
  const child = spawn(command === 'node' ? process.execPath : command, args, {
    env: { PATH: process.env['PATH'], ...env },
    ...(cwd !== undefined && { cwd }),
  })
  let stdout = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout }
}

describe('the health check of deploy/Containerfile', () => {
  const [, check = '[]'] = /HEALTHCHECK [^]*?CMD (\[.*\])/.exec(read('deploy/Containerfile')) ?? []

  it.each([
    [200, 0],
    [503, 1],
  ])('ends a server that answers %i at its PORT with %i', async (status, code) => {
    const server = createServer(({ url }, response) =>
      response.writeHead(url === '/saude' ? status : 404).end(),
    )
    const { base } = await listenOn(server)
    const { port } = new URL(base)
    expect((await run(JSON.parse(check) as string[], { PORT: port })).code).toBe(code)
    server.close()
  })
})

describe('the file of variables in docs/instalar.md', () => {
  const blocks = [...read('docs/instalar.md').matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block)
  const file = blocks.find((block) => block.startsWith("GASOLINA_LOG='")) ?? ''
  const PRINT = 'process.stdout.write(process.env.GASOLINA_MAPA_CREDITO + process.env.GASOLINA_LOG)'
  const wanted = { code: 0, stdout: '© OpenStreetMap e quem colaborapedidos' }

  it('means the same to a shell and to Node', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'gasolina.env'), file)
    const sourced = `set -a; . ./gasolina.env; set +a; '${process.execPath}' -e '${PRINT}'`
    expect(await run(['sh', '-c', sourced], {}, folder)).toEqual(wanted)
    expect(await run(['node', '--env-file=gasolina.env', '-e', PRINT], {}, folder)).toEqual(wanted)
  })
})
