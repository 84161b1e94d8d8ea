/**
 * What answering costs beside merely starting: `gasolina precos --limite 5` against `gasolina --version`, each on the
 * built program. Promised: at most 1.6, medians of seven.
 *
 *   npm run build && node --import tsx bench/cli-startup.ts
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const RUNS = 7
const LIMIT = 1.6
const RUN = fileURLToPath(new URL('../bin/run.js', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'gasolina-bench-'))
const env = { ...process.env, GASOLINA_FONTE: 'demonstracao', GASOLINA_STORAGE: folder }
try {
  time(['atualizar'])
  const [version, precos]: [number[], number[]] = [[], []]
  for (let i = 0; i <= RUNS; i += 1) {
    const [v, p] = [time(['--version']), time(['precos', '--limite', '5'])]
    // The first pair fills the disk's caches.
    if (i > 0) {
      version.push(v)
      precos.push(p)
    }
  }
  const ratio = median(precos) / median(version)
  console.log(`gasolina --version          ${median(version).toFixed(0)} ms`)
  console.log(`gasolina precos --limite 5  ${median(precos).toFixed(0)} ms`)
  console.log(`razão ${ratio.toFixed(2)} (até ${LIMIT}), medianas de ${RUNS}, node ${process.version}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function time(argv: string[]): number {
  const started = performance.now()
  const { status, stderr } = spawnSync(process.execPath, [RUN, ...argv], { env })
  if (status !== 0) throw new Error(`gasolina ${argv.join(' ')} ended with ${status}: ${stderr.toString()}`)
  return performance.now() - started
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN
}
