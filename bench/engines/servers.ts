/**
 * One collector, three servers that only serve, one engine, nginx before them, wrk before nginx. While wrk asks: a publication
 * (how soon all three serve it), kill -9 of each server in turn, kill -9 of the engine and its return. Then what one, two and
 * three servers answer. Asks for nginx, wrk and, with `postgres`, a PostgreSQL server.
 *
 *   npx tsx bench/engines/servers.ts s3|postgres [seconds per step]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Program, RUN, startProgram } from '../../test/reliability/program.ts'
import { startPostgres } from '../../test/engines/postgres-server.ts'
import { startS3Server } from '../../test/engines/s3-server.ts'
import { freePort } from '../../test/free-port.ts'

const SERVERS = 3
const PATH = '/gasolina/api/precos?municipio=maceio&limite=20'
const engineName = process.argv[2] === 'postgres' ? 'postgres' : 's3'
const step = Number(process.argv[3] ?? 10)

interface Engine {
  env: Record<string, string>
  away(): Promise<void>
  back(): Promise<void>
  close(): Promise<void>
}

const folder = mkdtempSync(join(tmpdir(), 'gasolina-servers-'))
chmodSync(folder, 0o755)
const engine = engineName === 's3' ? await s3Engine() : await postgresEngine()
const env = { ...engine.env, GASOLINA_FONTE: 'demonstracao', GASOLINA_COLETA: 'nao' }
const servers: Program[] = []
let nginx: ChildProcess | undefined
try {
  await collect()
  for (let n = 0; n < SERVERS; n++) servers.push(await startProgram(env))
  const port = await freePort()
  nginx = await startNginx(
    port,
    servers.map((server) => server.port),
  )
  const base = `http://127.0.0.1:${port}`
  console.log(
    `engine: ${engineName}; ${cpus().length} cores for the engine, ${SERVERS} servers, nginx and wrk together\n`,
  )

  await during('a publication', base, async () => {
    const lags = await publishAndWait()
    return `each server serves the next commit ${lags} s after its time, which is before it was written`
  })
  for (const n of servers.keys())
    await during(`kill -9 of server ${n + 1}`, base, async () => {
      const dead = servers[n]
      dead?.child.kill('SIGKILL')
      await dead?.exit
      await setTimeout(1000 * (step / 2))
      const port = dead?.port ?? 0
      servers[n] = { ...(await startProgram({ ...env, PORT: String(port) })), port }
      return 'and back after half of the time'
    })
  await during('kill -9 of the engine', base, async () => {
    await engine.away()
    await setTimeout(1000 * (step / 2))
    const { alertas } = await situacaoOf(servers[0])
    await engine.back()
    return `situacao: ${alertas.find((alerta) => alerta.includes('não responde')) ?? 'nothing told'}`
  })
  await during('after it came back: a publication', base, async () => {
    return `served ${await publishAndWait()} s after its time`
  })

  for (let count = 1; count <= SERVERS; count++) {
    nginx.kill('SIGQUIT')
    await once(nginx, 'close')
    nginx = await startNginx(
      port,
      servers.slice(0, count).map((server) => server.port),
    )
    const { perSecond } = await wrk(base, step)
    console.log(`${count} server${count > 1 ? 's' : ''} behind nginx: ${perSecond} answers a second`)
  }
  const { perSecond } = await wrk(`http://127.0.0.1:${servers[0]?.port}`, step)
  console.log(`one server, asked directly: ${perSecond} answers a second`)
} finally {
  nginx?.kill('SIGKILL')
  for (const { child } of servers) child.kill('SIGKILL')
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
}

async function during(what: string, base: string, work: () => Promise<string>): Promise<void> {
  const asking = wrk(base, step)
  const told = await work()
  const { answers, refused, perSecond } = await asking
  console.log(`${what}: ${answers} answers (${perSecond}/s), ${refused} of them 5xx or cut; ${told}`)
  if (refused > 0) process.exitCode = 1
}

async function wrk(base: string, seconds: number) {
  const child = spawn('wrk', ['-t1', '-c16', `-d${seconds}s`, base + PATH], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let told = ''
  child.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()))
  await once(child, 'close')
  const number = (pattern: RegExp): number => Number(pattern.exec(told)?.[1] ?? 0)
  const sockets =
    /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(told)?.slice(1) ?? []
  return {
    answers: number(/(\d+) requests in/),
    perSecond: Math.round(number(/Requests\/sec:\s+([\d.]+)/)),
    refused: number(/Non-2xx or 3xx responses: (\d+)/) + sockets.reduce((sum, n) => sum + Number(n), 0),
  }
}

/** As the example of the deployment has it, as far as it matters here: a question that one server did not answer goes to another. */
async function startNginx(port: number, ports: readonly number[]): Promise<ChildProcess> {
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  upstream gasolina { ${ports.map((p) => `server 127.0.0.1:${p} max_fails=1 fail_timeout=2s;`).join(' ')} keepalive 32; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://gasolina; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host;
      proxy_next_upstream error timeout http_502 http_503;
    }
  }
}
`,
  )
  const child = spawn('nginx', ['-p', folder, '-c', config], { stdio: 'inherit' })
  for (;;) {
    if (
      await fetch(`http://127.0.0.1:${port}/saude`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return child
    await setTimeout(50)
  }
}

async function collect(): Promise<void> {
  const child = spawn(process.execPath, [RUN, 'atualizar'], { env, stdio: 'ignore' })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`atualizar ended with ${code}`)
}

interface Situacao {
  commit: number
  atualizadoEm: string
  alertas: string[]
}

async function situacaoOf(server: Program | undefined): Promise<Situacao> {
  const answer = await fetch(`http://127.0.0.1:${server?.port}/gasolina/api/situacao`)
  return (await answer.json()) as Situacao
}

/** How many seconds after its time each server serves the next commit; times are whole seconds. */
async function publishAndWait(): Promise<string> {
  const { commit } = await situacaoOf(servers[0])
  const waiting = servers.map(async (server) => {
    for (;;) {
      const now = await situacaoOf(server)
      if (now.commit > commit) return ((Date.now() - Date.parse(now.atualizadoEm)) / 1000).toFixed(0)
      await setTimeout(50)
    }
  })
  await collect()
  return (await Promise.all(waiting)).join(', ')
}

async function s3Engine(): Promise<Engine> {
  const server = await startS3Server()
  const { bucket, endpoint = '', credentials } = server.address
  return {
    env: {
      GASOLINA_STORAGE: `s3://${bucket}/loja`,
      AWS_ENDPOINT_URL: endpoint,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    away: async () => void (server.fault = () => 'reset'),
    back: async () => void (server.fault = () => undefined),
    close: server.close,
  }
}

async function postgresEngine(): Promise<Engine> {
  const server = await startPostgres({ settings: { fsync: 'on' } })
  const { user, password = '', port, database } = server.address
  return {
    env: {
      GASOLINA_STORAGE: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    },
    away: () => server.stop('SIGKILL'),
    back: server.start,
    close: server.close,
  }
}
