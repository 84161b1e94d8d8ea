/**
 * Kills a publishing process with kill -9, 200 times, at moments of chance, and looks at what a fresh process finds.
 *
 *   npx tsx bench/store-kill.ts [kills]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killOnce } from '../test/store/killed.ts'

const STATIONS = 200
const WITHIN_MS = 150

const kills = Number(process.argv[2] ?? 200)
const folder = mkdtempSync(join(tmpdir(), 'gasolina-kill-'))
const address = { kind: 'folder', folder } as const
const began = performance.now()
const sum = { torn: 0, lost: 0, acknowledged: 0 }
try {
  for (let kill = 0; kill < kills; kill++) {
    const before = sum.acknowledged
    const verdict = await killOnce({ address, stations: STATIONS, afterMs: Math.random() * WITHIN_MS })
    sum.torn += Number(verdict.torn)
    sum.lost += Number(verdict.lost || verdict.found < before)
    sum.acknowledged = verdict.found
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`kills: ${kills}`)
console.log(`torn: ${sum.torn}`)
console.log(`acknowledged commits or sales lost: ${sum.lost}`)
console.log(`commits published: ${sum.acknowledged}; ${((performance.now() - began) / 1000).toFixed(0)} s`)
if (sum.torn + sum.lost > 0) process.exitCode = 1
