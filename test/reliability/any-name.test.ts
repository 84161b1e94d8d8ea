import { assert, asyncProperty, constantFrom, oneof, string, tuple, uniqueArray } from 'fast-check'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { slugs } from '../../src/domain/facts/fuels.ts'
import { rotas } from '../../src/domain/questions/routes.ts'
import { anyCharacter } from '../any-character.ts'
import { fillFolderNow } from '../demonstration.ts'
import { type RawAnswer, rawRequest } from '../http/raw.ts'
import { type Program, startProgram } from './program.ts'

let folder: string
let program: Program
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gasolina-nomes-'))
  await fillFolderNow(folder)
  program = await startProgram({
    GASOLINA_STORAGE: folder,
    GASOLINA_LOG: 'pedidos',
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(SPOKEN)}`,
  })
})
afterAll(() => {
  program.child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** What a library or node itself may do at any moment. */
const SPOKEN = `process.on('SIGUSR2', () => {
  console.error('a library\\'s\\nwords %s', new Error('and its stack'))
  console.warn('a warning')
  process.emitWarning('node\\'s own')
})`

const TOWN = '/gasolina/gasolina-comum/maceio'
const ADDRESSES = [
  ...rotas.map(({ caminho }) =>
    caminho
      .replace('{slug}', 'gnv')
      .replace('{cnpj}', '12345678000100')
      .replace('{cursor}', '1-000000000000')
      .replace('{mes}', '2026-04'),
  ),
  ...['situacao', 'mapa', 'comparar/', 'busca/?q=maceio', 'busca', 'favoritos/', 'perto', 'metodo/'].map(
    (page) => `/gasolina/${page}`,
  ),
  ...slugs.map((slug) => `/gasolina/${slug}`),
  '/',
  '/gasolina',
  '/gasolina/dados',
  '/gasolina/dados/historico',
  '/gasolina/dados/etanol.csv',
  '/gasolina/dados/s10.geojson',
  '/gasolina/sw.js',
  '/sitemap.xml',
  '/nada',
  '/mcp',
  TOWN,
  `${TOWN}/`,
  `${TOWN}/2`,
  '/gasolina/gasolina/2704302/?pagina=2',
  '/gasolina/etanol/Maceió',
].map(encodeURI)

const text = oneof(
  constantFrom(
    '\r',
    '\n',
    '€',
    '😀',
    '&',
    '=',
    '%',
    '#',
    '+',
    ' ',
    'a&b',
    'a=b',
    '%0a',
    '\r\nset-cookie: a=b',
  ),
  constantFrom('__proto__', 'constructor', 'pagina', 'bairro', 'utm_€', '_', '<script>', '"'),
  string({ unit: 'grapheme', maxLength: 20 }),
  string({ unit: anyCharacter, maxLength: 20 }).map((any) => any.replaceAll(/\p{Surrogate}/gu, '?')),
)
const pairs = uniqueArray(tuple(text, text), { minLength: 1, maxLength: 3, selector: ([name]) => name })

describe('any text as the name of a parameter', () => {
  it('is encoded on its way out, or refused in the one error shape, at every address', async () => {
    const { port } = program
    await assert(asyncProperty(constantFrom(...ADDRESSES), pairs, ask), { numRuns: 600 })

    async function ask(address: string, pairs: [string, string][]): Promise<void> {
      const search = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
      const path = `${address}${address.includes('?') ? '&' : '?'}${search}`
      expect(faultsOf(address, new Map(pairs), await rawRequest(port, { path }))).toEqual([])
    }
  })

  it.each(['€', '😀', 'a&b', 'a=b', 'a%b', 'a#b', 'a b', '__proto__'])(
    'follows a redirect as it was: %s',
    async (name) => {
      const path = `${TOWN}?${encodeURIComponent(name)}=1`
      const { status, headers } = await rawRequest(program.port, { path })
      expect(status).toBe(308)
      const { pathname, searchParams } = new URL(headers['location'] ?? '', 'http://localhost')
      expect([pathname, [...searchParams]]).toEqual([`${TOWN}/`, [[name, '1']]])
    },
  )

  it('leaves nothing on stderr but lines of the log; what libraries print and node warns of are such lines, too', async () => {
    program.child.kill('SIGUSR2')
    await expect.poll(program.stderr).toContain("node's own")
    const lines = program
      .stderr()
      .trimEnd()
      .split('\n')
      // The first lines tell the person who started it where it listens.
      .slice(
        program
          .stderr()
          .split('\n')
          .findIndex((line) => line.startsWith('{')),
      )
      .map((line) => JSON.parse(line) as { evento: string; causa?: string })
    expect(lines.filter(({ evento }) => evento === 'erro').map(({ causa }) => causa)).toEqual([
      expect.stringMatching(/^a library's\W+words Error: and its stack/),
      'a warning',
      expect.stringContaining("node's own"),
    ])
  })
})

/** What is wrong with an answer to these names and values. */
function faultsOf(
  address: string,
  told: ReadonlyMap<string, string>,
  { status, headers, body }: RawAnswer,
): string[] {
  const { location, 'content-type': type = '' } = headers
  const kept = [...new URL(location ?? '/', 'http://localhost').searchParams]
  const isJson = type.startsWith('application/json')
  const { codigo, error } = (isJson ? JSON.parse(body.toString()) : {}) as Record<string, unknown>
  const faults = {
    'a failure of ours': status >= 500,
    'not encoded': /[^\t -~]/.test(Object.values(headers).join('')),
    'another header': headers['set-cookie'] !== undefined,
    'another value after the redirect': kept.some(([name, value]) => told.get(name) !== value),
    'another error shape': status >= 400 && isJson && !(address === '/mcp' ? error : codigo),
  }
  return Object.entries(faults).flatMap(([fault, isSo]) => (isSo ? [`${address}: ${status}, ${fault}`] : []))
}
