/**
 * The tests' own source on a free port, with sales of this hour, spoilt by a fault of theirs when one is named; prints its
 * address: `npx tsx bench/reliability/source.ts [fault]`
 */
import type { FaultKind } from '../../test/source-server-faults.ts'
import { startSourceServer } from '../../test/source-server.ts'

const server = await startSourceServer({ now: Date.now() })
const tipo = process.argv[2] as FaultKind | undefined
if (tipo) server.fault = { tipo }
console.log(server.url)
