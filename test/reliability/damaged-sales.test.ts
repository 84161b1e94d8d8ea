import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createDataset } from '../../src/query/current/dataset.ts'
import { createQuery } from '../../src/query/query.ts'
import { followCommits } from '../../src/store/follow.ts'
import { openStore } from '../open-store.ts'
import { gasolina } from '../cli/run.ts'
import { ask } from '../mcp/ask.ts'
import { connect, depsOf } from '../mcp/world.ts'
import { filesIn, temporaryFolder } from '../store/folders.ts'
import { sampleCnpj, sampleDraft, sampleVenda } from '../store/samples.ts'

const SENTENCE = 'Pode faltar parte das vendas deste período'
const APRIL = { desde: '2026-04-01', ate: '2026-04-10' }
const SALES = 4

/** A store with sales of a station in the log, or folded into files, and a fresh reader of it. */
async function logged(folded: boolean) {
  const folder = temporaryFolder()
  const open = () => openStore({ folder, fonte: 'demonstracao' })
  const store = await open()
  const price = { valorDeclarado: 6, valorVenda: 6 }
  for (let n = 0; n < SALES; n++) await store.sales.append('2026-04', [sampleVenda(1, n * 600, price)])
  await store.sales.append('2026-04', [sampleVenda(2, 0)])
  await store.commits.publish(sampleDraft(null, 1))
  if (folded) while (await store.sales.fold('2026-05-03'));
  const reader = await open()
  const follow = followCommits(reader, { onError: () => {} })
  await follow.refresh()
  const dataset = createDataset({ store: reader, follow, clock: Date.now, intervaloMinutos: 60 })
  const query = createQuery({ dataset, urlBase: 'http://localhost', site: 'http://localhost/' })
  const ofStation = async (cnpj = sampleCnpj(1)) => {
    const answer = await query.historico({ cnpj, granularidade: 'mudancas', formato: 'json', ...APRIL })
    // All at one price, of one fuel.
    return { answer, sold: Object.values(answer.combustiveis)[0]?.serie[0]?.vendas ?? 0 }
  }
  return { folder, reader, query, ofStation, files: filesIn(folder) }
}

describe('an answer that rests on a damaged file', () => {
  it.each([
    ['part of the log', false, '/vendas/', SALES - 1],
    ["station's month", true, `${sampleCnpj(1)}.json`, 0],
  ])('of sales, a %s, says that some may be missing, until it is mended', async (_, folded, name, left) => {
    const { reader, ofStation, files } = await logged(folded)
    const file = files.find((one) => one.includes(name)) ?? ''
    const whole = readFileSync(file)
    rmSync(file)
    mkdirSync(file)
    const { answer, sold } = await ofStation()
    expect(sold).toBe(left)
    expect(answer.observacoes).toEqual([expect.stringContaining(SENTENCE)])
    rmSync(file, { recursive: true })
    writeFileSync(file, whole)
    await reader.sales.refresh()
    const mended = await ofStation()
    expect([mended.sold, mended.answer.observacoes]).toEqual([SALES, undefined])
  })

  it('says nothing where the damage is of another month or station', async () => {
    const { files, reader, ofStation, query } = await logged(true)
    writeFileSync(files.find((one) => one.endsWith(`${sampleCnpj(2)}.json`)) ?? '', 'x')
    await reader.inspect(Infinity)
    expect(reader.damaged()).toHaveLength(1)
    expect((await ofStation()).answer.observacoes).toBeUndefined()
    expect((await ofStation(sampleCnpj(2))).answer.observacoes).toHaveLength(1)
    const march = { desde: '2026-03-01', ate: '2026-03-15' }
    const pedido = { granularidade: 'mudancas', formato: 'json', ...march } as const
    expect((await query.historico({ cnpj: sampleCnpj(2), ...pedido })).observacoes).toBeUndefined()
  })

  it('says so to an assistant and at a terminal too', async () => {
    const { folder, files, query } = await logged(false)
    writeFileSync(files.find((one) => one.includes('/vendas/')) ?? '', 'x')
    const client = await connect(depsOf(query))
    for (const tool of ['historico', 'posto']) {
      const { text } = await ask(client, tool, { cnpj: sampleCnpj(1), ...(tool === 'historico' && APRIL) })
      expect(text).toContain(SENTENCE)
    }
    const argv = ['historico', sampleCnpj(1), '--desde', APRIL.desde, '--ate', APRIL.ate]
    const page = await gasolina(argv, { env: { GASOLINA_STORAGE: folder } })
    expect([page.code, page.stdout]).toEqual([0, expect.stringContaining(SENTENCE)])
    const csv = await gasolina([...argv, '--csv'], { env: { GASOLINA_STORAGE: folder } })
    expect([csv.code, csv.stderr]).toEqual([0, expect.stringContaining(SENTENCE)])
  })
})
