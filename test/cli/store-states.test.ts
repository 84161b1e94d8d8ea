import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile, readdir, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AGORA } from '../demonstration.ts'
import { gasolina } from './run.ts'
import { demonstrationStore, storeToRead } from './stores.ts'
import { temporaryFolder } from '../store/folders.ts'

const REAL = { GASOLINA_FONTE: 'sefaz', SEFAZ_APP_TOKEN: 'segredo', SEFAZ_URL: 'http://127.0.0.1:9/public' }

describe('an empty store', () => {
  it.each([
    [['precos']],
    [['posto', 'central']],
    [['historico', '64149172000153']],
    [['estatisticas']],
    [['dados']],
    [['dados', 'gnv.csv']],
  ])('of real sales is told, naming what fills it: %j', async (argv) => {
    const env = { ...REAL, GASOLINA_STORAGE: temporaryFolder() }
    expect(await gasolina(argv, { env })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Ainda não há dados nesta máquina: rode gasolina atualizar, que os coleta.\n',
    })
  })

  it('of real sales still has a status', async () => {
    const env = { ...REAL, GASOLINA_STORAGE: temporaryFolder() }
    const { code, stdout } = await gasolina(['situacao'], { env })
    expect(code).toBe(1)
    expect(stdout).toContain('Ainda não há dados: rode gasolina atualizar.')
  })
})

describe('a store whose commits are all damaged', () => {
  const env = demonstrationStore({ history: false })

  it('is an error, never an empty store', async () => {
    const commits = join(env['GASOLINA_STORAGE'] ?? '', 'demonstracao', 'commits')
    for (const file of await readdir(commits)) await truncate(join(commits, file), 100)

    for (const argv of [['precos'], ['dados'], ['posto', 'central', '--json']]) {
      const { code, stderr } = await gasolina(argv, { env })
      expect(code).toBe(1)
      expect(stderr).toMatch(/^Nenhum commit do armazenamento está íntegro \(há 1\)/)
    }
    const { code, stdout } = await gasolina(['situacao', '--json'], { env })
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ commit: null })
  })
})

describe('a place that is no folder', () => {
  it.each([
    ['', 'não é uma pasta'],
    ['abaixo/dele', 'passa por um arquivo'],
  ])('is refused as a wrong value, with what is accepted: a file, and %j', async (below, why) => {
    const file = join(temporaryFolder(), 'arquivo')
    await writeFile(file, '')
    const GASOLINA_STORAGE = join(file, below)
    const { code, stdout, stderr } = await gasolina(['precos', '--json'], { env: { GASOLINA_STORAGE } })
    expect(code).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ codigo: 'configuracao_invalida' })
    expect(stderr).toBe(
      `GASOLINA_STORAGE aponta para '${GASOLINA_STORAGE}', que ${why}: use o caminho de uma pasta, postgres://… ou s3://bucket/prefixo.\n`,
    )
  })
})

describe('atualizar', () => {
  const env = demonstrationStore({ history: false })

  it('adds to what is there, and says what it published, phase by phase', async () => {
    const { code, stdout, stderr } = await gasolina(['atualizar'], { env, now: AGORA + 3_600_000 })
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^Commit 2 publicado em [\d,]+ s: [\d.]+ registros da fonte de demonstração, [\d.]+ vendas novas\.\n$/,
    )
    expect(stderr).toBe('Coletando: 612 consultas…\nPublicando…\nPublicado; concluindo…\n')
  })

  it('draws a bar on a terminal and clears it', async () => {
    const { stdout, stderr } = await gasolina(['atualizar'], { env, now: AGORA + 7_200_000, terminal: 80 })
    expect(stdout).toMatch(/^Commit 3 publicado /)
    expect(stderr).toMatch(/Coletando █+░+ \d+ % \(\d+ de \d+\)/)
    expect(stderr.endsWith('\r\u001B[K')).toBe(true)
  })

  it('ends with 1 and one sentence when nothing valid came, in JSON too', async () => {
    const firewall = createServer((_, res) => res.writeHead(403).end('<html>')).listen(0, '127.0.0.1')
    await once(firewall, 'listening')
    const SEFAZ_URL = `http://127.0.0.1:${(firewall.address() as AddressInfo).port}/public`
    const real = { ...REAL, SEFAZ_URL, GASOLINA_STORAGE: temporaryFolder() }
    const { code, stdout, stderr } = await gasolina(['atualizar', '--json'], { env: real })
    firewall.close()
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ codigo: 'fonte_falhou' })
    const sentences = stderr.split('\n').filter((line) => line && !line.endsWith('…'))
    expect(sentences).toHaveLength(1)
    expect(sentences[0]).toMatch(/^Nada foi publicado: /)
    expect(stderr + stdout).not.toContain('segredo')
  })
})

describe('dados', () => {
  const env = storeToRead()

  it.each(['gnv.csv', 'todos.csv'])(
    'writes the bytes of %s as HTTP serves them, to stdout or a file',
    async (name) => {
      const folder = temporaryFolder()
      const { stdout } = await gasolina(['dados', name], { env })
      const listed = JSON.parse((await gasolina(['dados', '--json'], { env })).stdout)
      const entry = listed.arquivos.find((a: { nome: string }) => a.nome === `demonstracao-${name}`)
      expect(createHash('sha256').update(stdout).digest('hex')).toBe(entry.sha256)

      const target = join(folder, name)
      const saved = await gasolina(['dados', name, '--saida', target], { env })
      expect(saved.stdout).toBe('')
      expect(saved.stderr).toContain(`Gravado em ${target}.\n`)
      expect(await readFile(target, 'utf8')).toBe(stdout)
      expect((await gasolina(['dados', name, '--saida', '-'], { env })).stdout).toBe(stdout)
    },
  )

  it('writes a file of the past as HTTP serves it, and of one that is not there says which are', async () => {
    const folder = temporaryFolder()
    const { historico } = JSON.parse((await gasolina(['dados', '--json'], { env })).stdout)
    for (const { nome, sha256 } of historico) {
      const target = join(folder, nome)
      const saved = await gasolina(['dados', nome, '--saida', target], { env })
      expect(saved.stderr).toContain(`Gravado em ${target}.\n`)
      expect(
        createHash('sha256')
          .update(await readFile(target))
          .digest('hex'),
      ).toBe(sha256)
    }
    expect(historico.length).toBeGreaterThan(2)

    const gone = await gasolina(['dados', 'vendas-2019-01.parquet'], { env })
    expect(gone.code).toBe(1)
    expect(gone.stderr).toMatch(/^O arquivo 'vendas-2019-01.parquet' não existe\. Há: vendas-2026-\d\d/)
  })

  it('keeps a file under its own name in a folder that is there', async () => {
    const folder = temporaryFolder()
    await gasolina(['dados', 'demonstracao-gnv.json', '--saida', folder], { env })
    expect(await readdir(folder)).toContain('demonstracao-gnv.json')

    const nowhere = await gasolina(['dados', 'gnv.csv', '--saida', join(folder, 'nada', 'x.csv')], { env })
    expect(nowhere.code).toBe(1)
    expect(nowhere.stderr).toContain('(ENOENT)')
  })

  it.each([
    ['dados gnv.csv', /^\uFEFFcnpj;razaoSocial;/],
    ['dados --csv', /^\uFEFFcombustivel;nome;/],
    ['historico --municipio maceio --csv', /^\uFEFFlugar;combustivel;/],
    ['historico posto --csv', /^\uFEFFcnpj;razaoSocial;/],
  ])('%s speaks the Brazilian Excel when asked', async (line, beginning) => {
    const { stdout } = await gasolina([...line.split(' '), '--dialeto', 'excel'], { env })
    expect(stdout).toMatch(beginning)
  })
})

describe('a place that cannot be written to', () => {
  // The superuser may write anywhere; what a folder's owner is refused shows in the same way.
  it('is named, whole', async () => {
    const GASOLINA_STORAGE = '/proc/dados'
    const { code, stderr } = await gasolina(['atualizar'], { env: { GASOLINA_STORAGE } })
    expect(code).toBe(1)
    expect(stderr).toMatch(/no armazenamento \(GASOLINA_STORAGE\): .*\. Caminho: \/proc\/dados/)
  })
})
