import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type Tokens, marked } from 'marked'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { combustiveis } from '../src/domain/facts/fuels.ts'
import { municipios } from '../src/domain/alagoas/municipalities.ts'
import {
  type NomeDeConsulta,
  type NomeDeParametro,
  consultas,
  defaultOf,
  parametroDe,
  parametros,
} from '../src/domain/questions/parameters.ts'
import { rotas } from '../src/domain/questions/routes.ts'
import {
  ATE_POUCAS_VENDAS,
  JANELA,
  NA_JANELA,
  PERTO,
  POUCAS_VENDAS,
  REGRA_DOS_SUSPEITOS,
  written,
  ABSURD_PERCENT,
  CONFIRMING_SALES,
  MINUTE_OF_HOUR,
  USUAL_HOURS,
  USUAL_MOST_SALES,
  WINDOW_HOURS,
} from '../src/domain/facts/rules.ts'
import { HOUR } from '../src/domain/basics/time.ts'
import { howOften } from '../src/format/words/source-words.ts'
import { failures } from '../src/errors.ts'
import { gasolina } from './cli/run.ts'
import { storeToRead } from './cli/stores.ts'
import { type World, createWorld } from './http/fixture.ts'
import { asPeopleAsk } from './questions.ts'

const ROOT = new URL('..', import.meta.url)
const REWRITE = Boolean(process.env['DOCUMENTOS_ATUALIZAR'])

const documents = [
  'README.md',
  'README.en.md',
  'CONTRIBUTING.md',
  'AGENTS.md',
  'bench/reliability.md',
  ...inFolder('docs'),
].map((name) => ({
  name,
  text: readFileSync(new URL(name, ROOT), 'utf8'),
}))
const [readme] = documents
const env = Object.assign(storeToRead(), { COLUMNS: '100' })
let world: World

beforeAll(async () => {
  world = await createWorld({
    history: true,
    months: true,
    urlBase: 'http://localhost:3000',
    site: 'http://localhost:3000/gasolina/',
  })
})

afterAll(() => {
  if (REWRITE) for (const { name, text } of documents) writeFileSync(new URL(name, ROOT), text)
})

it('every failure that clients are told of stands in the table of the API, with its status', () => {
  const { text = '' } = documents.find(({ name }) => name === 'docs/api.md') ?? {}
  const rows = [...text.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| ([\d, ]+) \|/gm)].flatMap(
    ([, codes = '', statuses = '']) => {
      const [first = '', ...others] = statuses.split(', ')
      return codes
        .replaceAll('`', '')
        .split(', ')
        .map((code, i) => [code, Number(i === 0 ? first : (others[i - 1] ?? first))])
    },
  )
  const told = Object.entries({ ...failures, erro_interno: { ...failures.erro_interno, isForClients: true } })
  expect(Object.fromEntries(rows)).toEqual(
    Object.fromEntries(
      told.filter(([, { isForClients }]) => isForClients).map(([code, { status }]) => [code, status]),
    ),
  )
})

describe('what the documents show', () => {
  const shown = documents.flatMap((document) =>
    [...document.text.matchAll(/```console\n\$ (.+)\n([^]*?)```/g)].map(([block, command = '']) => ({
      document,
      block,
      command,
    })),
  )

  it('is enough to learn from', () => expect(shown.length).toBeGreaterThan(5))

  it.each(shown)('$document.name: $command', async ({ document, block, command }) => {
    const wanted = `\`\`\`console\n$ ${command}\n${await run(command)}\`\`\``
    if (REWRITE) document.text = document.text.replace(block, () => wanted)
    expect(document.text).toContain(wanted)
  })
})

describe('the numbers of the rules in the documents', () => {
  it.each([
    ['README.md', REGRA_DOS_SUSPEITOS],
    ['README.md', `cada posto ${NA_JANELA}, nos ${municipios.length} municípios`],
    ['README.md', `ficar ${JANELA} mais velha`],
    ['README.md', `${howOften(HOUR)} logo depois do minuto ${MINUTE_OF_HOUR}`],
    ['skills/gasolina/SKILL.md', `só ${POUCAS_VENDAS} o sustentam`],
    ['docs/api.md', `sustentam o preço, a até ${PERTO} dele`],
    [
      'docs/api.md',
      `até ${written(USUAL_MOST_SALES)} vendas do posto antes da mais nova, nas ${USUAL_HOURS} horas antes dela`,
    ],
    ['docs/api.md', `mais de ${PERTO} abaixo dele e só ${ATE_POUCAS_VENDAS} o sustentam`],
    ['docs/mudancas.md', `sem venda há ${WINDOW_HOURS} horas`],
    ['docs/mudar.md', `(${ABSURD_PERCENT} %, ${written(CONFIRMING_SALES)} vendas, ${JANELA})`],
    ['docs/operar.md', `ainda mostra (${JANELA})`],
  ])('%s: %s', (name, sentence) => {
    const text = readFileSync(new URL(name, ROOT), 'utf8')
    expect(text.replaceAll(/\s+/g, ' ')).toContain(sentence)
  })
})

describe('the tables of the documents', () => {
  const tables: [name: string, header: string[], rows: string[][]][] = [
    ['rotas', ['rota', 'responde'], rotas.map(({ caminho, frase }) => [`\`GET ${caminho}\``, frase])],
    [
      'parametros',
      ['parâmetro', 'o que é', 'aceita', 'onde'],
      (Object.keys(parametros) as NomeDeParametro[]).flatMap(parameterRows),
    ],
    [
      'combustiveis',
      ['slug', 'nome', 'também se diz'],
      combustiveis.map((c) => [`\`${c.slug}\``, c.nome, [c.codigoOrigem, ...c.apelidos].join(', ')]),
    ],
    [
      'perguntas',
      ['pergunta', 'na API', 'no terminal'],
      asPeopleAsk.map(({ pergunta, http, cli }) => [
        pergunta,
        `\`${asExample(http)}\``,
        `\`gasolina ${asExample(cli).replace(/\S+;\S+/, '"$&"')}\``,
      ]),
    ],
  ]

  it.each(tables)('%s say what the program does, and are read as tables', (name, header, rows) => {
    const between = new RegExp(`(<!-- ${name} -->\\n)([^]*?)(<!-- /${name} -->)`)
    const lines = [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`)
    const wanted = `\n${lines.join('')}\n`
    const document = documents.find(({ text }) => text.includes(`<!-- ${name} -->`))
    if (!document) throw new Error(`no document has the table ${name}`)
    if (REWRITE)
      document.text = document.text.replace(
        between,
        (_, start: string, __, end: string) => start + wanted + end,
      )
    expect(between.exec(document.text)?.[2]).toBe(wanted)
    expect(tableRows(document.text)).toContain(rows.length)
  })

  it.each(documents)(
    'of $name are all read as tables: no line is text to a reader of Markdown',
    ({ text }) => {
      const loose = marked
        .lexer(text, { gfm: true })
        .filter((token) => token.type === 'paragraph' && token.raw.startsWith('|'))
      expect(loose.map(({ raw }) => raw.slice(0, 80))).toEqual([])
    },
  )

  it.each(documents)('and texts of $name name only files that are there', ({ name, text }) => {
    const named = [...text.matchAll(/`((?:src|test|bench|docs|bin)\/[\w./-]+)/g)].map(([, path = '']) => path)
    const linked = [...text.matchAll(/\]\((?!https?:)([\w./-]+)/g)].map(
      ([, path = '']) => new URL(path, new URL(name, ROOT)),
    )
    const missing = [...named.map((path) => new URL(path, ROOT)), ...linked].filter((url) => !existsSync(url))
    expect(missing.map(({ pathname }) => pathname)).toEqual([])
  })

  it('are short where a newcomer begins', () => expect(readme?.text.split('\n').length).toBeLessThan(300))

  it('names every variable that is read, and no other', () => {
    const asked = new Set<string>()
    const spy = new Proxy<Record<string, string | undefined>>(
      {},
      { get: (_, name) => void asked.add(String(name)) },
    )
    readConfig(spy)
    const text = readme?.text ?? ''
    const table = text.slice(text.indexOf('| variável |'), text.indexOf('Para servir ao público'))
    const told = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(
      ([, names = '']) => names.match(/\w+/g) ?? [],
    )
    expect(told.toSorted()).toEqual([...asked].toSorted())
  })
})

/** A question with words in place of what the tests fill in. */
function asExample(text: string): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())
}

/** How many rows each table has, as a reader of GitHub's Markdown counts them. */
function tableRows(text: string): number[] {
  return marked
    .lexer(text, { gfm: true })
    .flatMap((token) => (token.type === 'table' ? [(token as Tokens.Table).rows.length] : []))
}

function inFolder(folder: string): string[] {
  return readdirSync(new URL(folder, ROOT))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
}

async function run(command: string): Promise<string> {
  const url = /^curl '([^']+)'$/.exec(command)?.[1]
  if (url) {
    const answer = await world.http.router.request(url.replace('http://localhost:3000', ''))
    return `${JSON.stringify(await answer.json(), null, 2)}\n`
  }
  const argv = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
  const { stdout, stderr } = await gasolina(argv.slice(1), { env })
  return stderr + stdout
}

/** One row for each thing that a name means somewhere. */
function parameterRows(name: NomeDeParametro): string[][] {
  const places = new Map<string, string[]>()
  for (const consulta of Object.keys(consultas) as NomeDeConsulta[]) {
    const names: readonly NomeDeParametro[] = consultas[consulta].parametros
    if (!names.includes(name)) continue
    const { descricao, aceita } = parametroDe(consulta, name)
    const padrao = defaultOf(consulta, name)
    const meaning = [descricao, aceita].join(' | ')
    const place = padrao === undefined ? consulta : `${consulta} (padrão ${String(padrao)})`
    places.set(meaning, [...(places.get(meaning) ?? []), place])
  }
  return [...places].map(([meaning, where]) => [`\`${name}\``, meaning, where.join(', ')])
}
