import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { filesIn } from '../store/folders.ts'
import { NOW, gasolina } from './run.ts'

/** The environment of a store of one's own, filled by one collection of the demonstration at the tests' noon. */
export function demonstrationStore(now = NOW): Record<string, string> {
  const env: Record<string, string> = { GASOLINA_FONTE: 'demonstracao' }
  beforeAll(async () => {
    const folder = (env['GASOLINA_STORAGE'] = newFolder())
    for (const [path, bytes] of await filledStore(now)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true })
      writeFileSync(join(folder, path), bytes)
    }
  })
  afterAll(() => rmSync(env['GASOLINA_STORAGE'] ?? '', { recursive: true, force: true }))
  return env
}

type Files = readonly (readonly [path: string, bytes: Buffer])[]

const stores = new Map<number, Promise<Files>>()

/** Collected once for all files of a worker: each would collect the same, in seconds. */
function filledStore(now: number): Promise<Files> {
  let filled = stores.get(now)
  if (!filled) stores.set(now, (filled = fill(now)))
  return filled
}

async function fill(now: number): Promise<Files> {
  const folder = newFolder()
  const env = { GASOLINA_FONTE: 'demonstracao', GASOLINA_STORAGE: folder }
  const { code, stderr } = await gasolina(['atualizar'], { env, now })
  if (code !== 0) throw new Error(stderr)
  const files = filesIn(folder).map((path) => [relative(folder, path), readFileSync(path)] as const)
  rmSync(folder, { recursive: true })
  return files
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'gasolina-cli-'))
}
