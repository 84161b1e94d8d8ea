import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { RespostaPrecos } from '../../src/domain/answers/precos.ts'
import type { RespostaSituacao } from '../../src/domain/answers/situacao-and-menus.ts'
import { DAY, HOUR } from '../../src/domain/basics/time.ts'
import { fillFolder } from '../demonstration.ts'
import { gasolina } from '../cli/run.ts'
import { startSourceServer } from '../source-server.ts'
import { filesIn, temporaryFolder } from '../store/folders.ts'
import { collectInto } from './collect-into.ts'

const RUN = resolve(import.meta.dirname, '../../bin/run.js')
const YEARS = 10 * 365 * DAY

interface Outcome {
  code: number
  stdout: string
  stderr: string
}

/** The program as people run it, on a machine whose clock is ten years ahead. */
function atualizarAhead(env: Record<string, string>): Promise<Outcome> {
  const shift = `const now = Date.now; Date.now = () => now() + ${YEARS}`
  const options = `--import data:text/javascript,${encodeURIComponent(shift)}`
  return new Promise((done) => {
    execFile(
      process.execPath,
      [RUN, 'atualizar'],
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
  const here = (argv: string[]) => gasolina(argv, { env, now: Date.now() })
  expect((await collectInto(folder, source))?.cabecalho.seq).toBe(1)
  const before = filesIn(join(folder, 'sefaz')).filter((file) => !file.endsWith('situacao.json'))

  const { code, stderr } = await atualizarAhead(env)
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^Nada foi publicado: O relógio desta máquina marca .*: acerte-o, se o errado é este\./m,
  )
  expect(filesIn(join(folder, 'sefaz')).filter((file) => !file.endsWith('situacao.json'))).toEqual(before)
  const { alertas } = JSON.parse((await here(['situacao', '--json'])).stdout) as RespostaSituacao
  expect(alertas.join()).toContain('acerte-o, se o errado é este')
})

it('a store that a clock ten years ahead wrote to heals at the next collection', async () => {
  const env = { GASOLINA_STORAGE: temporaryFolder(), GASOLINA_FONTE: 'demonstracao' }
  await fillFolder(env.GASOLINA_STORAGE, { at: Date.now() + YEARS, history: false })
  const here = (argv: string[]) => gasolina(argv, { env, now: Date.now() })
  expect((await here(['atualizar'])).code).toBe(0)

  const { stdout } = await here(['precos', '--horas', '240', '--json'])
  const precos = JSON.parse(stdout) as RespostaPrecos
  expect(Math.abs(Date.now() - Date.parse(precos.atualizadoEm ?? ''))).toBeLessThan(HOUR)
  expect(precos.totalPostos).toBeGreaterThan(400)
  for (const { produto } of precos.conteudo)
    expect(Date.parse(produto.venda.dataVenda)).toBeLessThan(Date.now())
})
