import { describe, expect, it, onTestFinished } from 'vitest'
import type { RespostaSituacao } from '../../src/domain/answers/situacao-and-menus.ts'
import { createStore, driverFor } from '../../src/store/store.ts'
import { HOUR } from '../../src/domain/basics/time.ts'
import { sha256Of } from '../../src/store/bytes/checked-json.ts'
import { readConfig } from '../../src/config.ts'
import { gasolina } from '../cli/run.ts'
import { NOTICED, serveStore } from '../reliability/served-store.ts'
import { draftAt } from '../store/samples.ts'
import { engineServers } from './engine-servers.ts'
import { type PostgresServer, findPostgres } from './postgres-server.ts'
import { freePort } from '../free-port.ts'

const SECRET = /senha-que|deve%20ver|segredo/

/** An engine as the program is told of it. */
interface Engine {
  /** The variables that name a store of their own. */
  fresh(): Promise<Record<string, string>>
  /** The same with a wrong secret. */
  wrong(): Record<string, string>
  /** The same store for somebody whose reads are refused, and what sets it right. */
  refusing(env: Record<string, string>): Promise<{ env: Record<string, string>; allow(): Promise<void> }>
  away(): Promise<void>
  back(): Promise<void>
}

const servers = engineServers()
let stores = 0
const engines: [name: string, isHere: boolean, engine: Engine][] = [
  [
    'S3',
    true,
    {
      fresh: async () => s3Variables(`loja${++stores}`),
      wrong: () => ({ ...s3Variables('loja'), AWS_SECRET_ACCESS_KEY: 'outro-segredo' }),
      async refusing(env) {
        const [prefix = ''] = (env['GASOLINA_STORAGE'] ?? '').split('/').slice(3)
        servers.s3.fault = ({ method, name }) =>
          method === 'GET' && name.startsWith(`${prefix}/`) ? 'AccessDenied' : undefined
        return { env, allow: async () => void (servers.s3.fault = () => undefined) }
      },
      away: async () => void (servers.s3.fault = () => 'reset'),
      back: async () => void (servers.s3.fault = () => undefined),
    },
  ],
  [
    'PostgreSQL',
    findPostgres() !== null,
    {
      fresh: async () => ({ GASOLINA_STORAGE: addressOf((await started().freshAddress()).schema ?? '') }),
      wrong: () => ({ GASOLINA_STORAGE: addressOf('').replace('senha-que', 'outra-senha-que') }),
      async refusing({ GASOLINA_STORAGE = '' }) {
        const schema = /schema=(\w+)/.exec(GASOLINA_STORAGE)?.[1] ?? ''
        await started().run(
          `CREATE ROLE cega LOGIN PASSWORD 'segredo'; GRANT USAGE ON SCHEMA ${schema} TO cega`,
        )
        return {
          env: { GASOLINA_STORAGE: GASOLINA_STORAGE.replace(/\/\/.*@/, '//cega:segredo@') },
          allow: async () => void (await started().run(`GRANT SELECT ON ${schema}.itens TO cega`)),
        }
      },
      away: () => started().stop(),
      back: () => started().start(),
    },
  ],
]

const here = engines.filter(([, isHere]) => isHere)

describe.each(here)('the program over %s', (_, __, engine) => {
  it('reports refused reads as refused, never as damage', async () => {
    const env = await engine.fresh()
    await fill(env)
    const refusing = await engine.refusing(env)
    const refused = await run(['situacao', '--json'], refusing.env)
    const { alertas, commit } = JSON.parse(refused.stdout) as RespostaSituacao
    expect(alertas.join('\n')).toMatch(/não puderam ser lidos: .*falta permissão/)
    expect(alertas.join('\n')).not.toMatch(/danificad|perdeu|Ainda não há dados/)
    expect(commit).toBeNull()
    await refusing.allow()
    const allowed = await run(['situacao', '--json'], refusing.env)
    expect((JSON.parse(allowed.stdout) as RespostaSituacao).alertas.join()).not.toMatch(/permissão|danificad/)
  })

  it.each(['servir', 'atualizar', 'precos'])(
    '%s is refused with a wrong secret, which it does not repeat',
    async (command) => {
      const { code, stdout, stderr } = await run([command], engine.wrong())
      expect(stderr).toMatch(/GASOLINA_STORAGE/)
      expect({ command, code }).toEqual({ command, code: 2 })
      expect(stdout + stderr).not.toMatch(SECRET)
    },
  )

  it.each(['sim', 'nao'])(
    'servir (GASOLINA_COLETA=%s) is refused a store of a newer program',
    async (GASOLINA_COLETA) => {
      const env = await engine.fresh()
      const { storage } = readConfig(env)
      const store = createStore(await driverFor(storage), 'demonstracao')
      await store.probe()
      const body = JSON.stringify({ formato: 2, seq: 1, fonte: 'demonstracao', partes: {} })
      await (
        await driverFor(storage)
      ).setItemRaw('demonstracao:commits:000000000001.json', Buffer.from(`${sha256Of(body)}\n${body}`))
      const { code, stderr } = await run(['servir'], { ...env, GASOLINA_COLETA })
      expect(stderr).toMatch(
        /^Os dados do armazenamento \(GASOLINA_STORAGE\) foram gravados por uma versão mais nova/,
      )
      expect(code).toBe(1)
    },
  )
})

it('a service that ignores the condition is refused by collectors, before anything is written', async () => {
  servers.s3.ignoresCondition = true
  onTestFinished(() => void (servers.s3.ignoresCondition = false))
  const env = s3Variables('descuidada')
  for (const command of ['servir', 'atualizar']) {
    const { code, stderr } = await run([command], env)
    expect(stderr).toMatch(/deixa criar duas vezes o mesmo item/)
    expect({ command, code }).toEqual({ command, code: 2 })
  }
  expect([...servers.s3.objects.keys()].filter((name) => name.startsWith('descuidada'))).toEqual([])
})

// They wait for looks that are five seconds apart, so both engines go away at once.
describe.concurrent.each(here)('with %s away', (name, _, engine) => {
  it('servers serve their commit or answer 503, commands report it, and all continue afterwards', async ({
    expect,
    onTestFinished,
  }) => {
    const env = await engine.fresh()
    await fill(env)
    const server = await serveStore('', { ...env, GASOLINA_COLETA: 'nao' })
    onTestFinished(() => server.stop())
    expect((await server.get('/gasolina/api/precos')).status).toBe(200)
    const { commit } = await server.situacao()

    await engine.away()
    const sentence = `O ${name} do armazenamento (GASOLINA_STORAGE) não responde`
    const late = await Promise.all(
      ['sim', 'nao'].map((GASOLINA_COLETA) => serveStore('', { ...env, GASOLINA_COLETA })),
    )
    onTestFinished(() => late.forEach((other) => other.stop()))
    for (const { get } of late) {
      expect((await get('/saude')).status).toBe(503)
      const answer = await get('/gasolina/api/precos')
      expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true])
      expect(await answer.text()).not.toMatch(SECRET)
    }
    const commands = [['precos'], ['atualizar']]
    for (const { code, stderr } of await Promise.all(commands.map((argv) => run(argv, env)))) {
      expect(stderr).toContain(`${sentence}: `)
      expect(code).toBe(1)
    }
    await expect.poll(() => server.alerts(), NOTICED).toContain(sentence)
    expect((await server.get('/gasolina/api/precos')).status).toBe(200)
    // What was not read is not damaged.
    expect(await server.alerts()).not.toMatch(/danificad|perdeu/)

    await engine.back()
    for (const { get } of late) await expect.poll(async () => (await get('/saude')).status, NOTICED).toBe(200)
    // One of the servers may be collecting just then, which this one is told and ends with 1.
    await expect.poll(() => run(['atualizar'], env)).toMatchObject({ code: 0 })
    await expect.poll(async () => (await server.situacao()).commit, NOTICED).toBeGreaterThan(commit ?? 0)
    expect(await server.alerts()).not.toContain('não responde')
  })
})

/** A small commit of an hour ago. */
async function fill(env: Record<string, string>): Promise<void> {
  const store = createStore(await driverFor(readConfig(env).storage), 'demonstracao')
  await store.probe()
  await store.commits.publish(draftAt(Date.now() - HOUR))
}

/** One command to its end; of `servir` those that are refused at start. */
async function run(argv: string[], env: Record<string, string>) {
  const all = { GASOLINA_FONTE: 'demonstracao', HOST: '127.0.0.1', PORT: String(await freePort()), ...env }
  return gasolina(argv, { env: all, now: Date.now() })
}

function started(): PostgresServer {
  if (!servers.postgres) throw new Error('no PostgreSQL server on this machine')
  return servers.postgres
}

function addressOf(schema: string): string {
  const { port, user, password = '', database } = started().address
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}${schema && `?schema=${schema}`}`
}

function s3Variables(prefix: string): Record<string, string> {
  const { bucket, endpoint = '', credentials } = servers.s3.address
  return {
    GASOLINA_STORAGE: `s3://${bucket}/${prefix}`,
    AWS_ENDPOINT_URL: endpoint,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  }
}
