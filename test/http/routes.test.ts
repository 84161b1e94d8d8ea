import { beforeAll, describe, expect, it } from 'vitest'
import { slugs } from '../../src/domain/facts/fuels.ts'
import { type NomeDeParametro, consultas, defaultOf } from '../../src/domain/questions/parameters.ts'
import { type Rota, rotas } from '../../src/domain/questions/routes.ts'
import { HOUR } from '../../src/domain/basics/time.ts'
import { createAsker } from './contract.ts'
import { URL_BASE, type World, createWorld } from './fixture.ts'

let world: World
let asker: Awaited<ReturnType<typeof createAsker>>
let cnpj: string
let cursor: string

beforeAll(async () => {
  world = await createWorld()
  world.time.now += HOUR
  await world.collectNow()
  await world.makeMonthlyFilesNow()
  cursor = (await world.query.mudancas({ desde: 'agora', limite: 1, suspeitos: 'omitir' })).ate
  asker = await createAsker(world.http)
  const { conteudo } = await world.query.postos({ limite: 1 })
  cnpj = conteudo[0]?.estabelecimento.cnpj ?? ''
})

const paths = () => [...rotas.map(({ caminho }) => fill(caminho)), '/', '/gasolina/dados/']
const fill = (template: string) =>
  template
    .replace('{cnpj}', cnpj)
    .replace('{slug}', 'gnv')
    .replace('{cursor}', cursor)
    .replace('{mes}', '2026-04.parcial')
/** A file that never changes names no address, so it attributes nothing. */
const attributed = rotas.filter(
  ({ nome, tipo }: Rota) => tipo === undefined && nome !== 'openapi' && nome !== 'mudancasArquivo',
)

describe('the table of routes', () => {
  it.each(rotas)(
    '$caminho answers 200 in the shape OpenAPI gives',
    async ({ caminho, tipo = 'application/json' }: Rota) => {
      const { status, headers } = await asker.ask(fill(caminho))
      expect(status).toBe(200)
      expect(headers.get('content-type')?.split('; charset=utf-8')[0]).toBe(tipo)
    },
  )

  it.each(attributed)('$caminho says whose data it is, and that it is fictional', async ({ caminho }) => {
    const { json } = await asker.ask(fill(caminho))
    expect(json).toMatchObject({
      fonte: expect.any(String),
      licenca: expect.any(String),
      atribuicao: expect.stringContaining('https://precos.example/'),
      demonstracao: true,
      aviso: expect.any(String),
    })
  })

  it('is what the documentation object and OpenAPI list', async () => {
    const { endpoints } = await world.query.documentacao()
    expect(Object.keys(endpoints)).toEqual(rotas.map(({ caminho }) => `GET ${caminho}`))
    expect(Object.keys(asker.document.paths)).toEqual(rotas.map(({ caminho }) => caminho))
  })

  it.each(rotas.filter((rota: Rota) => rota.consulta))(
    '$nome has in OpenAPI the parameters it reads, with sentence, example and default',
    (rota: Rota) => {
      const get = asker.document.paths[rota.caminho]?.get
      const described = get?.['parameters'] as Record<string, unknown>[]
      const consulta = rota.consulta ?? 'precos'
      const { parametros } = consultas[consulta]
      const names = described.map(({ name }) => name)
      expect(names.filter((name) => name !== 'slug').toSorted()).toEqual([...parametros].toSorted())
      for (const p of described) {
        expect(p['description']).toMatch(/\w/)
        expect(p['example']).toBeDefined()
        const name = p['name'] === 'slug' ? 'combustivel' : String(p['name'])
        expect((p['schema'] as { default?: unknown }).default).toEqual(
          defaultOf(consulta, name as NomeDeParametro),
        )
      }
    },
  )

  it('describes in OpenAPI every member of every answer, within limits of their own', () => {
    const { schemas } = asker.document.components
    expect(undescribed(schemas, '')).toEqual([])
    expect(JSON.stringify(asker.document)).not.toContain('9007199254740991')
    expect(schemas).toHaveProperty('RespostaSaude.properties.atualizadoEm')
  })

  it('every address under exemplos works when called', async () => {
    const { exemplos } = await world.query.documentacao()
    expect(exemplos.length).toBeGreaterThanOrEqual(5)
    for (const url of exemplos) {
      expect(url.startsWith(URL_BASE)).toBe(true)
      const { status } = await asker.ask(url.slice(URL_BASE.length))
      expect([url, status]).toEqual([url, 200])
    }
  })

  it.each(slugs)('both files of %s exist and the catalogue tells their size and sum', async (slug) => {
    const { json } = await asker.ask('/gasolina/dados/index.json')
    for (const formato of ['json', 'csv']) {
      const { status, text } = await asker.ask(`/gasolina/dados/${slug}.${formato}`)
      expect(status).toBe(200)
      expect(json['arquivos']).toContainEqual(
        expect.objectContaining({ combustivel: slug, formato, bytes: Buffer.byteLength(text) }),
      )
    }
  })
})

describe('statistics as CSV', () => {
  it.each([
    ['', 'estatisticas.csv', 'combustivel,nome,', 6],
    [
      'por=municipio&',
      'estatisticas-gasolina-comum-por-municipio.csv',
      'combustivel,municipio,codigoIBGE,',
      102,
    ],
  ])('?%sformato=csv is a file, a row each', async (query, nome, header, rows) => {
    const { headers, text } = await asker.ask(`/gasolina/api/estatisticas?${query}formato=csv`)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="demonstracao-${nome}"`)
    expect(headers.get('x-gasolina-demonstracao')).toBe('true')
    expect(text.startsWith(header)).toBe(true)
    expect(text.trimEnd().split('\r\n')).toHaveLength(rows + 1)
  })
})

describe('addresses', () => {
  it('a folder answers with and without its slash', async () => {
    const [a, b] = [await asker.ask('/gasolina/api/'), await asker.ask('/gasolina/api')]
    expect([a.status, b.status]).toEqual([200, 200])
    expect(b.text).toBe(a.text)
  })

  it.each([
    ['/', '/base/gasolina/'],
    ['/gasolina/dados', '/base/gasolina/dados/index.json'],
    ['/gasolina/dados/', '/base/gasolina/dados/index.json'],
    ['/gasolina/dados/mudancas/', '/base/gasolina/dados/mudancas/index.json'],
  ])('%s leads to %s, whatever Host says', async (from, to) => {
    const { status, headers } = await asker.ask(`http://evil.example${from}`)
    expect([status, headers.get('location')]).toEqual([302, to])
  })

  it.each([
    ['/gasolina/dados/etanol.csv?dialeto=excel', '/base/gasolina/dados/alcool.csv?dialeto=excel'],
    ['/gasolina/dados/S10.json', '/base/gasolina/dados/diesel-aditivado.json'],
    ['/gasolina/dados/%C3%A1lcool.geojson', '/base/gasolina/dados/alcool.geojson'],
  ])('the file of a fuel under another of its names: %s leads to %s', async (from, to) => {
    const { status, headers } = await asker.ask(from)
    expect([status, headers.get('location')]).toEqual([308, to])
    expect((await asker.ask(to.replace('/base', ''))).status).toBe(200)
  })

  it.each([
    ['/gasolina/api/prexos', '/gasolina/api/precos'],
    ['/gasolina/dados/gasolina-comun.csv', '/gasolina/dados/gasolina-comum.csv'],
    ['/gasolina/api/station/1', '/gasolina/api/'],
    ['/saúde', '/saude'],
    ['/gasolina/dados/%ff', '/gasolina/api/'],
    ['/gasolina/dados/gas.csv', '/gasolina/dados/gnv.csv'],
    ['/gasolina/dados/datapackage.json', '/gasolina/dados/historico/datapackage.json?'],
    ['/gasolina/dados/historico/index.json', '/gasolina/dados/historico/datapackage.json?'],
  ])('%s is unknown, and what is near is named', async (path, near) => {
    const { status, json } = await asker.ask(`http://evil.example${path}`)
    expect(status).toBe(404)
    expect(json).toMatchObject({ codigo: 'rota_nao_encontrada', status: 404 })
    // Behind a proxy that takes the prefix of the base away, no other address leads there.
    expect(json['message']).toContain(` /base${near}`)
    expect(json['message']).not.toMatch(/evil|[' ]\/(?!base\/)/)
  })

  it.each([
    (cnpj: string) => cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5'),
    (cnpj: string) => cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3%2F$4-$5'),
    (cnpj: string) => `${cnpj}?utm_source=x&_=1`,
  ])('a CNPJ is found however it is punctuated (%#)', async (write) => {
    for (const route of ['posto', 'historico']) {
      const { status, json } = await asker.ask(`/gasolina/api/${route}/${write(cnpj)}`)
      expect(status).toBe(200)
      expect(json).toMatchObject({ estabelecimento: { cnpj } })
    }
  })

  it.each([
    ['1234', 400, 'parametro_invalido'],
    ['12345678000100extra/more', 400, 'parametro_invalido'],
    ['%ff', 400, 'parametro_invalido'],
    ['%00', 400, 'parametro_invalido'],
    ['%20', 400, 'parametro_invalido'],
    ['99999999999999', 404, 'posto_nao_encontrado'],
    ['ABCDEFGHIJKL99', 404, 'posto_nao_encontrado'],
    ['__proto__', 400, 'parametro_invalido'],
  ])('posto/%s is %d %s', async (text, status, codigo) => {
    for (const route of ['posto', 'historico'])
      expect((await asker.ask(`/gasolina/api/${route}/${text}`)).json).toMatchObject({ status, codigo })
  })
})

describe('methods', () => {
  it('HEAD is GET without the body', async () => {
    for (const path of paths()) {
      const [get, head] = [await asker.ask(path), await asker.ask(path, { method: 'HEAD' })]
      const headersOf = (answer: typeof get) =>
        [...answer.headers].filter(([name]) => !(path.endsWith('situacao') && name === 'last-modified'))
      expect([head.status, head.text, headersOf(head)]).toEqual([get.status, '', headersOf(get)])
      expect(head.headers.get('content-length')).toBe(String(get.byteLength))
    }
  })

  it('OPTIONS tells what is allowed to any origin', async () => {
    for (const path of paths()) {
      const { status, headers, text } = await asker.ask(path, { method: 'OPTIONS' })
      expect([status, text, headers.get('allow')]).toEqual([204, '', 'GET, HEAD, OPTIONS'])
      expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
      expect(headers.get('access-control-allow-origin')).toBe('*')
    }
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])(
    '%s is refused, naming those that are not',
    async (method) => {
      for (const path of paths()) {
        const { status, headers, json } = await asker.ask(path, { method })
        expect([path, status, headers.get('allow')]).toEqual([path, 405, 'GET, HEAD, OPTIONS'])
        expect(json).toMatchObject({
          codigo: 'metodo_nao_permitido',
          message: expect.stringContaining('GET'),
        })
      }
    },
  )

  it('HEAD of an error has its length and no body', async () => {
    const { status, text, headers } = await asker.ask('/nada', { method: 'HEAD' })
    expect([status, text]).toEqual([404, ''])
    expect(Number(headers.get('content-length'))).toBeGreaterThan(100)
  })

  it('POST to an unknown address is 404', async () => {
    expect((await asker.ask('/nada', { method: 'POST' })).status).toBe(404)
  })

  it.each(['GET', 'DELETE', 'PUT', 'OPTIONS'])('/mcp hands %s on', async (method) => {
    const { http } = await createWorld({ collected: false, mcp: async (r) => new Response(r.method) })
    expect(await (await http.router.request('/mcp', { method })).text()).toBe(method)
  })

  it('/mcp hands POST on', async () => {
    const { http } = await createWorld({ collected: false, mcp: async (r) => new Response(await r.text()) })
    const response = await http.router.request('/mcp', { method: 'POST', body: '{}' })
    expect(await response.text()).toBe('{}')
  })
})

/** Paths of the properties of a JSON Schema that say nothing of themselves and refer to no group that does. */
function undescribed(node: unknown, path: string): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node as Record<string, unknown>).flatMap(([key, value]) => {
    const here = `${path}/${key}`
    const silent =
      path.endsWith('/properties') && !/"(description|\$ref|allOf)":/.test(ownMembers(value)) ? [here] : []
    return silent.concat(undescribed(value, here))
  })
}

function ownMembers(schema: unknown): string {
  return Object.keys(schema as object)
    .map((key) => `"${key}":`)
    .join()
}
