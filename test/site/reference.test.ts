import { beforeAll, describe, expect, it } from 'vitest'
import { type ApiDescription, fieldsOf, groupsOf, typeOf } from '../../src/site/reference/api-description.ts'
import { type World, createWorld, worldToRead } from '../http/fixture.ts'
import { ask, linksOf } from './ask.ts'

let world: World
let api: ApiDescription

beforeAll(async () => {
  world = await worldToRead()
  api = JSON.parse((await ask(world.http, '/gasolina/api/openapi.json')).text) as ApiDescription
})

const below = (address: string) => address.slice('/base'.length)

describe('the reference', () => {
  it('has a page for every route, with every parameter and every member of its answer', async () => {
    const contents = linksOf(await ask(world.http, '/gasolina/desenvolvedores/'))
    for (const { get } of Object.values(api.paths)) {
      if (!get) throw new Error('a route without GET')
      const address = `/base/gasolina/desenvolvedores/${get.operationId}/`
      expect(contents).toContain(address)
      const { status, text } = await ask(world.http, below(address))
      expect(status).toBe(200)
      for (const { name } of get.parameters ?? []) expect(text).toContain(`<code>${name}</code>`)
      const ok = get.responses['200']
      const schema = ok && 'content' in ok ? ok.content?.['application/json']?.schema : undefined
      const members = fieldsOf(schema ?? {}, api.components.schemas)
      for (const { path } of members) expect(text).toContain(`<code>${path}</code>`)
    }
  })

  it('lists members of lists, of alternatives and of the six fuels by their paths', async () => {
    const { text } = await ask(world.http, '/gasolina/desenvolvedores/precos/')
    expect(text).toMatch(/conteudo\[\]\.produto\.venda\.valorDeclarado<\/code>\s*número/)
    const statistics = (await ask(world.http, '/gasolina/desenvolvedores/estatisticas/')).text
    expect(statistics).toContain(
      'combustiveis.{gasolina-comum|gasolina-aditivada|alcool|diesel-comum|diesel-aditivado|gnv}.precoMediano',
    )
  })

  it('gives examples that work, as a link and as a line to copy', async () => {
    for (const { get } of Object.values(api.paths)) {
      const page = await ask(world.http, `/gasolina/desenvolvedores/${get?.operationId}/`)
      const examples = [...page.text.matchAll(/curl &#39;https:\/\/precos\.example(\S+?)&#39;/g)]
      for (const [, address = ''] of examples) {
        expect(linksOf(page)).toContain(address.replaceAll('&amp;', '&'))
        expect((await ask(world.http, below(address.replaceAll('&amp;', '&')))).status).toBe(200)
      }
    }
  })

  it('shows the error that its wrong request gets', async () => {
    const { text } = await ask(world.http, '/gasolina/desenvolvedores/')
    const [, wrong = ''] =
      text.match(/precos\.example\/base(\/gasolina\/api\/precos\?combustivel=querosene)/) ?? []
    const { status, text: body } = await ask(world.http, wrong)
    expect(status).toBe(400)
    expect(JSON.parse(body)).toMatchObject({ message: expect.any(String), erros: [{}] })
  })

  it('works before the first collection, without examples that need a station', async () => {
    const { http } = await createWorld({ collected: false })
    const { status, text } = await ask(http, '/gasolina/desenvolvedores/posto/')
    expect(status).toBe(200)
    expect(text).not.toContain('curl')
    expect((await ask(http, '/gasolina/desenvolvedores/')).status).toBe(200)
  })

  it.each([
    ['/gasolina/desenvolvedores', 308],
    ['/gasolina/desenvolvedores/precos', 308],
    ['/gasolina/desenvolvedores/nada/', 404],
    ['/gasolina/desenvolvedores/precos/mais/', 404],
  ])('%s: %i', async (path, status) => {
    expect((await ask(world.http, path)).status).toBe(status)
  })
})

describe('reading a description', () => {
  it('groups routes by their first tag in the order of the tags', () => {
    const groups = groupsOf({
      info: { version: '1' },
      tags: [{ name: 'b', description: 'B' }, { name: 'a' }],
      paths: {
        '/1': route('um', ['a']),
        '/2': route('dois', ['b']),
        '/3': route('tres', ['b']),
      },
      components: { schemas: {} },
    })
    expect(groups.map(({ name, routes }) => [name, routes.map(({ path }) => path)])).toEqual([
      ['b', ['/2', '/3']],
      ['a', ['/1']],
    ])
  })

  it('names types in words, and ends in a recursive schema', () => {
    const schemas = { Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } } }
    expect(typeOf({ anyOf: [{ type: 'number' }, { type: 'null' }] }, {})).toBe('número ou null')
    expect(typeOf({ type: 'array', items: { enum: ['a', 'b', 'c'] } }, {})).toBe('lista de a, b ou c')
    expect(typeOf({ type: 'boolean', const: true }, {})).toBe('sempre true')
    expect(fieldsOf({ $ref: '#/components/schemas/Node' }, schemas).length).toBeLessThan(12)
  })
})

function route(operationId: string, tags: string[]) {
  return { get: { operationId, summary: '', responses: {}, tags } }
}
