import { expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { createSource } from '../../src/app/collect-once.ts'
import { startSourceServer } from '../source-server.ts'

it('without a token the source is the demonstration', () => {
  expect(createSource(readConfig({}), () => 0).earlierSales).toBeDefined()
})

it('with a token it is the tax authority at the address configured, as the agent configured', async () => {
  const server = await startSourceServer()
  const config = readConfig({
    SEFAZ_APP_TOKEN: server.token,
    SEFAZ_URL: `${server.url}/`,
    SEFAZ_USER_AGENT: 'Teste',
  })
  const source = createSource(config, () => 0)
  const [first] = source.fatias
  if (!first) throw new Error('no slice')
  const { signal } = new AbortController()
  const { registros } = await source.fetch(first, signal, (raw) => raw, { pedidos: 0, falhas: 0 })
  await server.close()
  expect([registros.length, server.requests[0]?.headers['user-agent']]).toEqual([12, 'Teste'])
})
