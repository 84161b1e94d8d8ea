import { parseArgs } from 'node:util'
import { checkClaims } from '../test/claims/check.ts'
import { report, wrongIn } from '../test/claims/ledger.ts'

// Every number that a running program shows, recomputed from its own downloads:
//
//   npx tsx bench/claims.ts http://localhost:3000 [--um-em 4] [--mostrar 40]
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'um-em': { type: 'string', default: '4' }, mostrar: { type: 'string', default: '40' } },
})
const base = positionals[0] ?? 'http://localhost:3000'
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const started = performance.now()

const totals = await checkClaims(
  (path, body) => fetch(base + path, body === undefined ? {} : { method: 'POST', headers, body }),
  {
    stations: Number(values['um-em']),
    towns: ['maceio', 'arapiraca', 'penedo', 'coruripe', 'palestina', 'belo-monte', 'delmiro-gouveia'],
  },
)
for (const line of wrongIn(totals).slice(0, Number(values.mostrar))) console.log(line)
console.log(report(totals))
console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`)
process.exitCode = totals.contradictions.length + totals.unrecognised.length > 0 ? 1 : 0
