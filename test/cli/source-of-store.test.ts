import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../open-store.ts'
import { startProgram } from '../reliability/program.ts'
import { temporaryFolder } from '../store/folders.ts'
import { sampleDraft } from '../store/samples.ts'
import { gasolina } from './run.ts'

const REFUSED =
  /^GASOLINA_STORAGE \(.*\) guarda dados reais, e a demonstração não se mistura a eles: escolha outro lugar em GASOLINA_STORAGE, ou use GASOLINA_FONTE=sefaz, que sem token só lê\.\n$/

describe('a store of real sales, without a token', () => {
  const env: Record<string, string> = {}
  const present = () => readdirSync(env['GASOLINA_STORAGE'] ?? '', { recursive: true }).toSorted()

  beforeAll(async () => {
    const folder = (env['GASOLINA_STORAGE'] = mkdtempSync(join(tmpdir(), 'gasolina-real-')))
    const store = await openStore({ folder, fonte: 'sefaz' })
    await store.commits.publish(sampleDraft(null, 1, 6))
  })

  afterAll(() => rmSync(env['GASOLINA_STORAGE'] ?? '', { recursive: true, force: true }))

  it.each([
    ['with no variable', {}],
    ['named as the source', { GASOLINA_FONTE: 'sefaz' }],
  ])('is read %s, and nothing is written', async (_, variables) => {
    const before = present()
    for (const argv of [['precos'], ['situacao'], ['dados']]) {
      const { stdout, stderr } = await gasolina([...argv, '--json'], { env: { ...env, ...variables } })
      expect(JSON.parse(stdout)).toMatchObject({ demonstracao: false })
      expect(stderr).toBe('')
    }
    expect(present()).toEqual(before)
  })

  it('is not collected into', async () => {
    const before = present()
    expect(await gasolina(['atualizar'], { env })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Falta SEFAZ_APP_TOKEN para coletar da SEFAZ/AL: sem ele só se lê o que já foi coletado.\n',
    })
    expect(present()).toEqual(before)
  })

  it('refuses the demonstration', async () => {
    const before = present()
    for (const argv of [['precos'], ['situacao'], ['atualizar'], ['servir'], ['mcp']]) {
      const { code, stdout, stderr } = await gasolina(argv, {
        env: { ...env, GASOLINA_FONTE: 'demonstracao' },
      })
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toMatch(REFUSED)
    }
    expect(present()).toEqual(before)
  })

  it('refuses a copy that brings only a demonstration', async () => {
    const folder = temporaryFolder()
    const store = await openStore({ folder, fonte: 'demonstracao' })
    await store.commits.publish(sampleDraft(null, 1, 6))
    const before = present()
    const argv = ['copiar', '--de', folder, '--para', env['GASOLINA_STORAGE'] ?? '']
    expect(await gasolina(argv)).toEqual({
      code: 2,
      stdout: '',
      stderr:
        '--para guarda dados reais, e --de só os de demonstração, que não se misturam a eles: copie para outro lugar.\n',
    })
    expect(present()).toEqual(before)
  })

  it.each([
    [{}, true],
    [{ GASOLINA_COLETA: 'nao' }, false],
  ])('is served: %j', async (variables, isTold) => {
    const { child, port, stderr } = await startProgram({ ...env, ...variables })
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/gasolina/api/precos`)
      expect([answer.status, await answer.json()]).toMatchObject([200, { demonstracao: false }])
      const situacao = await fetch(`http://127.0.0.1:${port}/gasolina/api/situacao`)
      expect(await situacao.json()).toMatchObject({ proximaColeta: null })
      // Without an address for complaints, the page of a station leads to the source.
      const sheet = await fetch(`http://127.0.0.1:${port}/gasolina/dados/gasolina-comum.csv`)
      const [cnpj] = /^\d{14}/m.exec(await sheet.text()) ?? []
      const page = await fetch(`http://127.0.0.1:${port}/gasolina/posto/${cnpj}/`)
      expect(await page.text()).toContain('O que ele não corrige se leva à SEFAZ/AL')
      await expect.poll(stderr).toContain('Os dados ficam em')
      expect(/^Sem SEFAZ_APP_TOKEN este servidor não coleta/m.test(stderr())).toBe(isTold)
    } finally {
      child.kill('SIGKILL')
    }
  })
})

describe('an empty store', () => {
  it('served without collecting says how to wait for real sales', async () => {
    const { child, stderr } = await startProgram({
      GASOLINA_STORAGE: temporaryFolder(),
      GASOLINA_COLETA: 'nao',
    })
    await expect
      .poll(stderr)
      .toContain('Se outro processo ainda vai coletar os reais, use GASOLINA_FONTE=sefaz.')
    child.kill('SIGKILL')
  })
})
