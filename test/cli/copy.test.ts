import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesIn, temporaryFolder } from '../store/folders.ts'
import { NOW, gasolina } from './run.ts'
import { demonstrationStore } from './stores.ts'

const env = demonstrationStore()

function contentsOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    filesIn(folder).map((file) => [relative(folder, file), readFileSync(file, 'latin1')]),
  )
}

function copy(para: string, ...argv: string[]) {
  return gasolina(['copiar', '--de', env['GASOLINA_STORAGE'] ?? '', '--para', para, ...argv], { env })
}

describe('gasolina copiar', () => {
  it('copies a store that answers as the first, and tells what it did', async () => {
    const para = join(temporaryFolder(), 'nova', 'copia')
    const { code, stdout, stderr } = await copy(para)
    expect(contentsOf(para)).toEqual(contentsOf(env['GASOLINA_STORAGE'] ?? ''))
    expect(stdout).toMatch(
      /^De \/.* para \/.*copia:\n {2}demonstracao: \d+ commits?, o último \d; \d+ arquivos copiados e 0 que já estavam lá, conferidos um a um \([\d,]+ MB\)\.\n$/,
    )
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'Copiando…\n' })
    const ask = (storage: string | undefined) =>
      gasolina(['precos', '--json'], { env: { ...env, GASOLINA_STORAGE: storage ?? '' }, now: NOW })
    expect(await ask(para)).toEqual(await ask(env['GASOLINA_STORAGE']))

    const again = await copy(para, '--json')
    expect(JSON.parse(again.stdout)).toMatchObject({
      para,
      fontes: [{ fonte: 'demonstracao', copiados: 0, bytes: 0, danificados: [] }],
    })
  })

  it('that could not copy a damaged file names it and exits with 1', async () => {
    const [de, para] = [temporaryFolder(), temporaryFolder()]
    await gasolina(['copiar', '--de', env['GASOLINA_STORAGE'] ?? '', '--para', de], { env })
    const [part = ''] = filesIn(join(de, 'demonstracao', 'vendas'))
    writeFileSync(part, 'x')
    const { code, stdout } = await gasolina(['copiar', '--de', de, '--para', para])
    expect(stdout).toContain(
      `  1 arquivo danificado não foi copiado: ${relative(join(de, 'demonstracao'), part)}.\n`,
    )
    expect(code).toBe(1)
    expect((await gasolina(['precos'], { env: { ...env, GASOLINA_STORAGE: para } })).code).toBe(0)
  })

  it.each([
    [['copiar'], /^Falta --de: o caminho de uma pasta, postgres:\/\/… ou s3:\/\/bucket\/prefixo\.\n$/, 2],
    [['copiar', '--de', 'x'], /^Falta --para: /, 2],
    [['copiar', '--de', './x', '--para', 'x/'], /^--de e --para são o mesmo lugar\.\n$/, 2],
    [
      ['copiar', '--de', 'mysql://eu:segredo@m/b', '--para', 'x'],
      /^--de começa com 'mysql:\/\/', que não se conhece/,
      2,
    ],
    [
      ['copiar', '--de', 'x', '--para', 's3://bucket'],
      /^--para aponta para um S3, mas falta AWS_ACCESS_KEY_ID\.\n$/,
      2,
    ],
    [['copiar', '--de', '/nada/disso', '--para', 'x'], /^Não há dados em \/nada\/disso \(--de\)\.\n$/, 1],
    [
      ['copiar', '--de', 'x', '--para', 'package.json'],
      /^--para aponta para '.*package\.json', que não é uma pasta\.\n$/,
      1,
    ],
  ])('%j is refused in a sentence', async (argv, sentence, code) => {
    const outcome = await gasolina(argv)
    expect(outcome).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(sentence) as unknown })
    expect(existsSync('x')).toBe(false)
  })
})
