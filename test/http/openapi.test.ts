import { readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { consultas } from '../../src/domain/questions/parameters.ts'
import { type Rota, etiquetas, rotas } from '../../src/domain/questions/routes.ts'
import { HOUR } from '../../src/domain/basics/time.ts'
import { createAsker } from './contract.ts'
import { type World, createWorld } from './fixture.ts'

const FILE = new URL('../../src/http/routes/openapi-examples.json', import.meta.url)
const PLACE = { urlBase: 'https://precos.example', site: 'https://precos.example/gasolina/' }

interface Example {
  endereco: string
  valor: unknown
}

let world: World
let asker: Awaited<ReturnType<typeof createAsker>>

beforeAll(async () => {
  world = await createWorld({ history: true, ...PLACE })
  world.time.now += HOUR
  await world.collectNow()
  await world.makeMonthlyFilesNow()
  asker = await createAsker(world.http)
})

it('tells of parts of a file what they hold, and of an unknown file that it is not there', async () => {
  const { paths } = asker.document
  const responses = (path: string) => paths[path]?.get.responses ?? {}
  const parquet = responses('/gasolina/dados/historico/vendas-{mes}.parquet')
  expect(parquet['206']?.['content']).toEqual(parquet['200']?.['content'])
  for (const end of ['json', 'csv', 'geojson']) {
    expect(responses(`/gasolina/dados/{slug}.${end}`)).toHaveProperty('404')
    expect((await asker.ask(`/gasolina/dados/querosene.${end}`)).status).toBe(404)
  }
})

describe('examples', () => {
  it('are what the demonstration answers', async () => {
    const respostas: Record<string, Record<string, Example>> = {}
    for (const rota of rotas as readonly Rota[]) {
      const answers: Record<string, Example> = {}
      for (const [tipo, endereco] of await questionsOf(rota))
        answers[tipo] = { endereco, valor: beginningOf(uncompressed(await answer(world, endereco))) }
      respostas[rota.nome] = answers
    }
    const falhas: Record<string, Example> = {}
    for (const [name, [where, endereco, headers]] of Object.entries(await refusals()))
      falhas[name] = { endereco, valor: await answer(where, endereco, headers) }
    const shown = { respostas, falhas }
    if (process.env['DOCUMENTOS_ATUALIZAR']) writeFileSync(FILE, `${JSON.stringify(shown, null, 2)}\n`)
    expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(shown)
  })

  it('stand at every answer and every refusal, in the shape that the description gives', () => {
    const { paths, components } = asker.document
    const bodies = [
      ...Object.entries(paths).flatMap(([path, { get }]) =>
        Object.entries(get.responses['200']?.['content'] ?? {}).map(([tipo, body]) => [path, tipo, body]),
      ),
      ...Object.entries(components.responses).flatMap(([name, { content }]) =>
        Object.entries(content ?? {}).map(([tipo, body]) => [name, tipo, body]),
      ),
    ] as [string, string, { schema: { $ref?: string }; examples?: { demonstracao?: { value: unknown } } }][]
    expect(bodies.length).toBeGreaterThan(rotas.length)
    const lacking = bodies.filter(([, , { examples }]) => examples?.demonstracao?.value === undefined)
    // The description of the description would be all of it once more; what is compressed is nothing to read.
    expect(lacking.map(([where]) => where)).toEqual([
      '/gasolina/dados/historico/vendas-{mes}.parquet',
      '/gasolina/dados/historico/vendas-{mes}.csv.gz',
      '/gasolina/api/openapi.json',
    ])
    const problems = bodies
      .filter((body) => !lacking.includes(body))
      .flatMap(([where, , { schema, examples }]) =>
        (schema.$ref ? asker.problems(schema.$ref, examples?.demonstracao?.value) : []).map((problem) => [
          where,
          problem,
        ]),
      )
    expect(problems).toEqual([])
  })
})

describe('tags', () => {
  it('part the routes: each has one, and none is empty', () => {
    const used = Object.values(asker.document.paths).map(({ get }) => get['tags'])
    expect(used).toEqual(rotas.map(({ etiqueta }) => [etiqueta]))
    expect([...new Set(used.flat())].toSorted()).toEqual(etiquetas.map(({ nome }) => nome).toSorted())
  })
})

/** Every form of a route's answer, and the address that shows it in few lines. */
async function questionsOf({
  nome,
  caminho,
  tipo = 'application/json',
  consulta,
  exemplos,
}: Rota): Promise<[string, string][]> {
  if (nome === 'openapi' || nome === 'vendasParquet' || nome === 'vendasCsv') return []
  const address = await fill(SHORT[nome] ?? exemplos[0] ?? caminho)
  const takesForm = consulta && (consultas[consulta].parametros as readonly string[]).includes('formato')
  if (!takesForm) return [[tipo, address]]
  return [
    [tipo, address],
    ['text/csv', `${address}${address.includes('?') ? '&' : '?'}formato=csv`],
  ]
}

/** Where the first example of the table answers at length. */
const SHORT: Record<string, string> = {
  precos: '/gasolina/api/precos?combustivel=gasolina-comum&lat=-9.66&lon=-35.70&raio=5&litros=40&limite=2',
  estatisticas: '/gasolina/api/estatisticas?municipio=maceio&raio=40',
  arquivoGeojson: '/gasolina/dados/gnv.geojson',
  arquivoJson: '/gasolina/dados/gnv.json',
  arquivoCsv: '/gasolina/dados/gnv.csv',
}

async function fill(address: string): Promise<string> {
  const { conteudo } = await world.query.precos({ combustivel: 'gasolina-comum', suspeitos: 'omitir' })
  const { ate } = await world.query.mudancas({ desde: 'agora', limite: 1, suspeitos: 'omitir' })
  return address
    .replace('{cnpj}', conteudo[0]?.estabelecimento.cnpj ?? '')
    .replace('{slug}', 'gnv')
    .replace('{cursor}', ate)
}

async function refusals(): Promise<Record<string, [World, string, Record<string, string>?]>> {
  return {
    ParametroInvalido: [world, '/gasolina/api/precos?combustivel=gasolna'],
    NaoEncontrado: [world, '/gasolina/api/posto/99999999999999'],
    SemArquivo: [world, '/gasolina/dados/historico/vendas-2026-04.parquet'],
    FaixaInvalida: [world, '/gasolina/dados/historico/postos.csv', { range: 'bytes=9-1' }],
    CursorVencido: [world, '/gasolina/api/mudancas?desde=1-000000000000'],
    SemDados: [await createWorld({ collected: false, ...PLACE }), '/gasolina/api/precos'],
    Erro: [world, '/gasolina/api/prexos'],
  }
}

async function answer(
  { http }: World,
  address: string,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const response = await http.router.request(address, { headers })
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  return isJson ? response.json() : response.text()
}

/** Another zlib makes other bytes of the same sales: of all files only the first is told, which is not compressed. */
function uncompressed(value: unknown): unknown {
  if (typeof value === 'string' && /^[0-9a-f]{64} {2}/.test(value))
    return value.slice(0, value.indexOf('\n') + 1)
  const { resources, historico } = (value ?? {}) as { resources?: unknown[]; historico?: unknown }
  if (resources) return { ...(value as object), resources: resources.slice(0, 1) }
  return Array.isArray(historico) ? { ...(value as object), historico: historico.slice(0, 1) } : value
}

const MOST = 2

/** Of lists, lines and entries of a feed the first ones; what is left keeps its shape. */
function beginningOf(value: unknown): unknown {
  if (typeof value === 'string') return beginningOfText(value)
  if (Array.isArray(value)) return value.slice(0, MOST).map(beginningOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, beginningOf(member)]))
}

function beginningOfText(text: string): string {
  if (text.startsWith('<?xml')) {
    let entries = 0
    return text.replace(/\s*<entry>[^]*?<\/entry>/g, (entry) => (entries++ < MOST ? entry : ''))
  }
  const lines = text.split('\r\n')
  return lines.length > 1 ? `${lines.slice(0, 1 + MOST).join('\r\n')}\r\n` : text
}
