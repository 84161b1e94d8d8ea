/**
 * The tests' own source on a free port, with sales of this hour, spoilt by a fault of theirs when one is given as JSON;
 * prints its address: `npx tsx bench/reliability/source.ts '{"tipo":"gotas"}'`
 */
import type { Fault } from '../../test/source-server-faults.ts'
import { startSourceServer } from '../../test/source-server.ts'

const server = await startSourceServer({ now: Date.now() })
const [fault] = process.argv.slice(2)
if (fault) server.fault = JSON.parse(fault) as Fault
console.log(server.url)
