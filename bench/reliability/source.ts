/** The tests' own source on a free port, with sales of this hour: `npx tsx bench/reliability/source.ts` prints its address. */
import { startSourceServer } from '../../test/source-server.ts'

const { url } = await startSourceServer({ now: Date.now() })
console.log(url)
