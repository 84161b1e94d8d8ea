/**
 * What a lookup on a store takes beside what starts only: Node itself, and `gasolina --version`, each of the built program.
 * Promised: at most 250 ms, the median of seven.
 *
 *   npm run build && node --import tsx bench/cli-startup.ts
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const RUNS = 7
const LIMIT = 250
const RUN = fileURLToPath(new URL('../bin/run.js', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'gasolina-bench-'))
const env = { ...process.env, GASOLINA_FONTE: 'demonstracao', GASOLINA_STORAGE: folder }
try {
  time([RUN, 'atualizar'])
  const calls = {
    'node -e 0': ['-e', '0'],
    'gasolina --version': [RUN, '--version'],
    'gasolina precos --limite 5': [RUN, 'precos', '--limite', '5'],
  }
  const times = new Map<string, number[]>(Object.keys(calls).map((name) => [name, []]))
  for (let i = 0; i <= RUNS; i += 1)
    for (const [name, argv] of Object.entries(calls)) {
      const taken = time(argv)
      // The first round fills the disk's caches.
      if (i > 0) times.get(name)?.push(taken)
    }
  for (const [name, taken] of times) console.log(`${name.padEnd(28)}${median(taken).toFixed(0)} ms`)
  console.log(`medianas de ${RUNS}; a consulta, até ${LIMIT} ms; node ${process.version}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function time(argv: string[]): number {
  const started = performance.now()
  const { status, stderr } = spawnSync(process.execPath, argv, { env })
  if (status !== 0) throw new Error(`node ${argv.join(' ')} ended with ${status}: ${stderr.toString()}`)
  return performance.now() - started
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN
}
