import { runStdio } from '../../src/mcp/stdio.ts'
import { queryOver } from '../fixtures.ts'
import { SITE, URL_BASE } from './world.ts'

/** What `gasolina mcp` does, on two stations. */
const { query } = await queryOver([{ preco: 6.37 }, { preco: 6.45, bairro: 'PONTA VERDE' }])
try {
  await runStdio({ query, urlBase: URL_BASE, site: SITE, log: console.error })
} catch (error) {
  console.error(String(error))
  process.exitCode = 1
}
