import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../test/free-port.ts'
import { path, waitFor } from '../processes.ts'

/** One request as nginx logged it: those of its own for a renewal in the background too. */
export interface Logged {
  at: number
  uri: string
  cache: string
  /** Status and bytes from the origin; empty where the cache answered alone. */
  origin: string
  originBytes: number
}

/** deploy/nginx.conf before several servers: without TLS, with a log of what the cache did. */
export async function startNginx(folder: string, ports: readonly number[]) {
  const port = await freePort()
  const log = join(folder, 'pedidos')
  mkdirSync(join(folder, 'logs'), { recursive: true })
  const site = readFileSync(path('../deploy/nginx.conf'), 'utf8')
    .replaceAll('/var/cache/nginx/gasolina', join(folder, 'cache'))
    .replaceAll('    server 127.0.0.1:3000;', ports.map((each) => `    server 127.0.0.1:${each};`).join('\n'))
    .replaceAll('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replaceAll('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replaceAll(/^ *(listen \[::\]|ssl_).*\n/gm, '')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; pid ${folder}/pid; error_log ${folder}/erros;
events { worker_connections 4096; }
http {
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
log_subrequest on;
log_format cache '$msec\\t$request_uri\\t$upstream_cache_status\\t$upstream_status\\t$upstream_bytes_received';
access_log ${log} cache;
keepalive_requests 1000000;
${site}}`,
  )
  const child: ChildProcess = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: 'inherit',
  })
  const base = `http://127.0.0.1:${port}`
  await waitFor(
    () =>
      fetch(`${base}/alagoas/saude`).then(
        ({ ok }) => ok,
        () => false,
      ),
    30,
  )
  return {
    child,
    base,
    port,
    logged: () => readFileSync(log, 'utf8').trim().split('\n').map(readLine),
    errors: () => readFileSync(join(folder, 'erros'), 'utf8').split('\n').slice(0, 20).join('\n'),
  }
}

function readLine(line: string): Logged {
  const [at = '', uri = '', cache = '', origin = '', bytes = ''] = line.split('\t')
  return {
    at: Number(at) * 1000,
    uri,
    cache,
    origin: origin === '-' ? '' : origin,
    originBytes: Number(bytes) || 0,
  }
}
