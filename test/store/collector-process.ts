import { writeSync } from 'node:fs'
import type { StorageAddress } from '../../src/storage-address.ts'
import { createStore, driverFor } from '../../src/store/store.ts'
import { durableFs } from '../../src/store/engines/durable-fs.ts'
import { nodeFileOps } from '../../src/store/engines/file-ops.ts'
import { sampleDraft, sampleVenda } from './samples.ts'

/**
 * A collector to be killed: logs a sale and publishes, over and over, and prints each number once it is acknowledged.
 * Given a count it kills itself, as kill -9 would, before that operation: of a file, or of an engine's driver.
 */
const [stations = '4', killAt = 'Infinity'] = process.argv.slice(2)
const address = JSON.parse(process.env['STORE_TO_KILL'] ?? '') as StorageAddress
let left = Number(killAt)
const driver =
  address.kind === 'folder'
    ? durableFs({ base: address.folder, ops: dying(nodeFileOps) })
    : dying(await driverFor(address))
const store = createStore(driver, 'sefaz')

for (;;) {
  const prev = (await store.commits.load())?.commit.cabecalho.seq ?? null
  const version = (prev ?? 0) + 1
  await store.sales.append('2026-04', [sampleVenda(1, version)])
  const outcome = await store.commits.publish(sampleDraft(prev, version, Number(stations)))
  if (outcome === 'superseded') continue
  writeSync(1, `${outcome.cabecalho.seq}\n`)
  if (version % 20 === 0) await store.commits.cleanUp()
}

/** The same, but one of its calls is the last. */
function dying<T extends object>(whole: T): T {
  const calls = Object.entries(whole).map(([name, call]: [string, unknown]) => [
    name,
    typeof call !== 'function'
      ? call
      : (...args: unknown[]) => {
          if (left-- <= 0) process.kill(process.pid, 'SIGKILL')
          return Reflect.apply(call, null, args) as unknown
        },
  ])
  return Object.fromEntries(calls) as T
}
