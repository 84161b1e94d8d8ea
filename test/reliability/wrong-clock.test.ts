import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { RespostaPrecos } from '../../src/domain/answers/precos.ts'
import type { RespostaSituacao } from '../../src/domain/answers/service.ts'
import { DAY, HOUR } from '../../src/domain/basics/time.ts'
import { fillFolder } from '../demonstration.ts'
import { startSourceServer } from '../source-server.ts'
import { filesIn, temporaryFolder } from '../store/folders.ts'

const RUN = resolve(import.meta.dirname, '../../bin/run.js')
const YEARS = 10 * 365 * DAY

interface Outcome {
  code: number
  stdout: string
  stderr: string
}

/** The program as people run it, on a machine whose clock is so many milliseconds off. */
function gasolina(args: string[], env: Record<string, string>, off = 0): Promise<Outcome> {
  const shift = `const now = Date.now; Date.now = () => now() + ${off}`
  const options = `--import data:text/javascript,${encodeURIComponent(shift)}`
  return new Promise((done) => {
    execFile(
      process.execPath,
      [RUN, ...args],
      { env: { PATH: process.env['PATH'], NODE_OPTIONS: options, ...env }, maxBuffer: 1 << 26 },
      (error, stdout, stderr) => done({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })
}

it('a clock ten years ahead changes nothing in the store of a source that tells the time', async () => {
  const source = await startSourceServer({ now: Date.now() })
  onTestFinished(() => source.close())
  const folder = temporaryFolder()
  const env = { GASOLINA_STORAGE: folder, SEFAZ_APP_TOKEN: source.token, SEFAZ_URL: source.url }
  expect((await gasolina(['atualizar'], env)).code).toBe(0)
  const before = filesIn(join(folder, 'sefaz')).filter((file) => !file.endsWith('situacao.json'))

  const { code, stderr } = await gasolina(['atualizar'], env, YEARS)
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^Nada foi publicado: O relógio desta máquina marca .*: acerte-o, se o errado é este\./m,
  )
  expect(filesIn(join(folder, 'sefaz')).filter((file) => !file.endsWith('situacao.json'))).toEqual(before)
  const { alertas } = JSON.parse((await gasolina(['situacao', '--json'], env)).stdout) as RespostaSituacao
  expect(alertas.join()).toContain('acerte-o, se o errado é este')
})

it('a store that a clock ten years ahead wrote to heals at the next collection', async () => {
  const env = { GASOLINA_STORAGE: temporaryFolder(), GASOLINA_FONTE: 'demonstracao' }
  await fillFolder(env.GASOLINA_STORAGE, { at: Date.now() + YEARS, history: false })
  expect((await gasolina(['atualizar'], env)).code).toBe(0)

  const { stdout } = await gasolina(['precos', '--horas', '240', '--json'], env)
  const precos = JSON.parse(stdout) as RespostaPrecos
  expect(Math.abs(Date.now() - Date.parse(precos.atualizadoEm ?? ''))).toBeLessThan(HOUR)
  expect(precos.totalPostos).toBeGreaterThan(400)
  for (const { produto } of precos.conteudo)
    expect(Date.parse(produto.venda.dataVenda)).toBeLessThan(Date.now())
})
