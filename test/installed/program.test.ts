import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { builtinModules } from 'node:module'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fillFolder } from '../demonstration.ts'
import { startServer, worldToRead } from '../http/fixture.ts'
import { ROOT, installedPackage, productionPackages } from './package.ts'
import { freePort } from '../free-port.ts'

const installed = installedPackage()

describe('the package', () => {
  it('holds the built program and what a reader of it needs, nothing else', () => {
    const unexpected = installed.files.filter(
      (path) =>
        !/^(package\.json|README(\.en)?\.md|CHANGELOG\.md|LICENSE|bin\/(code-cache|loader|run|whole)\.js|dist\/LICENCAS\.txt|dist\/oclif\.manifest\.json|dist\/cliente\.d\.ts)$/.test(
          path,
        ) && !/^dist\/(cliente\.js|(app|chunks|cli)\/.+\.cjs|assets\/[\w.-]+)$/.test(path),
    )
    expect(unexpected).toEqual([])
    expect(installed.size).toBeLessThan(1_100_000)
  })

  it('runs one script where it is installed, which fails where the program is missing', () => {
    const { scripts } = JSON.parse(
      readFileSync(join(installed.prefix, 'lib/node_modules/gasolina/package.json'), 'utf8'),
    ) as { scripts: Record<string, string> }
    for (const name of ['preinstall', 'postinstall', 'prepare']) expect(scripts).not.toHaveProperty(name)
    expect(scripts['install']).toBe('node bin/whole.js')
    const whole = join(installed.prefix, 'lib/node_modules/gasolina')
    expect(runScript(whole)).toEqual({ status: 0, stderr: '' })
    // A package that cannot be compiled is installed all the same.
    expect(runScript(whole, { TMPDIR: join(installed.home, 'nenhuma') })).toEqual({
      status: 0,
      stderr: expect.stringMatching(/^O programa foi instalado, .+ENOENT.+\n$/),
    })
    const half = join(installed.home, 'half')
    for (const path of ['package.json', 'bin'])
      cpSync(join(whole, path), join(half, path), { recursive: true })
    expect(runScript(half)).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^Este pacote veio sem o programa: .+\n$/),
    })
  })

  it('needs no other package', () => {
    const wanted = installed.files
      .filter((path) => /\.c?js$/.test(path))
      .flatMap((path) => importsOf(readFileSync(join(ROOT, path), 'utf8')))
    const foreign = new Set(wanted.filter((name) => !/^(\.|node:)/.test(name) && !isBuiltin(name)))
    // pg takes its own where somebody has installed it; the rest are texts of programs that ajv would write.
    const ofAjv = ['runtime/validation_error', 'runtime/uri', 'runtime/ucs2length', 'runtime/equal']
    const known = [...ofAjv.map((name) => `ajv/dist/${name}`), 'ajv-formats/dist/formats', 'pg-native']
    expect([...foreign].toSorted()).toEqual(known.toSorted())
    expect(productionPackages()).toEqual([])
  })

  it('passes on the licences of what is built into it', () => {
    const notices = readFileSync(join(ROOT, 'dist/LICENCAS.txt'), 'utf8')
    for (const name of ['h3', 'zod', 'papaparse', 'ofetch'])
      expect(notices).toMatch(new RegExp(`^${name} \\d.*\\(MIT\\)\\n\\n[^]*?Permission`, 'm'))
  })
})

describe.sequential('installed, for a user who may not write where the program is', () => {
  it('fills its empty store, tells how far it is, and answers from any folder; data goes to the user’s data folder, said at the first use', async () => {
    const folder = join(installed.home, '.local/share/gasolina')
    const first = await installed.run(['precos', '--limite', '1', '--csv'])
    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^cnpj,razaoSocial,[^\n]*,distanciaKm\r\n[^\n]+\r\n$/),
    })
    expect(first.stderr.split('\n').slice(0, 6)).toEqual([
      `Os dados ficarão em ${folder} (GASOLINA_STORAGE escolhe outra pasta).`,
      'Armazenamento vazio: coletando os dados de demonstração.',
      'Lendo as vendas anteriores…',
      'Coletando: 612 consultas…',
      'Publicando…',
      'Publicado; concluindo…',
    ])
    const commits = () => readdirSync(join(folder, 'demonstracao/commits'))
    const before = commits()
    expect(before).toHaveLength(1)
    const second = await installed.run(['precos', '--limite', '1'])
    expect(second).toMatchObject({ code: 0, stdout: expect.stringMatching(/►\s+R\$ \d/) })
    expect(second.stderr).not.toMatch(/ficarão|Coletando/)
    expect(commits()).toEqual(before)
    const stations = await installed.run(['dados', 'postos.csv'])
    expect(stations).toMatchObject({ code: 0, stdout: expect.stringMatching(/^cnpj,/) })
  })

  it('a folder named in GASOLINA_STORAGE is used, and not announced', async () => {
    const GASOLINA_STORAGE = join(installed.home, 'outra')
    await fillFolder(GASOLINA_STORAGE, { months: true })
    const { code, stdout, stderr } = await installed.run(['estatisticas'], { GASOLINA_STORAGE })
    expect([code, stdout]).toEqual([0, expect.stringContaining('16/04/2026')])
    expect(stderr).not.toContain('ficarão')
  })

  it.each([['precos'], ['servir']])(
    'a data folder that cannot be written ends %s with one sentence and 1',
    async (command) => {
      const { code, stdout, stderr } = await installed.run([command], { XDG_DATA_HOME: installed.prefix })
      expect([code, stdout]).toEqual([1, ''])
      const last = stderr.trim().split('\n').at(-1)
      expect(last).toMatch(/^Não foi possível gravar .*: falta permissão\. .*\/prefixo\/gasolina/)
      expect(stderr).not.toMatch(/^\s+at /m)
    },
  )

  it('serves', async () => {
    const PORT = String(await freePort())
    const child = installed.start(['servir'], { PORT, GASOLINA_COLETA: 'nao' })
    onTestFinished(() => void child.kill('SIGKILL'))
    await expect
      .poll(() =>
        fetch(`http://localhost:${PORT}/saude`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('serves an assistant', async () => {
    const client = new Client({ name: 'teste', version: '1' })
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(installed.prefix, 'bin/gasolina'), 'mcp'],
        env: { HOME: installed.home },
      }),
    )
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('precos')
    await client.close()
  })

  it('serves an assistant from another server, whose links it gives', async () => {
    const { base } = await startServer(await worldToRead())
    const client = new Client({ name: 'teste', version: '1' })
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(installed.prefix, 'bin/gasolina'), 'mcp', '--api', base],
        env: { HOME: installed.home },
      }),
    )
    const { content } = await client.callTool({ name: 'precos', arguments: { limite: 1 } })
    expect(JSON.stringify(content)).toContain(`"uri":"${base}/gasolina/dados/`)
    await client.close()
  })
})

/** As the minifier writes them. */
function importsOf(source: string): string[] {
  return [...source.matchAll(/(?:\bfrom|\bimport\(?|\brequire\()[`"']([\w@./:-]+)[`"']/g)].map(
    ([, name = '']) => name,
  )
}

function isBuiltin(name: string): boolean {
  return builtinModules.includes(name)
}

function runScript(folder: string, env: Record<string, string> = {}) {
  const options = { cwd: folder, encoding: 'utf8', env: { ...process.env, ...env } } as const
  const { status, stderr } = spawnSync(process.execPath, ['bin/whole.js'], options)
  return { status, stderr }
}
