import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stationName } from '../../src/format/words/names.ts'
import { describe, expect, it } from 'vitest'
import type { Mudanca } from '../../src/domain/answers/mudancas.ts'
import { openKept } from '../../src/cli/terminal/kept-cursor.ts'
import type { RespostaPrecos } from '../../src/domain/answers/precos.ts'
import { startServer, worldToRead } from '../http/fixture.ts'
import { startNtfy } from '../ntfy-server.ts'
import { temporaryFolder } from '../store/folders.ts'
import { gasolina } from './run.ts'
import { storeToRead } from './stores.ts'

const env = storeToRead()
const vigiar = (line: string, terminal?: number) =>
  gasolina(['vigiar', ...line.split(' '), '--uma-vez'], { env, ...(terminal && { terminal }) })

describe('gasolina vigiar --uma-vez', () => {
  it('found: exits 0, one JSON object a line in a pipe, and says where to go on', async () => {
    const { code, stdout, stderr } = await vigiar('--combustivel etanol --municipio maceio --abaixo 4.8')
    const found = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Mudanca & { cursor: string })
    expect(code).toBe(0)
    expect(found.length).toBeGreaterThan(0)
    for (const { combustivel, codigoIBGE, para } of found) {
      expect([combustivel, codigoIBGE]).toEqual(['alcool', 2704302])
      expect(para).toBeLessThan(4.8)
    }
    expect(stderr).toContain('fictícios')
    expect(stderr).toContain(`Para continuar daqui: --desde ${found[0]?.cursor}`)
    const again = await vigiar(`--desde ${found[0]?.cursor}`)
    expect([again.code, again.stdout]).toEqual([1, ''])
  })

  it('is read by a person at a terminal', async () => {
    const { stdout } = await vigiar('--combustivel etanol --municipio maceio --abaixo 4.8', 100)
    expect(stdout).toMatch(
      /^\d\d\/\d\d\/\d{4} \d\d:\d\d {2}Álcool \(etanol\): R\$ 4,\d+ {2}Posto .*, .*, Maceió$/m,
    )
    const single = (await cheap()).map(({ confirmacao }) => confirmacao.nestePreco === 1)
    const lines = stdout.split('\n').filter((line) => line.includes('Álcool'))
    expect(single).toContain(true)
    expect(lines.map((line) => line.includes(' (só 1 venda)  Posto'))).toEqual(single)
  })

  it('not found: exits 1, and prints nothing', async () => {
    const { code, stdout } = await vigiar('--combustivel gnv --abaixo 1')
    expect([code, stdout]).toEqual([1, ''])
  })

  it('a refusal proposes the same look with the word that was meant', async () => {
    const { stderr } = await vigiar('--combustivel gnv --municipio pilar --tipo caiu')
    const meant = 'gasolina vigiar --combustivel gnv --municipio pilar --tipo desceu --uma-vez'
    expect(stderr).toContain(`Tente: ${meant}\n`)
    const secret = await vigiar(
      '--combustivel gnv --municipio pilar --tipo caiu --api http://eu:senha@127.0.0.1:9',
    )
    expect(secret.stderr).toContain(`Tente: ${meant}\n`)
  })

  it('says what is not known of the place and the fuel asked for', async () => {
    const { stderr } = await vigiar('--combustivel diesel --municipio recife --abaixo 1')
    expect(stderr).toMatch(/“recife” não é município de Alagoas/)
    expect(stderr).toMatch(/é também o que se entende por diesel, sem mais/)
  })

  it('watches around a place that is named', async () => {
    const named = await vigiar('--combustivel etanol --abaixo 5 --perto maceio --raio 3')
    expect(named.code).toBe(0)
    for (const line of named.stdout.trim().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ codigoIBGE: 2704302 })
  })

  it.each([
    ['--abaixo 5.79', '--abaixo só vale junto com --combustivel'],
    ['--desde ontem', 'desde'],
    ['--intervalo 0', 'intervalo'],
    ['--tipo mudou', 'tipo'],
  ])('%s is wrong usage: exits 2 and says what is right', async (line, what) => {
    const { code, stdout, stderr } = await vigiar(line)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(what)
  })

  it('a cursor that is gone: exits 1 and says how to begin again', async () => {
    const { code, stderr } = await vigiar('--desde 7-000000000000')
    expect(code).toBe(1)
    expect(stderr).toContain('Recomece com --desde inicio e os mesmos filtros: dá')
  })
})

const CHEAP = '--combustivel etanol --municipio maceio --abaixo 4.8'

/** The changes of that question, as a pipe gets them. */
const cheap = lazily(async () => {
  const { stdout } = await vigiar(CHEAP)
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Mudanca & { cursor: string })
})

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** A Node program that appends its arguments and its input to `$log`. */
function recorder(): { log: string; lines: () => string[]; words: string[] } {
  const log = join(temporaryFolder(), 'log')
  const code = `const { appendFileSync, readFileSync } = require('node:fs')
    appendFileSync(process.argv[1], process.argv.slice(2).join('|') + ' ' + readFileSync(0))`
  const lines = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [])
  return { log, lines, words: [process.execPath, '-e', code, log] }
}

const run = (...argv: string[]) =>
  gasolina(['vigiar', ...argv], { env: { ...env, PATH: process.env['PATH'] ?? '' } })
// Each watch of this process waits for Ctrl-C.
process.setMaxListeners(100)

describe('gasolina vigiar with a program', () => {
  it('hands each change to it as JSON on its input, one after the other, with its arguments as they are', async () => {
    const { lines, words } = recorder()
    const given = ['$(exit 9)', '; *', '--uma-vez']
    const { code, stdout } = await run(...CHEAP.split(' '), '--uma-vez', '--', ...words, ...given)
    expect([code, stdout]).toEqual([0, ''])
    const changes = await cheap()
    expect(changes.length).toBeGreaterThan(1)
    expect(lines()).toEqual(changes.map((change) => `${given.join('|')} ${JSON.stringify(change)}`))
  })

  it('of one word may follow --executar, and need not read', async () => {
    const { code } = await run(...CHEAP.split(' '), '--uma-vez', '--executar', 'true')
    expect(code).toBe(0)
  })

  it('that does not exist is told before anything is asked', async () => {
    for (const words of [
      ['--executar', 'nao-existe'],
      ['--', './nao-existe', 'segredo'],
    ]) {
      const { code, stderr } = await run('--combustivel', 'gnv', '--uma-vez', ...words)
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/^O programa '(\.\/)?nao-existe' não pôde ser iniciado \(ENOENT\)\.\n$/),
      ])
    }
  })
})

describe('gasolina vigiar --para', () => {
  it('publishes each change to an ntfy server: a title in words, the JSON as message', async () => {
    const ntfy = await startNtfy()
    const { code, stdout } = await run(...CHEAP.split(' '), '--uma-vez', '--para', `${ntfy.base}/precos`)
    const changes = await cheap()
    expect([code, stdout.trim().split('\n')]).toEqual([0, changes.map((change) => JSON.stringify(change))])
    expect(ntfy.messages.map(({ topic, message }) => [topic, JSON.parse(message)])).toEqual(
      changes.map((change) => ['precos', change]),
    )
    for (const [i, { title }] of ntfy.messages.entries())
      expect(title).toMatch(
        new RegExp(
          `^Demonstração: Álcool \\(etanol\\): R\\$ 4,\\d+(?: \\(só 1 venda\\))?, ${stationName({ nomeFantasia: changes[i]?.nomeFantasia ?? '' })}, .+, Maceió$`,
        ),
      )
  })

  it('as a template of the address writes the message, and with the token before the host', async () => {
    const ntfy = await startNtfy({ token: 'tk_segredo' })
    const address = `${ntfy.base.replace('//', '//:tk_segredo@')}/etanol?tpl=1&m={{.nomeFantasia}}:+R$+{{.para}}`
    const { code, stderr } = await run(...CHEAP.split(' '), '--uma-vez', '--para', address)
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('tk_segredo')])
    const changes = await cheap()
    expect(ntfy.messages.map(({ message }) => message)).toEqual(
      changes.map(({ nomeFantasia, para }) => `${nomeFantasia}: R$ ${para}`),
    )
  })

  it('--retomar keeps where it ended, in the middle of a publication too: nothing is told twice or lost', async () => {
    const ntfy = await startNtfy()
    const cursor = join(temporaryFolder(), 'cursor')
    const look = () =>
      run(...CHEAP.split(' '), '--uma-vez', '--retomar', cursor, '--para', `${ntfy.base}/precos`)
    ntfy.fault = (n, _, res) => n === 3 && Boolean(res.writeHead(403).end())
    expect((await look()).code).toBe(1)
    expect(ntfy.messages).toHaveLength(2)
    // As a program that was killed in the middle of a line.
    appendFileSync(cursor, 'alcool 0486')
    const changes = await cheap()
    expect((await look()).code).toBe(0)
    expect(ntfy.messages.map(({ message }) => JSON.parse(message))).toEqual(changes)
    expect(readFileSync(cursor, 'utf8')).toBe(`${changes[0]?.cursor}\n`)
    expect((await look()).code).toBe(1)
    expect(ntfy.messages).toHaveLength(changes.length)
  })

  it('--retomar leaves out what was told of the interrupted publication, but not an equal change of a later one', async () => {
    const path = join(temporaryFolder(), 'cursor')
    const [change] = await cheap()
    if (!change) throw new Error('no change')
    const interrupted = await openKept(path)
    await interrupted.finish('7-000000000000')
    await interrupted.markTold(change)
    const kept = await openKept(path)
    expect(kept.isTold(change)).toBe(true)
    await kept.finish('8-000000000000')
    expect(kept.isTold(change)).toBe(false)
  })

  it('--retomar begins anew, and says so, where its cursor is gone', async () => {
    const cursor = join(temporaryFolder(), 'cursor')
    writeFileSync(cursor, '7-000000000000\n')
    const { code, stderr, stdout } = await run(...CHEAP.split(' '), '--uma-vez', '--retomar', cursor)
    expect([code, stdout.trim().split('\n')]).toEqual([0, (await cheap()).map((one) => JSON.stringify(one))])
    expect(stderr).toContain('Parte das mudanças não é mais guardada: a vigia recomeça do estado de agora.')
  })

  it.each([
    [['--para', 'ftp://u:segredo@x/'], 'O endereço de --para não vale: use um endereço http:// ou https://.'],
    [['--para', 'http://127.0.0.1:1/', '--', 'true'], 'use só um de --para, --executar e -- PROGRAMA'],
    [['--executar', 'true', '--', 'true'], 'use só um de --para, --executar e -- PROGRAMA'],
    [['--retomar', import.meta.filename], 'não tem um cursor: apague-o, ou use outro em --retomar'],
    [['--retomar', import.meta.dirname], 'não se deixa ler (EISDIR)'],
  ])('%s is wrong usage', async (words, sentence) => {
    const { code, stderr } = await run('--uma-vez', ...words)
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)])
    expect(stderr).not.toContain('segredo')
  })
})

describe('the line that a page tells under "Avise-me"', () => {
  it.each([
    ['gasolina-comum/', 'combustivel=gasolina-comum'],
    ['alcool/maceio/', 'combustivel=alcool&municipio=maceio'],
    ['alcool/maceio/?bairro=ponta+verde', 'combustivel=alcool&municipio=maceio&bairro=ponta+verde'],
    ['alcool/maceio/?bairro=farol,+levada', 'combustivel=alcool&municipio=maceio&bairro=farol,levada'],
    // Understood as Farol, and no business of a shell.
    ["alcool/maceio/?bairro=farol'", 'combustivel=alcool&municipio=maceio&bairro=farol'],
    ['alcool/maceio/?bairro=farol+<b>', 'combustivel=alcool&municipio=maceio&bairro=farol'],
    ['posto/04382157000161/', 'cnpj=04382157000161&combustivel=gasolina-comum'],
    ['favoritos/?postos=04382157000161,09625361000135', 'cnpj=04382157000161,09625361000135'],
  ])('of %s runs in a shell as it is, and watches the stations of that page', async (path, question) => {
    const { base } = await startServer(await worldToRead())
    const page = await (await fetch(`${base}/gasolina/${path}`)).text()
    const [, told = ''] = /<code>(gasolina vigiar [^<]*)<\/code>/.exec(page) ?? []
    const line = told.replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>')
    const words = execFileSync('sh', ['-c', `gasolina() { printf '%s\\0' "$@"; }; ${line}`], {
      encoding: 'utf8',
    })
    const argv = words.split('\0').slice(0, -1)
    expect(argv.splice(-2)).toEqual(['--api', 'https://precos.example/base'])
    // All of them, not just those below the price.
    if (argv.includes('--abaixo')) argv.splice(argv.indexOf('--abaixo') + 1, 1, '9999')
    const { stdout } = await gasolina([...argv, '--api', base, '--desde', 'inicio', '--uma-vez'])
    const answer = await fetch(`${base}/gasolina/api/precos?${question}`)
    const shown = ((await answer.json()) as RespostaPrecos).conteudo
    const watched = stdout
      .trim()
      .split('\n')
      .map((row) => (JSON.parse(row) as Mudanca).cnpj)
    expect(new Set(watched)).toEqual(new Set(shown.map(({ estabelecimento }) => estabelecimento.cnpj)))
  })
})
