import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesIn, temporaryFolder } from '../store/folders.ts'
import { gasolina } from './run.ts'
import { demonstrationStore } from './stores.ts'

const env = demonstrationStore()

function contentsOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    filesIn(folder).map((file) => [relative(folder, file), readFileSync(file, 'latin1')]),
  )
}

function linkTo(folder: string): string {
  const link = join(temporaryFolder(), 'elo')
  symlinkSync(folder, link)
  return link
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
      gasolina(['precos', '--json'], { env: { ...env, GASOLINA_STORAGE: storage ?? '' } })
    expect(await ask(para)).toEqual(await ask(env['GASOLINA_STORAGE']))

    const again = await copy(para, '--json')
    expect(JSON.parse(again.stdout)).toMatchObject({
      para,
      fontes: [{ fonte: 'demonstracao', copiados: 0, bytes: 0, danificados: [] }],
    })
  })

  it.each([
    ['inside it', (de: string) => join(de, 'demonstracao', 'copia'), /--para fica dentro de --de/],
    ['inside it, by a link', (de: string) => join(linkTo(de), 'copia', 'nova'), /--para fica dentro de --de/],
    ['above it', (de: string) => dirname(de), /--de fica dentro de --para/],
    ['the same, by a link', (de: string) => linkTo(de), /são o mesmo lugar/],
    [
      'a folder of which one source is a link into it',
      (de: string) => {
        const para = temporaryFolder()
        symlinkSync(join(de, 'demonstracao', 'nova'), join(para, 'sefaz'))
        mkdirSync(join(de, 'demonstracao', 'nova'))
        return para
      },
      /--para fica dentro de --de/,
    ],
  ])('refuses a target that is %s, before anything is written', async (_, placeOf, sentence) => {
    const de = join(temporaryFolder(), 'origem')
    await gasolina(['copiar', '--de', env['GASOLINA_STORAGE'] ?? '', '--para', de], { env })
    const para = placeOf(de)
    const before = filesIn(dirname(de))
    const wasThere = existsSync(para) && filesIn(para)
    const { code, stdout, stderr } = await gasolina(['copiar', '--de', de, '--para', para])
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(sentence)])
    expect(filesIn(dirname(de))).toEqual(before)
    expect(existsSync(para) && filesIn(para)).toEqual(wasThere)
  })

  it.each([
    ['s3://bucket/x', 's3://bucket/x/demonstracao/copia', /--para fica dentro de --de/],
    ['s3://bucket/demonstracao/copia', 's3://bucket', /--de fica dentro de --para/],
    ['postgres://um:a@maquina/banco', 'postgres://outro:b@maquina:5432/banco', /são o mesmo lugar/],
  ])('refuses to copy %s to %s, without asking either', async (de, para, sentence) => {
    const keys = {
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'b',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
    }
    const { code, stderr } = await gasolina(['copiar', '--de', de, '--para', para], { env: keys })
    expect([code, stderr]).toEqual([2, expect.stringMatching(sentence)])
  })

  it('removes what a copy that was killed left beside the files', async () => {
    const para = temporaryFolder()
    await copy(para)
    writeFileSync(join(para, 'demonstracao', 'vendas', '.um.tmp'), 'meio')
    await copy(para)
    expect(contentsOf(para)).toEqual(contentsOf(env['GASOLINA_STORAGE'] ?? ''))
  })

  it('names a damaged file, does not copy it and exits with 1', async () => {
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
