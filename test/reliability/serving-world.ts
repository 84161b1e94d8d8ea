import { createServer } from 'node:http'
import { expect, onTestFinished } from 'vitest'
import type { CollectionEnd } from '../../src/app/collection-process.ts'
import { createServing } from '../../src/app/wire-server.ts'
import { collect } from '../../src/collect/collect.ts'
import { readConfig } from '../../src/config.ts'
import { HOUR } from '../../src/domain/basics/time.ts'
import { GasolinaError } from '../../src/errors.ts'
import { createSource } from '../../src/app/collect-once.ts'
import { durableFs } from '../../src/store/engines/durable-fs.ts'
import { createStore } from '../../src/store/store.ts'
import { createBrokenOps } from '../store/broken-ops.ts'
import { temporaryFolder } from '../store/folders.ts'
import { draftAt } from '../store/samples.ts'
import { listenOn } from '../listening.ts'

/** Minute 50 of an hour. */
export const NOW = Date.parse('2026-04-16T15:50:20Z')

export interface Line {
  evento: string
  [member: string]: unknown
}

/** What `gasolina servir` runs, over a folder whose file operations can be made to fail; it is over with the test. */
export function createServingWorld(env: Record<string, string> = {}, now = NOW) {
  const folder = temporaryFolder()
  const broken = createBrokenOps()
  const time = { now }
  const clock = () => time.now
  const config = readConfig({ GASOLINA_URL_BASE: 'https://precos.example', ...env })
  const open = (ops = broken.ops) => createStore(durableFs({ base: folder, ops }), config.fonte, clock)
  let written = ''

  return { folder, broken, time, open, written: () => written, lines, seed, serve }

  /** Every line of the log so far, each one JSON object. */
  function lines(): Line[] {
    return written
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line)
  }

  /** A small commit, hours ago; the demonstration's own would be compressed for seconds. */
  async function seed(hoursAgo: number) {
    const published = await open().commits.publish(draftAt(now - hoursAgo * HOUR))
    expect(published).toMatchObject({ cabecalho: { seq: 1 } })
  }

  /** What a process of its own would do, over the same spoilt file operations. */
  async function collectHere(signal: AbortSignal): Promise<CollectionEnd> {
    try {
      const source = createSource(config, clock)
      const { emAndamento, avisos } = await collect({ source, store: open(), clock, signal })
      return { kind: emAndamento ? 'busy' : 'done', avisos }
    } catch (error) {
      if (!(error instanceof GasolinaError)) throw error
      return { kind: 'failed', motivo: error.message, avisos: [] }
    }
  }

  async function serve() {
    const stderr = { write: (text: string | Uint8Array) => void (written += String(text)) }
    const surroundings = { clock, stderr }
    const serving = await createServing(surroundings, config, open(), {
      run: collectHere,
      takeRegistry: async () => {},
    })
    const server = createServer()
    const { base } = await listenOn(server)
    let stopped: Promise<void> | undefined
    onTestFinished(() => stop())
    let start: (() => void) | undefined = () => {
      const { stop } = serving.start(server)
      end = stop
      start = undefined
    }
    let end = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()))
    return { base, server, stop, start: () => start?.(), get: (path: string) => fetch(base + path) }

    function stop(): Promise<void> {
      stopped ??= end()
      return stopped
    }
  }
}
