import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { RespostaPrecos } from '../src/domain/answers/precos.ts'
import type { Loader, Point } from './load.ts'
import {
  type Running,
  askJson,
  cpuSeconds,
  hasData,
  path,
  runCli,
  startPeer,
  startServing,
  waitFor,
} from './processes.ts'
import { freePort } from '../test/free-port.ts'

/** Seconds of processor in a second that are no work: our own looks at the event loop. */
const RESTING = 0.2

/** Our server on a whole state, and what rows need to ask it. */
export interface World {
  load: Loader
  /** For scratch files and stores. */
  folder: string
  seconds: number
  rounds: number
  /** Our server; started when first asked for. */
  ours(): Promise<Ours>
  /** Another server of ours on the same store, which collects nothing. */
  alike(env: NodeJS.ProcessEnv): Promise<Running>
  /** Servers started through here end with the run. */
  peer(args: readonly string[]): Promise<Running>
  stop(): Promise<void>
}

export interface Ours extends Running {
  /** One for each station with a place. */
  points: Point[]
  /** The district with the most stations. */
  bairro: string
  stations: number
}

export interface WorldOptions extends Pick<World, 'load' | 'folder' | 'seconds' | 'rounds'> {
  /** Folder of a replay of the real source; without it the demonstration's stations are served. */
  replay: string | undefined
}

export function createWorld(options: WorldOptions): World {
  const running: Running[] = []
  let ours: Promise<Ours> | undefined

  return {
    ...options,
    ours: () => (ours ??= start()),
    async alike(env) {
      await this.ours()
      const server = await startServing({ ...storeOf(options), GASOLINA_COLETA: 'nao', ...env })
      running.push(server)
      await waitFor(() => isWarm(server), 60)
      return server
    },
    async peer(args) {
      const peer = await startPeer(args)
      running.push(peer)
      return peer
    },
    async stop() {
      await Promise.all(running.map((server) => server.stop()))
    },
  }

  async function start(): Promise<Ours> {
    const source = await startSource(options.replay)
    if (source) running.push(source)
    const env = { ...source?.env, ...storeOf(options) }
    await mkdir(env.GASOLINA_STORAGE, { recursive: true })
    await runCli(['atualizar'], env)
    const server = await startServing(env)
    running.push(server)
    await waitFor(() => isWarm(server), 60)
    return { ...server, ...(await describe(server)) }
  }
}

function storeOf({ folder, replay }: WorldOptions) {
  // Only its name: what is served needs no source.
  const token = replay === undefined ? {} : { SEFAZ_APP_TOKEN: 'replay' }
  return { ...token, GASOLINA_STORAGE: join(folder, 'estado') }
}

/** What a server makes ready after a commit, it makes on its own: once that is done, its threads rest. */
export async function isWarm(server: Running): Promise<boolean> {
  if (!(await hasData(server))) return false
  const before = cpuSeconds(server)
  await setTimeout(1000)
  return !(cpuSeconds(server) - before > RESTING)
}

export interface ReplayOptions {
  escala?: number
  /** Minutes the source's clock can be put forward. */
  folga?: number
}

/** A source of real sales with the environment that leads to it; undefined when there is none. */
export async function startSource(
  folder: string | undefined,
  { escala = 1, folga = 0 }: ReplayOptions = {},
): Promise<(Running & { env: NodeJS.ProcessEnv }) | undefined> {
  if (folder === undefined) return undefined
  const port = await freePort()
  const args = ['--deslocar', '--folga', String(folga), '--escala', String(escala), '--porta', String(port)]
  const server = await startPeer([join(folder, 'servidor.mjs'), ...args])
  const url = `http://127.0.0.1:${port}`
  return {
    ...server,
    url,
    env: { SEFAZ_APP_TOKEN: 'replay', SEFAZ_URL: `${url}/sfz-economiza-alagoas-api/api/public` },
  }
}

/** Puts the replay's clock forward, so that a collection finds sales. */
export async function moveOn({ url }: Pick<Running, 'url'>, minutes: number): Promise<void> {
  const body = JSON.stringify({ avancarMinutos: minutes })
  const { ok } = await fetch(`${url}/__controle`, { method: 'POST', body })
  if (!ok) throw new Error('a fonte não aceitou a nova hora')
}

export async function describe(server: Running): Promise<Pick<Ours, 'points' | 'bairro' | 'stations'>> {
  await waitFor(async () => (await askJson<{ conteudo?: object[] }>(server, LIST)).conteudo !== undefined, 20)
  const { conteudo } = await askJson<RespostaPrecos>(server, LIST)
  const districts = new Map<string, number>()
  for (const { estabelecimento } of conteudo) {
    const { bairro } = estabelecimento.endereco
    districts.set(bairro, (districts.get(bairro) ?? 0) + 1)
  }
  const [most] = [...districts].toSorted(([, a], [, b]) => b - a)
  return {
    points: conteudo.flatMap(({ estabelecimento: { endereco } }) => endereco.localizacao ?? []),
    bairro: most?.[0] ?? '',
    stations: conteudo.length,
  }
}

export const LIST = '/gasolina/api/precos'
export const LIMIT = path('limit.js')
