import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { type IncomingMessage, createServer, request as plainly } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SECOND } from '../../src/domain/basics/time.ts'
import { limits } from '../../src/http/guard/limits.ts'
import { fillFolderNow } from '../demonstration.ts'
import { freePort } from '../free-port.ts'

const RUN = resolve(import.meta.dirname, '../../bin/run.js')
const CONF = readFileSync(resolve(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
const isThere = (program: string, flag: string) => spawnSync(program, [flag]).status === 0
const canRun = isThere('nginx', '-v') && isThere('openssl', 'version')

it('deploy/nginx.conf lets go of idle connections to the program before the program does: a request sent at that moment is lost', () => {
  const [, seconds] = /upstream gasolina {[^}]*keepalive_timeout (\d+)s;/.exec(CONF) ?? []
  expect(Number(seconds) * SECOND).toBeLessThan(limits.keepAliveTimeout)
})

describe.skipIf(!canRun)('deploy/nginx.conf (Debian: nginx, openssl)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gasolina-nginx-'))
  const started: ChildProcess[] = []
  let port: number

  /** The program, and an answer of one second that it does not have. */
  const front = createServer((req, res) => {
    if (req.url === BRIEF) return void res.setHeader('cache-control', 's-maxage=1').end('breve')
    const { url: path, method, headers } = req
    const asked = plainly({ host: '127.0.0.1', port: upstream, path, method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(res)
    })
    // Until the program listens.
    req.pipe(asked.on('error', () => res.destroy()))
  })
  let upstream: number

  beforeAll(async () => {
    upstream = await freePort()
    const before = await freePort()
    front.listen(before, '127.0.0.1')
    port = await freePort()
    const env = {
      ...process.env,
      GASOLINA_FONTE: 'demonstracao',
      GASOLINA_STORAGE: join(folder, 'dados'),
      GASOLINA_URL_BASE: `https://localhost:${port}/alagoas`,
      GASOLINA_PROXIES: '127.0.0.1',
      GASOLINA_COLETA: 'nao',
      PORT: String(upstream),
      HOST: '127.0.0.1',
    }
    await fillFolderNow(env.GASOLINA_STORAGE)
    started.push(spawn(process.execPath, [RUN, 'servir'], { env, stdio: 'ignore' }))
    execFileSync(
      'openssl',
      'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout chave.pem -out certificado.pem'.split(
        ' ',
      ),
      { cwd: folder, stdio: 'ignore' },
    )
    mkdirSync(join(folder, 'logs'))
    const site = CONF.replaceAll('precos.example', 'localhost')
      .replaceAll('/etc/letsencrypt/live/localhost/fullchain.pem', join(folder, 'certificado.pem'))
      .replaceAll('/etc/letsencrypt/live/localhost/privkey.pem', join(folder, 'chave.pem'))
      .replaceAll('/var/cache/nginx/gasolina', join(folder, 'cache'))
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${before}`)
      .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
      .replaceAll('listen 80;', `listen 127.0.0.1:${await freePort()};`)
      .replaceAll(/^ *listen \[::\].*\n/gm, '')
    writeFileSync(
      join(folder, 'nginx.conf'),
      `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; pid ${folder}/pid; error_log ${folder}/erros; events {} http { access_log off; ${TEMPORARY.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}\n${site}}`,
    )
    started.push(spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' }))
    await vi.waitUntil(
      () =>
        ask('/alagoas/saude').then(
          ({ status }) => status === 200,
          () => false,
        ),
      { timeout: 60_000, interval: 200 },
    )
  })
  afterAll(() => {
    for (const child of started) child.kill('SIGTERM')
    front.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('gives the answers under the prefix, with links that lead there', async () => {
    const { status, body } = await ask('/alagoas/gasolina/api/')
    expect(status).toBe(200)
    const { exemplos } = JSON.parse(body.toString()) as { exemplos: string[] }
    for (const example of exemplos) {
      expect(example).toMatch(new RegExp(`^https://localhost:${port}/alagoas/gasolina/`))
      expect((await ask(example.slice(`https://localhost:${port}`.length))).status).toBe(200)
    }
    expect((await ask('/gasolina/api/')).status).toBe(404)
    expect((await ask('/robots.txt')).body.toString()).toContain('/alagoas/')
  })

  it('keeps an answer for as long as it says, in one form for each encoding', async () => {
    const url = '/alagoas/gasolina/api/precos?municipio=maceio'
    const [first, second] = [await ask(url), await ask(url)]
    expect([first.headers['x-cache'], second.headers['x-cache']]).toEqual(['MISS', 'HIT'])
    expect(second.body).toEqual(first.body)
    const browser = await ask(url, { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } })
    const other = await ask(url, { headers: { 'accept-encoding': 'br;q=1.0, gzip' } })
    expect([browser.headers['content-encoding'], other.headers['x-cache']]).toEqual(['br', 'HIT'])
    const again = await ask(url, { headers: { 'if-none-match': String(first.headers['etag']) } })
    expect([again.status, again.body.length]).toEqual([304, 0])
  })

  it('gives no old copy to the first who asks again', async () => {
    expect((await ask(`/alagoas${BRIEF}`)).headers['x-cache']).toBe('MISS')
    const state = async () => (await ask(`/alagoas${BRIEF}`)).headers['x-cache']
    const after = await vi.waitUntil(async () => await state().then((is) => is !== 'HIT' && is), {
      timeout: 20_000,
      interval: 200,
    })
    expect(after).toBe('EXPIRED')
  })

  it('keeps no error, and no answer that says so', async () => {
    for (const path of ['/alagoas/gasolina/api/precos?limite=0', '/alagoas/saude']) {
      await ask(path)
      expect((await ask(path)).headers['x-cache']).toBe('MISS')
    }
    const { body } = await ask('/alagoas/gasolina/api/precos?limite=0')
    expect(JSON.parse(body.toString())).toMatchObject({ codigo: 'parametro_invalido' })
  })

  it('lets assistants in, each call anew', async () => {
    const [one, two] = [await ask('/alagoas/mcp', CALL), await ask('/alagoas/mcp', CALL)]
    expect(JSON.parse(one.body.toString())).toMatchObject({ id: 1, result: { tools: expect.any(Array) } })
    expect([two.status, two.headers['x-cache']]).toEqual([200, undefined])
  })

  interface Asked {
    method?: string
    headers?: Record<string, string>
    body?: string
  }

  async function ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}) {
    const allHeaders = { host: `localhost:${port}`, ...headers }
    const to = { host: '127.0.0.1', servername: 'localhost', port, path, method, agent, headers: allHeaders }
    const req = request(to).end(body)
    const [res] = (await once(req, 'response')) as [IncomingMessage]
    return { status: res.statusCode, headers: res.headers, body: await buffer(res) }
  }
})

const CALL = {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
}
const BRIEF = '/breve'
const agent = new Agent({ rejectUnauthorized: false })
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
