import { asyncProperty, assert, constantFrom, nat, oneof, property, string, tuple } from 'fast-check'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { inspect, isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createServing } from '../../src/app/wire-server.ts'
import { type Config, describeVariables, readConfig } from '../../src/config.ts'
import { makeMonthlyFiles } from '../../src/collect/months/make-monthly-files.ts'
import type { NomeDaFonte } from '../../src/domain/state/commit-state.ts'
import { instante } from '../../src/domain/basics/time.ts'
import { rotas } from '../../src/domain/questions/routes.ts'
import { GasolinaError } from '../../src/errors.ts'
import { connectStore, createStore } from '../../src/store/store.ts'
import { anyCharacter } from '../any-character.ts'
import { type RawAnswer, rawRequest } from '../http/raw.ts'
import { type Files, memory } from '../memory.ts'
import { temporaryFolder } from '../store/folders.ts'
import { sampleCnpj, sampleDraft } from '../store/samples.ts'
import { listenOn } from '../listening.ts'

const NOW = Date.parse('2026-04-16T15:50:20Z')
/** Those that are of use only beside another one. */
const BESIDE = {
  GASOLINA_MAPA: 'https://mapas.example/{z}/{x}/{y}.png',
  GASOLINA_MAPA_CREDITO: 'Mapas',
  AWS_ACCESS_KEY_ID: 'AKID',
  AWS_SECRET_ACCESS_KEY: 'segredo',
  GASOLINA_COLETA: 'nao',
}
const EXAMPLES = [
  'https://ex.example/a',
  'http://localhost:8080',
  BESIDE.GASOLINA_MAPA,
  'postgres://eu:senha@maquina/banco',
  's3://bucket/prefixo',
  './dados',
  '10.0.0.0/8',
  'a@ex.example',
  'localhost',
  '3000',
  'sim',
]
const HOSTILE = [
  ...'\r\n\t\0\u0085\u2028\u007F\uFFFD日é€😀\u202E\u200Bİ"\'&;,|^` *?#%\\@[)$',
  '\uD800',
  '\r\nset-cookie: a=b',
  '<script>',
  '%0d%0a',
  '%00',
  ':0',
  ':99999',
  '/..',
  '//',
  '{z}',
  'x'.repeat(300),
  'x'.repeat(20_000),
  '日'.repeat(400),
  '__proto__',
  '1e3',
]

const piece = oneof(
  { weight: 3, arbitrary: constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: string({ unit: anyCharacter, maxLength: 12 }) },
)
/** A text that would do, with something in it that does not; or that alone. */
const texts = oneof(
  { weight: 4, arbitrary: tuple(constantFrom(...EXAMPLES), piece, nat()).map(spliced) },
  { weight: 1, arbitrary: piece },
)

function spliced([example, piece, at]: [string, string, number]): string {
  const where = at % 3 === 0 ? example.length : at % (example.length + 1)
  return example.slice(0, where) + piece + example.slice(where)
}

const PAGES = [
  '',
  'gasolina-comum/',
  'gasolina-comum/maceio/',
  's10/maceio',
  `posto/${sampleCnpj(1)}/`,
  'mapa/',
  'perto/',
  'sobre/',
  'desenvolvedores/',
  'desenvolvedores/precos/',
  'manifest.webmanifest',
  'dados',
  'dados/etanol.csv',
  'api/nada',
  'nada/',
]
const ADDRESSES = [
  ...rotas.map(({ caminho }) =>
    caminho
      .replace('{slug}', 'gasolina-comum')
      .replace('{cnpj}', sampleCnpj(1))
      .replace('{cursor}', '1-000000000000')
      .replace('{mes}', '2026-04'),
  ),
  ...PAGES.map((page) => `/gasolina/${page}`),
  '/',
  '/gasolina',
  '/nada',
  '/robots.txt',
  '/llms.txt',
  '/sitemap.xml',
]

/** Texts of each variable that are served. */
const SERVED = 3
const accepted: Config[] = []

describe('any text in a variable', () => {
  it.each(describeVariables().map(({ nome }) => nome))(
    '%s: refused at start in a sentence that names it, or accepted',
    (nome) => {
      let served = 0
      assert(
        property(texts, (text) => {
          const { config, faults } = configured(nome, text)
          if (config && served++ < SERVED) accepted.push(config)
          expect(faults).toEqual([])
        }),
        { numRuns: 50 },
      )
    },
  )

  it('once accepted: every route answers with valid headers', async () => {
    expect(accepted.length).toBeGreaterThan(SERVED)
    for (const config of together(accepted)) expect(await faultsServing(config)).toEqual([])
  })

  it.each([
    ['GASOLINA_URL_BASE', 'https://ex.example/日本', 'https://ex.example/%E6%97%A5%E6%9C%AC'],
    ['GASOLINA_URL_BASE', 'https://日本.example/', 'https://xn--wgv71a.example'],
    ['GASOLINA_SITE', "https://ex.example/d'água", 'https://ex.example/d%27%C3%A1gua'],
    ['GASOLINA_SITE', 'https://ex.example', 'https://ex.example'],
    ['GASOLINA_SITE', 'https://ex.example/', 'https://ex.example/'],
  ] as const)('%s=%s goes out as %s', async (nome, text, shown) => {
    const config = readConfig({ ...BESIDE, [nome]: text })
    expect(config[nome === 'GASOLINA_SITE' ? 'site' : 'urlBase']).toBe(shown)
    expect(await faultsServing(config)).toEqual([])
  })

  it.each([
    [
      'GASOLINA_URL_BASE',
      'https://ex.example\r',
      /'https:\/\/ex\.example\uFFFD' .*CR, o fim de linha do Windows; use um/,
    ],
    ['GASOLINA_STORAGE', './dados\r', /CR, o fim de linha do Windows; use o caminho de uma pasta/],
    ['GASOLINA_STORAGE', './dados\uFFFD', /bytes que não são UTF-8/],
    ['GASOLINA_MAPA_CREDITO', 'a\nb', /caractere de controle \(U\+000A\)/],
    ['GASOLINA_URL_BASE', 'http://localhost:0', /use um endereço http/],
    ['GASOLINA_URL_BASE', 'https://ex.example/?', /use um endereço http/],
    ['GASOLINA_URL_BASE', `https://ex.example/${'a'.repeat(500)}`, /até 500 caracteres/],
    ['GASOLINA_MAPA', 'https://*/{z}/{x}/{y}.png', /use um endereço http/],
    ['GASOLINA_MAPA', 'https://{z}.ex.example/{x}/{y}.png', /use um endereço http/],
    ['GASOLINA_STORAGE', 'postgres://eu:segredo@maquina:0/banco', /não é um endereço completo de PostgreSQL/],
    [
      'GASOLINA_STORAGE',
      'postgres://eu:segredo@maquina/banco%00x',
      /não é um endereço completo de PostgreSQL/,
    ],
    ['GASOLINA_STORAGE', 'x'.repeat(1001), /até 1000 letras/],
    ['GASOLINA_CONTATO', 'http://ex.example', /use um e-mail, mailto:e-mail ou um endereço https/],
    ['GASOLINA_CONTATO', 'javascript:alert(1)@ex.example', /use um e-mail/],
    ['PORT', '0', /use um inteiro de 1 a 65535/],
    ['PORT', "'3000'", /tem aspas em volta, que o --env-file .*; use um inteiro de 1 a 65535/],
    ['GASOLINA_METRICAS', '3000', /^PORT e GASOLINA_METRICAS são a mesma porta, 3000: escolha/],
    ['SEFAZ_APP_TOKEN', "'segredo'", /^SEFAZ_APP_TOKEN não vale: tem aspas em volta, que o --env-file/],
    ['AWS_SECRET_ACCESS_KEY', '"segredo\n"', /^AWS_SECRET_ACCESS_KEY não vale: tem um caractere de controle/],
    ['AWS_SESSION_TOKEN', 'segredo 日本', /^AWS_SESSION_TOKEN não vale/],
    ['PGPASSWORD', 'segredo\r', /^PGPASSWORD não vale: tem um CR/],
  ])('%s=%j is refused', (nome, text, sentence) => {
    const read = () => readConfig({ ...BESIDE, [nome]: text })
    expect(read).toThrow(sentence)
    expect(read).toThrow(nome)
    expect(read).not.toThrow('segredo')
  })

  it('a folder gets its store, or is refused in a sentence', async () => {
    const root = temporaryFolder()
    await assert(
      asyncProperty(texts, async (text) => {
        const storage = configured('GASOLINA_STORAGE', text).config?.storage
        if (storage?.kind !== 'folder') return
        const folder = join(root, storage.folder.replaceAll('..', '__'))
        const probed = connectStore({ kind: 'folder', folder }, 'demonstracao').then((store) => store.probe())
        const refusal = await probed.catch(sentenceOf)
        expect(refusal ?? 'GASOLINA_STORAGE').toContain('GASOLINA_STORAGE')
      }),
      { numRuns: 30 },
    )
  })
})

/** The configuration; where it is refused, what is wrong with the sentence. */
function configured(nome: string, text: string): { config?: Config; faults: string[] } {
  try {
    return { config: readConfig({ ...BESIDE, [nome]: text }), faults: [] }
  } catch (error) {
    const sentence = sentenceOf(error)
    const isGood = sentence.includes(nome) && /^[^\p{C}\p{Zl}\p{Zp}]{1,600}$/u.test(sentence)
    const isRefusal = error instanceof GasolinaError && error.codigo === 'configuracao_invalida'
    return { faults: isGood && isRefusal ? [] : [sentence] }
  }
}

/** Of an error that was expected. */
function sentenceOf(error: unknown): string {
  return error instanceof GasolinaError ? error.message : inspect(error)
}

/** What no answer is made of. */
const UNSEEN = new Set(['storage', 'sefaz', 'engines', 'host', 'avisosAoServir', 'metricas'])

/** As few configurations as have all that is unusual in these: a server and its answers take a tenth of a second. */
function together(configs: readonly Config[]): Config[] {
  const usual: Record<string, unknown> = readConfig(BESIDE)
  const servers: Record<string, unknown>[] = []
  for (const config of configs) {
    const unusual = Object.entries(config).filter(
      ([name, value]) => !UNSEEN.has(name) && !isDeepStrictEqual(value, usual[name]),
    )
    const withRoom = servers.find((server) => unusual.every(([name]) => !(name in server)))
    const server = withRoom ?? {}
    if (!withRoom) servers.push(server)
    Object.assign(server, Object.fromEntries(unusual))
  }
  return servers.map((server) => Object.assign(readConfig(BESIDE), server))
}

/** What a server of that configuration answers amiss. No store, source or port that it names is opened. */
async function faultsServing(config: Config): Promise<string[]> {
  const store = createStore(memory(await collected(config.fonte)), config.fonte, () => NOW)
  let told = ''
  const stderr = { write: (text: string | Uint8Array) => void (told += String(text)) }
  const world = { clock: () => NOW, stderr }
  const serving = await createServing(world, { ...config, metricas: undefined }, store, {
    run: async () => ({ kind: 'done', avisos: [] }),
    takeRegistry: async () => {},
  })
  const server = createServer()
  const { port } = await listenOn(server)
  const { stop } = serving.start(server)
  const requests = [...ADDRESSES.map((path) => ({ path })), TOOL]
  const answers = await Promise.all(requests.map((request) => rawRequest(port, request)))
  await stop()
  const faults = answers.flatMap((answer, i) =>
    faultsOf(answer).map((fault) => `${requests[i]?.path} of ${JSON.stringify(config)}: ${fault}`),
  )
  if (told.includes('"evento":"erro"')) faults.push(told)
  return faults
}

function faultsOf({ status, headers, body }: RawAnswer): string[] {
  const wrong = Object.entries(headers).filter(
    ([name, value]) => !/^[\w-]+$/.test(name) || !/^[\t -~]*$/.test(value) || name === 'set-cookie',
  )
  return [
    ...(status >= 200 && status < 500 ? [] : [`status ${status}`]),
    ...wrong.map((header) => header.join(': ')),
    ...(body.length === Number(headers['content-length'] ?? body.length) ? [] : ['cut short']),
  ]
}

const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'situacao', arguments: {} },
})
const TOOL = {
  path: '/mcp',
  method: 'POST',
  body: CALL,
  headers: { 'content-type': 'application/json', 'content-length': CALL.length },
}

const stores = new Map<NomeDaFonte, Promise<Files>>()

/** A small commit, and the files for download. */
function collected(fonte: NomeDaFonte): Promise<Files> {
  let files = stores.get(fonte)
  if (!files) stores.set(fonte, (files = collect(fonte)))
  return files
}

async function collect(fonte: NomeDaFonte): Promise<Files> {
  const driver = memory()
  const store = createStore(driver, fonte, () => NOW)
  const commit = await store.commits.publish(sampleDraft(null, 1))
  if (commit === 'superseded') throw new Error('another commit in a store of its own')
  await makeMonthlyFiles({ store, commit, agora: instante(NOW) })
  return new Map([...driver.getInstance()].map(([key, { bytes }]) => [key, bytes]))
}
