import { parseArgs } from 'node:util'
import { createSnapshot } from '../src/query/lists/snapshot.ts'
import { openStore } from '../test/open-store.ts'
import { lookAt } from './screening-look.ts'

// What screening hides of the newest commit of a store, fuel by fuel, and whether its promises hold.
//   npx tsx bench/screening.ts [./storage] [--fonte sefaz]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { fonte: { type: 'string', default: 'demonstracao' } },
})
const fonte = values.fonte === 'sefaz' ? 'sefaz' : 'demonstracao'
const store = await openStore({ folder: positionals[0] ?? './storage', fonte })
const loaded = await store.commits.load()
if (!loaded) throw new Error('the store holds no commit')
const looks = lookAt(createSnapshot(loaded.commit, store))
console.table(looks.map((look) => ({ ...look, broken: look.broken.join('; ') || 'nothing' })))
process.exitCode = looks.some(({ broken }) => broken.length > 0) ? 1 : 0
