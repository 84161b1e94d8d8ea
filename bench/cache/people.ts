import { Agent, type IncomingMessage, request } from 'node:http'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'

/** Kinds of requests, in the order of the table. */
export const KINDS = ['feed', 'página', 'arquivo', 'raio', 'mudanças', 'estático'] as const
export type Kind = (typeof KINDS)[number]

export interface Seen {
  kind: Kind
  status: number
  /** Code of the error of a request without an answer, or the reason of a refusal. */
  reason?: string
  bytes: number
  ms: number
  at: number
  /** Number of the commit seen, by `cache-tag` of the answer or of the copy it confirmed. */
  commit: number | undefined
}

export interface Crowd {
  base: string
  /** Paths of pages, most read first. */
  pages: readonly string[]
  points: readonly { latitude: number; longitude: number }[]
  until: number
  /** How many times faster than in life. */
  faster: number
  saw(seen: Seen): void
}

const MINUTE = 60_000
const FUELS = ['gasolina-comum', 'alcool', 'diesel-aditivado', 'gasolina-aditivada', 'diesel-comum', 'gnv']
const TYPES = ['', '&tipo=desceu', '&tipo=subiu']
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** A feed reader asks for its one feed every hour, with the validators it holds. */
export async function feedReader(crowd: Crowd): Promise<void> {
  const search = Math.random() < 0.5 ? '' : `?combustivel=${popular(FUELS)}${popular(TYPES)}`
  const copies = new Copies(crowd)
  await pause(crowd, Math.random() * 60 * MINUTE)
  while (Date.now() < crowd.until) {
    await copies.ask('feed', `/gasolina/mudancas.atom${search}`)
    await pause(crowd, think(60 * MINUTE))
  }
}

/** A phone: once an hour three looks, half a minute apart: a page, the file of the near, now and then a search by an app. */
export async function phone(crowd: Crowd): Promise<void> {
  const copies = new Copies(crowd)
  await pause(crowd, Math.random() * 60 * MINUTE)
  if (Math.random() < NEW) for (const asset of await assetsOf(copies)) await copies.ask('estático', asset)
  const mine = popular(crowd.pages)
  while (Date.now() < crowd.until) {
    for (let look = 0; look < 3 && Date.now() < crowd.until; look++) {
      const dice = Math.random()
      if (dice < 0.6) await copies.ask('página', dice < 0.4 ? mine : popular(crowd.pages))
      else if (dice < 0.9) await copies.ask('arquivo', `/gasolina/dados/${popular(FUELS)}.min.json`)
      else await copies.ask('raio', `/gasolina/api/precos?limite=20&raio=5&${somewhere(crowd)}`)
      await pause(crowd, think(MINUTE / 2))
    }
    await pause(crowd, think(60 * MINUTE))
  }
}

/** A program that follows all changes and looks every minute for what came after its cursor. */
export async function follower(crowd: Crowd): Promise<void> {
  const copies = new Copies(crowd)
  let cursor = 'inicio'
  await pause(crowd, Math.random() * MINUTE)
  while (Date.now() < crowd.until) {
    const body = await copies.ask('mudanças', `/gasolina/api/mudancas?desde=${cursor}`)
    cursor = /"ate":"([^"]+)"/.exec(body)?.[1] ?? cursor
    await pause(crowd, think(MINUTE))
  }
}

/** Share of phones that have none of the site's files yet. */
const NEW = 0.1

async function assetsOf(copies: Copies): Promise<string[]> {
  const html = await copies.ask('página', '/gasolina/')
  return [...html.matchAll(/(?:href|src)="[^"]*(\/gasolina\/estatico\/(?:style|client)[^"]+)"/g)].map(
    ([, one = '']) => one,
  )
}

/** What one client holds, as a browser or reader would: asked for again with its validator. */
class Copies {
  private readonly held = new Map<string, { etag: string; commit: number | undefined }>()
  private readonly crowd: Crowd
  constructor(crowd: Crowd) {
    this.crowd = crowd
  }

  async ask(kind: Kind, path: string): Promise<string> {
    const copy = this.held.get(path)
    const began = performance.now()
    const headers = { 'accept-encoding': 'gzip', ...(copy && { 'if-none-match': copy.etag }) }
    const req = request(`${this.crowd.base}/alagoas${path}`, { agent, headers, timeout: 20_000 }).end()
    try {
      const [res] = (await once(req, 'response')) as [IncomingMessage]
      const chunks: Buffer[] = []
      for await (const chunk of res) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks)
      const { statusCode: status = 0, headers: told } = res
      const named = /commit-(\d+)/.exec(String(told['cache-tag'] ?? ''))?.[1]
      const commit = named === undefined ? (status === 304 ? copy?.commit : undefined) : Number(named)
      if (told.etag !== undefined) this.held.set(path, { etag: told.etag, commit })
      this.crowd.saw({
        kind,
        status,
        ...(status >= 400 && { reason: (await plain(body, told)).slice(0, 120) }),
        bytes: body.length,
        ms: performance.now() - began,
        at: Date.now(),
        commit,
      })
      return status === 200 && (kind === 'mudanças' || path === '/gasolina/') ? await plain(body, told) : ''
    } catch (error) {
      this.crowd.saw({
        kind,
        status: 0,
        reason: error instanceof Error && 'code' in error ? String(error.code) : String(error),
        bytes: 0,
        ms: performance.now() - began,
        at: Date.now(),
        commit: undefined,
      })
      return ''
    }
  }
}

async function plain(body: Buffer, told: IncomingMessage['headers']): Promise<string> {
  const { gunzipSync } = await import('node:zlib')
  return (told['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()
}

/** Think time: exponential, so that nobody keeps step with anybody. */
function think(mean: number): number {
  return -Math.log(1 - Math.random()) * mean
}

async function pause({ faster, until }: Crowd, milliseconds: number): Promise<void> {
  await setTimeout(Math.max(0, Math.min(milliseconds / faster, until - Date.now())))
}

/** The n-th is asked for 1/n as often as the first. */
function popular<T>(list: readonly T[]): T {
  const place = Math.floor(Math.exp(Math.random() * Math.log(list.length + 1))) - 1
  return list[Math.min(place, list.length - 1)] as T
}

function beside(degrees: number): string {
  return (degrees + (Math.random() - 0.5) / 10).toFixed(5)
}

function somewhere({ points }: Crowd): string {
  const { latitude, longitude } = points[Math.floor(Math.random() * points.length)] ?? {
    latitude: -9.6,
    longitude: -35.7,
  }
  return `lat=${beside(latitude)}&lon=${beside(longitude)}`
}
