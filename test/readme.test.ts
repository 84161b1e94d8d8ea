import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Tokens } from 'marked'
import { marked } from 'marked'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { combustiveis } from '../src/domain/fuels.ts'
import type { NomeDeParametro } from '../src/domain/parameters.ts'
import { consultas, parametros } from '../src/domain/parameters.ts'
import { rotas } from '../src/domain/routes.ts'
import { gasolina } from './cli/run.ts'
import { demonstrationStore } from './cli/stores.ts'
import type { World } from './http/fixture.ts'
import { createWorld } from './http/fixture.ts'

const README = new URL('../README.md', import.meta.url)
const REWRITE = Boolean(process.env['README_ATUALIZAR'])
const NOW = Date.parse('2026-04-16T15:50:20Z')

let readme = readFileSync(README, 'utf8')
const env = demonstrationStore(NOW)
let world: World

beforeAll(async () => {
  world = await createWorld({
    history: true,
    urlBase: 'http://localhost:3000',
    site: 'http://localhost:3000/gasolina/',
  })
})

afterAll(() => {
  if (REWRITE) writeFileSync(README, readme)
})

describe('what the README shows', () => {
  const shown = [...readme.matchAll(/```console\n\$ (.+)\n([^]*?)```/g)].map(
    ([block, command = '', output = '']) => ({
      block,
      command,
      output,
    }),
  )

  it('is enough to learn from', () => expect(shown.length).toBeGreaterThan(5))

  it.each(shown)('$ $command', async ({ block, command }) => {
    const wanted = `\`\`\`console\n$ ${command}\n${await run(command)}\`\`\``
    if (REWRITE) readme = readme.replace(block, () => wanted)
    expect(readme).toContain(wanted)
  })
})

describe('the tables of the README', () => {
  const tables: [name: string, header: string[], rows: string[][]][] = [
    ['rotas', ['rota', 'responde'], rotas.map(({ caminho, frase }) => [`\`GET ${caminho}\``, frase])],
    [
      'parametros',
      ['parâmetro', 'o que é', 'aceita', 'onde'],
      (Object.keys(parametros) as NomeDeParametro[]).map(parameterRow),
    ],
    [
      'combustiveis',
      ['slug', 'nome', 'também se diz, no terminal e aos assistentes'],
      combustiveis.map((c) => [`\`${c.slug}\``, c.nome, [c.codigoOrigem, ...c.apelidos].join(', ')]),
    ],
  ]

  it.each(tables)('%s say what the program does, and are read as tables', (name, header, rows) => {
    const between = new RegExp(`(<!-- ${name} -->\\n)([^]*?)(<!-- /${name} -->)`)
    const lines = [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`)
    const wanted = `\n${lines.join('')}\n`
    if (REWRITE) readme = readme.replace(between, (_, start: string, __, end: string) => start + wanted + end)
    expect(between.exec(readme)?.[2]).toBe(wanted)
    expect(tableRows()).toContain(rows.length)
  })

  it('are all read as tables: none of their lines is text to a reader of Markdown', () => {
    expect(tableRows().length).toBeGreaterThan(5)
    const loose = marked
      .lexer(readme, { gfm: true })
      .filter((token) => token.type === 'paragraph' && token.raw.startsWith('|'))
    expect(loose.map(({ raw }) => raw.slice(0, 80))).toEqual([])
  })

  it('name only tests and scripts that are there', () => {
    const paths = [...readme.matchAll(/`((?:test|bench)\/[\w./-]+)/g)].map(([, path = '']) => path)
    const missing = paths.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))
    expect(paths.length).toBeGreaterThan(20)
    expect(missing).toEqual([])
  })

  it('names every variable that is read, and no other', () => {
    const asked = new Set<string>()
    const spy = new Proxy<Record<string, string | undefined>>(
      {},
      { get: (_, name) => void asked.add(String(name)) },
    )
    readConfig(spy)
    const table = readme.slice(readme.indexOf('| variável |'), readme.indexOf('Para servir ao público'))
    const told = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(
      ([, names = '']) => names.match(/\w+/g) ?? [],
    )
    expect(told.toSorted()).toEqual([...asked].toSorted())
  })
})

/** How many rows each table has, as a reader of GitHub's Markdown counts them. */
function tableRows(): number[] {
  return marked
    .lexer(readme, { gfm: true })
    .flatMap((token) => (token.type === 'table' ? [(token as Tokens.Table).rows.length] : []))
}

async function run(command: string): Promise<string> {
  const url = /^curl '([^']+)'$/.exec(command)?.[1]
  if (url) {
    const answer = await world.http.router.request(url.replace('http://localhost:3000', ''))
    return `${JSON.stringify(await answer.json(), null, 2)}\n`
  }
  const argv = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
  const { stdout, stderr } = await gasolina(argv.slice(1), { env: { ...env, COLUMNS: '100' }, now: NOW })
  return stderr + stdout
}

function parameterRow(name: NomeDeParametro): string[] {
  const { descricao, aceita } = parametros[name]
  const used = Object.entries(consultas)
    .filter(([, { parametros: names }]) => (names as readonly NomeDeParametro[]).includes(name))
    .map(([consulta, { padroes }]) => {
      const padrao = (padroes as Partial<Record<NomeDeParametro, unknown>>)[name]
      return padrao === undefined ? consulta : `${consulta} (padrão ${String(padrao)})`
    })
  return [`\`${name}\``, descricao, aceita, used.join(', ')]
}
