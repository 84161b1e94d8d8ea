import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

export interface Load {
  url: string
  seconds: number
  connections?: number
  headers?: Record<string, string>
  /** Makes each request a POST of this JSON. */
  body?: string
  /** Each request then asks from another point beside one of these: `lat` and `lon` are added to the address. */
  around?: readonly Point[]
}

export interface Point {
  latitude: number
  longitude: number
}

export interface Measured {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
}

/** Loads an address for some seconds and tells what came back; any answer of 400 or more is an error. */
export type Loader = (load: Load) => Promise<Measured>

/** wrk where it is installed: a generator that costs little beside the server. autocannon else. */
export function createLoader(folder: string): { name: string; load: Loader } {
  const found = (process.env['PATH'] ?? '').split(delimiter).some((path) => existsSync(join(path, 'wrk')))
  return found ? { name: 'wrk', load: withWrk(folder) } : { name: 'autocannon', load: withAutocannon }
}

const CONNECTIONS = 32
/** Degrees around a station within which its customers ask: some 5 km. */
const NEIGHBOURHOOD = 0.05

function withWrk(folder: string): Loader {
  let scripts = 0
  return async ({ url, seconds, connections = CONNECTIONS, headers = {}, body, around }) => {
    const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency']
    for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`)
    if (body !== undefined || around) {
      const script = join(folder, `wrk-${process.pid}-${++scripts}.lua`)
      await writeFile(script, body === undefined ? pointsLua(around ?? [], url) : postLua(body))
      args.push('-s', script)
    }
    const { stdout } = await promisify(execFile)('wrk', [...args, url], { timeout: (seconds + 20) * 1000 })
    const refused = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)
    if (refused) throw new Error(`${refused[1]} respostas de erro de ${url}`)
    return {
      perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
      p50: milliseconds(/^\s+50%\s+(\S+)/m.exec(stdout)?.[1]),
      p99: milliseconds(/^\s+99%\s+(\S+)/m.exec(stdout)?.[1]),
    }
  }
}

/** Seeded by the clock, so that no run asks from the points of the one before. */
function pointsLua(around: readonly Point[], url: string): string {
  const { pathname, search } = new URL(url)
  const base = pathname + search + (search ? '&' : '?')
  const points = around.map(({ latitude, longitude }) => `{${latitude},${longitude}}`).join(',')
  return `
local points = {${points}}
math.randomseed(${Date.now() % 2 ** 31})
request = function()
  local p = points[math.random(#points)]
  local lat = p[1] + (math.random() - 0.5) * ${2 * NEIGHBOURHOOD}
  local lon = p[2] + (math.random() - 0.5) * ${2 * NEIGHBOURHOOD}
  return wrk.format("GET", string.format("${base}lat=%.6f&lon=%.6f", lat, lon))
end`
}

function postLua(body: string): string {
  return `
wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
wrk.headers["accept"] = "application/json, text/event-stream"
wrk.body = ${JSON.stringify(body)}`
}

function milliseconds(text: string | undefined): number {
  const [, value, unit = ''] = /^([\d.]+)(us|ms|s|m)$/.exec(text ?? '') ?? []
  const factor: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000 }
  return Number(value) * (factor[unit] ?? NaN)
}

/** What we use of it; it brings no types. */
interface Autocannon {
  (options: object): Promise<{
    requests: { average: number }
    latency: { p50: number; p99: number }
    non2xx: number
    statusCodeStats: Record<string, { count: number }>
  }>
}

const withAutocannon: Loader = async ({ url, seconds, connections = CONNECTIONS, headers, body, around }) => {
  const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon
  const { pathname, search } = new URL(url)
  const base = pathname + search + (search ? '&' : '?')
  const setupRequest = (request: object) => ({ ...request, path: `${base}${pointQuery(around ?? [])}` })
  const accept = 'application/json, text/event-stream'
  const { requests, latency, statusCodeStats } = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(headers && { headers }),
    ...(around && { requests: [{ setupRequest }] }),
    ...(body !== undefined && {
      body,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
    }),
  })
  if (Object.keys(statusCodeStats).some((status) => Number(status) >= 400))
    throw new Error(`respostas de erro de ${url}`)
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99 }
}

export function pointQuery(around: readonly Point[]): string {
  const point = around[Math.floor(Math.random() * around.length)]
  return `lat=${beside(point?.latitude ?? 0)}&lon=${beside(point?.longitude ?? 0)}`
}

function beside(degrees: number): string {
  return (degrees + (Math.random() - 0.5) * 2 * NEIGHBOURHOOD).toFixed(6)
}
