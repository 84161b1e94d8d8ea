import { writeSync } from 'node:fs'
import { nodeFileOps } from '../../src/store/file-ops.ts'
import type { FileOps } from '../../src/store/file-ops.ts'
import { durableFs } from '../../src/store/durable-fs.ts'
import { createStore } from '../../src/store/open.ts'
import { sampleDraft, sampleVenda } from './samples.ts'

/**
 * A collector to be killed: logs a sale and publishes, over and over, and prints each number once it is acknowledged.
 * Given a count it kills itself, as kill -9 would, before that file operation.
 */
const [folder = '', stations = '4', killAt = 'Infinity'] = process.argv.slice(2)
let left = Number(killAt)
const ops = Object.fromEntries(
  Object.entries(nodeFileOps).map(([name, call]) => [
    name,
    (...args: unknown[]) => {
      if (left-- <= 0) process.kill(process.pid, 'SIGKILL')
      return Reflect.apply(call, null, args) as unknown
    },
  ]),
) as unknown as FileOps
const store = createStore(durableFs({ base: folder, ops }), 'sefaz')

for (;;) {
  const prev = (await store.commits.load())?.commit.cabecalho.seq ?? null
  const version = (prev ?? 0) + 1
  await store.sales.append('2026-04', [sampleVenda(1, version)])
  const outcome = await store.commits.publish(sampleDraft(prev, version, Number(stations)))
  if (outcome === 'superseded') continue
  writeSync(1, `${outcome.cabecalho.seq}\n`)
  if (version % 20 === 0) await store.commits.cleanUp()
}
