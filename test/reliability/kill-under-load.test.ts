import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { createHttp } from '../../src/http/create-http.ts'
import { createDataset } from '../../src/query/current/dataset.ts'
import { createQuery } from '../../src/query/query.ts'
import { followCommits } from '../../src/store/follow.ts'
import { openStore } from '../open-store.ts'
import { temporaryFolder } from '../store/folders.ts'
import { COLLECTOR } from '../store/killed.ts'
import { bundled } from '../bundled.ts'
import { sampleDraft } from '../store/samples.ts'
import { listenInTest } from '../listening-in-test.ts'

const STATIONS = 40
const ROUTES = [
  '/gasolina/api/precos',
  '/gasolina/dados/alcool.csv',
  '/gasolina/api/estatisticas',
  '/gasolina/api/situacao',
]

it('collectors killed -9 while readers ask never show them a torn answer, and none goes back', async () => {
  const folder = temporaryFolder()
  const { base, refresh } = await serve(folder)
  const state = { killing: true }
  let acknowledged = 0
  const readers = [1, 2].map(() => readAll(base, state))
  for (const atOperation of [110, 190]) {
    const args = [await bundled(COLLECTOR), String(STATIONS), String(atOperation)]
    const collector = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, STORE_TO_KILL: JSON.stringify({ kind: 'folder', folder }) },
    })
    collector.stdout.on('data', (numbers: Buffer) => {
      acknowledged = Number(String(numbers).trimEnd().split('\n').at(-1))
      void refresh()
    })
    expect(await once(collector, 'close')).toEqual([null, 'SIGKILL'])
    // A look under way may have begun before the last publication.
    await refresh()
    await refresh()
  }
  state.killing = false
  const seen = await Promise.all(readers)
  expect(Math.min(...seen)).toBeGreaterThan(0)
  const { commit } = (await (await fetch(`${base}/gasolina/api/situacao`)).json()) as { commit: number }
  expect(commit).toBeGreaterThanOrEqual(acknowledged)
})

/** Asks until the killing is over; gives the number of answers it got. */
async function readAll(base: string, state: { killing: boolean }): Promise<number> {
  const bodies = new Map<string, string>()
  let newest = 0
  let asked = 0
  for (let n = 0; state.killing; n++) {
    const path = ROUTES[n % ROUTES.length] ?? ''
    const response = await fetch(base + path, { headers: { 'accept-encoding': 'identity' } })
    const body = await response.text()
    if (response.status === 503) continue
    expect(response.status).toBe(200)
    asked++
    expect(Buffer.byteLength(body)).toBe(Number(response.headers.get('content-length')))
    // One validator, one body: a torn or mixed answer would have two.
    const etag = response.headers.get('etag')
    const digest = createHash('sha256').update(body).digest('hex')
    const first = etag === null ? digest : (bodies.get(path + etag) ?? digest)
    expect(digest).toBe(first)
    bodies.set(path + etag, digest)
    if (path.endsWith('precos')) expectOneCommit(body)
    if (!path.endsWith('situacao')) continue
    const { commit } = JSON.parse(body) as { commit: number | null }
    expect(commit ?? newest).toBeGreaterThanOrEqual(newest)
    newest = commit ?? newest
  }
  return asked
}

/** Every price of the answer is of the version its time tells. */
function expectOneCommit(body: string): void {
  const { atualizadoEm, conteudo } = JSON.parse(body) as {
    atualizadoEm: string
    conteudo: { produto: unknown; estabelecimento: { cnpj: string } }[]
  }
  const version = versionOf(atualizadoEm)
  const { estado } = sampleDraft(null, version, STATIONS)
  const known = new Map(estado.atuais['gasolina-comum'].map(({ cnpj, produto }) => [cnpj, produto]))
  for (const { produto, estabelecimento } of conteudo)
    expect(produto).toEqual(known.get(estabelecimento.cnpj))
}

function versionOf(atualizadoEm: string): number {
  const first = Date.parse(sampleDraft(null, 0, 0).atualizadoEm)
  return (Date.parse(atualizadoEm) - first) / 3_600_000
}

async function serve(folder: string) {
  const store = await openStore({ folder, fonte: 'sefaz' })
  const follower = followCommits(store, { onError: () => {} })
  const config = { fonte: 'sefaz', urlBase: 'http://localhost', site: 'http://localhost/' } as const
  const dataset = createDataset({ store, follow: follower, clock: Date.now, intervaloMinutos: 60 })
  const query = createQuery({ dataset, ...config })
  const http = createHttp({ query, dataset, config, clock: Date.now, log: () => {} })
  const { base } = await listenInTest(createServer(http.listener))
  return { base, refresh: follower.refresh }
}
