import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inFlags } from '../src/cli/terminal/report.ts'
import { createHttp } from '../src/http/create-http.ts'
import { createCliente } from '../src/query/cliente.ts'
import { createDataset } from '../src/query/current/dataset.ts'
import { createQuery } from '../src/query/query.ts'
import { followCommits } from '../src/store/follow.ts'
import { openStore } from './open-store.ts'
import { gasolina } from './cli/run.ts'
import { storeToRead } from './cli/stores.ts'
import { AGORA } from './demonstration.ts'
import { connect, depsOf } from './mcp/world.ts'
import { type Question, asPeopleAsk } from './questions.ts'
import { listenInTest } from './listening-in-test.ts'

const clock = () => AGORA
const URL_BASE = 'https://precos.example'
const SITE = `${URL_BASE}/gasolina/`

const questions: Question[] = [
  { http: 'precos?limite=10', mcp: ['precos', {}], cli: 'precos --limite 10' },
  {
    http: 'precos?combustivel=alcool&limite=5',
    mcp: ['precos', { combustivel: 'etanol', limite: 5 }],
    cli: 'precos --combustivel etanol --limite 5',
  },
  {
    http: 'precos?combustivel=diesel&limite=10',
    mcp: ['precos', { combustivel: 's10' }],
    cli: 'precos --combustivel s10 --limite 10',
  },
  {
    http: 'precos?combustivel=diesel-comum&limite=3',
    mcp: ['precos', { combustivel: 's500', limite: 3 }],
    cli: 'precos --combustivel 4 --limite 3',
  },
  {
    http: 'precos?combustivel=gnv&limite=40&suspeitos=incluir',
    mcp: ['precos', { combustivel: 'gnv', limite: 40, suspeitos: 'incluir' }],
    cli: 'precos --combustivel gnv --limite 40 --suspeitos incluir',
  },
  {
    http: 'precos?municipio=arapiraca&limite=10',
    mcp: ['precos', { municipio: 'Arapiraca' }],
    cli: 'precos --municipio arapiraca --limite 10',
  },
  {
    http: 'precos?bairro=ponta%20verde&limite=10',
    mcp: ['precos', { bairro: 'Ponta Verde' }],
    cli: 'precos --bairro PONTA-VERDE --limite 10',
  },
  {
    http: 'precos?bairro=centro&municipio=maceio&limite=10',
    mcp: ['precos', { bairro: 'centro', municipio: 'Maceió' }],
    cli: 'precos --bairro centro --municipio maceio --limite 10',
  },
  {
    http: 'precos?bairro=2704302&limite=10',
    mcp: ['precos', { bairro: '2704302' }],
    cli: 'precos --bairro 2704302 --limite 10',
  },
  {
    http: 'precos?lat=-9.66&lon=-35.71&limite=10',
    mcp: ['precos', { lat: -9.66, lon: -35.71 }],
    cli: 'precos --lat=-9.66 --lon=-35.71 --limite 10',
  },
  {
    http: 'precos?lat=-9.75&lon=-36.66&raio=3.5&limite=10',
    mcp: ['precos', { lat: -9.75, lon: -36.66, raio: 3.5 }],
    cli: 'precos --lat=-9.75 --lon=-36.66 --raio 3,5 --limite 10',
  },
  {
    http: 'precos?ordenar=provavel&limite=12',
    mcp: ['precos', { ordenar: null, limite: 12 }],
    cli: 'precos --ordenar provavel --limite 12',
  },
  {
    http: 'precos?lat=-9.66&lon=-35.71&ordenar=distancia&limite=10',
    mcp: ['precos', { lat: -9.66, lon: -35.71, ordenar: 'distancia' }],
    cli: 'precos --lat=-9.66 --lon=-35.71 --ordenar distancia --limite 10',
  },
  {
    http: 'precos?municipio=arapiraca&ordenar=recente&limite=10',
    mcp: ['precos', { municipio: 'arapiraca', ordenar: 'recente' }],
    cli: 'precos --municipio arapiraca --ordenar recente --limite 10',
  },
  {
    http: 'precos?municipio=arapiraca&ordem=desc&limite=10',
    mcp: ['precos', { municipio: 'arapiraca', ordem: 'desc' }],
    cli: 'precos --municipio arapiraca --ordem desc --limite 10',
  },
  {
    http: 'precos?lat=-9.66&lon=-35.71&ordenar=custo&litros=40&consumo=11&limite=10',
    mcp: ['precos', { lat: -9.66, lon: -35.71, ordenar: 'custo', litros: 40, consumo: 11 }],
    cli: 'precos --lat=-9.66 --lon=-35.71 --ordenar custo --litros 40 --consumo 11 --limite 10',
  },
  {
    http: 'precos?rota=-9.66,-35.73;-9.62,-36;-9.75,-36.66&desvio=3&ordenar=distancia&limite=10',
    mcp: ['precos', { rota: '-9.66,-35.73;-9.62,-36;-9.75,-36.66', desvio: 3, ordenar: 'distancia' }],
    cli: 'precos --rota=-9.66,-35.73;-9.62,-36;-9.75,-36.66 --desvio 3 --ordenar distancia --limite 10',
  },
  {
    http: 'precos?acima=6.5&abaixo=6.8&suspeitos=incluir&limite=10',
    mcp: ['precos', { acima: 6.5, abaixo: 6.8, suspeitos: 'incluir' }],
    cli: 'precos --acima 6,5 --abaixo 6,8 --suspeitos incluir --limite 10',
  },
  {
    http: 'precos?suspeitos=so&limite=10',
    mcp: ['precos', { suspeitos: 'so' }],
    cli: 'precos --suspeitos so --limite 10',
  },
  { http: 'precos?horas=2&limite=10', mcp: ['precos', { horas: 2 }], cli: 'precos --horas 2 --limite 10' },
  {
    http: 'precos?combustivel=alcool&horas=6&municipio=maceio&limite=10',
    mcp: ['precos', { combustivel: 'alcool', horas: 6, municipio: 'maceio' }],
    cli: 'precos --combustivel alcool --horas 6 --municipio maceio --limite 10',
  },
  {
    http: 'precos?bairro=ponta-ferde&limite=10',
    mcp: ['precos', { bairro: 'ponta-ferde' }],
    cli: 'precos --bairro ponta-ferde --limite 10',
  },
  {
    http: 'precos?bairro=centro,arapiraca&limite=10',
    mcp: ['precos', { bairro: 'centro,arapiraca' }],
    cli: 'precos --bairro centro,arapiraca --limite 10',
  },
  {
    http: 'precos?bairro=centro&limite=10',
    mcp: ['precos', { bairro: 'centro' }],
    cli: 'precos --bairro centro --limite 10',
  },
  {
    http: 'estatisticas?bairro=farol,po%C3%A7o',
    mcp: ['estatisticas', { bairro: 'farol,poço' }],
    cli: 'estatisticas --bairro farol,poço',
  },
  {
    http: 'estatisticas?municipio=recife',
    mcp: ['estatisticas', { municipio: 'recife' }],
    cli: 'estatisticas --municipio recife',
  },
  { http: 'posto/{cnpj}', mcp: ['posto', { cnpj: '{cnpj}' }], cli: 'posto {cnpj}' },
  {
    http: 'posto/{cnpj}?razao=0.8',
    mcp: ['posto', { cnpj: '{cnpj}', razao: 0.8 }],
    cli: 'posto {cnpj} --razao 0,8',
  },
  { http: 'posto/{suspeito}', mcp: ['posto', { cnpj: '{suspeito}' }], cli: 'posto {suspeito}' },
  { http: 'historico/{cnpj}', mcp: ['historico', { cnpj: '{cnpj}' }], cli: 'historico {cnpj}' },
  {
    http: 'historico/{cnpj}?combustivel=gasolina-comum',
    mcp: ['historico', { cnpj: '{cnpj}', combustivel: 'gasolina' }],
    cli: 'historico {cnpj} --combustivel 1',
  },
  {
    http: 'historico/{cnpj}?granularidade=dia',
    mcp: ['historico', { cnpj: '{cnpj}', granularidade: 'dia' }],
    cli: 'historico {cnpj} --granularidade dia',
  },
  {
    http: 'historico/{cnpj}?granularidade=semana',
    mcp: ['historico', { cnpj: '{cnpj}', granularidade: 'semana' }],
    cli: 'historico {cnpj} --granularidade semana',
  },
  {
    http: 'historico/{cnpj}?granularidade=mes&desde=2026-03-01&ate=2026-04-10',
    mcp: ['historico', { cnpj: '{cnpj}', granularidade: 'mes', desde: '2026-03-01', ate: '2026-04-10' }],
    cli: 'historico {cnpj} --granularidade mes --desde 2026-03-01 --ate 2026-04-10',
  },
  {
    http: 'historico/{suspeito}?desde=2026-04-10',
    mcp: ['historico', { cnpj: '{suspeito}', desde: '2026-04-10' }],
    cli: 'historico {suspeito} --desde 2026-04-10',
  },
  {
    http: 'historico?combustivel=gasolina-comum',
    mcp: ['historico', { combustivel: 'gasolina' }],
    cli: 'historico --combustivel gasolina',
  },
  {
    http: 'historico?municipio=porto%20de%20pedras',
    mcp: ['historico', { municipio: 'Porto de Pedras', granularidade: 'dia' }],
    cli: 'historico --municipio porto-de-pedras',
  },
  {
    http: 'historico?bairro=farol&granularidade=semana&desde=2026-03-20&ate=2026-04-12',
    mcp: ['historico', { bairro: 'Farol', granularidade: 'semana', desde: '2026-03-20', ate: '2026-04-12' }],
    cli: 'historico --bairro farol --granularidade semana --desde 2026-03-20 --ate 2026-04-12',
  },
  { http: 'estatisticas', mcp: ['estatisticas', {}], cli: 'estatisticas' },
  {
    http: 'estatisticas?municipio=maceio',
    mcp: ['estatisticas', { municipio: 'Maceió' }],
    cli: 'estatisticas --municipio maceió',
  },
  {
    http: 'estatisticas?bairro=farol&litros=40',
    mcp: ['estatisticas', { bairro: 'Farol', litros: 40 }],
    cli: 'estatisticas --bairro farol --litros 40',
  },
  {
    http: 'estatisticas?razao=0.78',
    mcp: ['estatisticas', { razao: 0.78 }],
    cli: 'estatisticas --razao 0,78',
  },
  {
    http: 'estatisticas?horas=12&litros=12.5',
    mcp: ['estatisticas', { horas: 12, litros: 12.5 }],
    cli: 'estatisticas --horas 12 --litros 12,5',
  },
  {
    http: 'estatisticas?municipio=penedo',
    mcp: ['estatisticas', { municipio: 'Penedo' }],
    cli: 'estatisticas --municipio PENEDO',
  },
  {
    http: 'estatisticas?municipio=porto%20de%20pedras&raio=35&combustivel=alcool',
    mcp: ['estatisticas', { municipio: 'Porto de Pedras', raio: 35, combustivel: 'etanol' }],
    cli: 'estatisticas --municipio porto-de-pedras --raio 35 --combustivel etanol',
  },
  {
    http: 'estatisticas?municipios=maceio,arapiraca,2706703',
    mcp: ['estatisticas', { municipios: 'Maceió, Arapiraca, 2706703' }],
    cli: 'estatisticas --municipios maceio,arapiraca,penedo',
  },
  {
    http: 'estatisticas?por=bairro&municipio=arapiraca&combustivel=diesel-aditivado',
    mcp: ['estatisticas', { por: 'bairro', municipio: 'arapiraca', combustivel: 's10' }],
    cli: 'estatisticas --por bairro --municipio arapiraca --combustivel s10',
  },
  {
    http: 'precos?perto=aeroporto&raio=8&limite=10',
    mcp: ['precos', { perto: 'aeroporto', raio: 8 }],
    cli: 'precos --perto aeroporto --raio 8 --limite 10',
  },
  {
    http: 'precos?combustivel=alcool&rota=maceio;penedo&ordenar=distancia&limite=10',
    mcp: ['precos', { combustivel: 'etanol', rota: 'Maceió; Penedo', ordenar: 'distancia' }],
    cli: 'precos --combustivel etanol --rota maceió;penedo --ordenar distancia --limite 10',
  },
  {
    http: 'precos?perto={cnpj}&raio=5&ordenar=custo&litros=30&limite=10',
    mcp: ['precos', { perto: '{cnpj}', raio: 5, ordenar: 'custo', litros: 30 }],
    cli: 'precos --perto {cnpj} --raio 5 --ordenar custo --litros 30 --limite 10',
  },
  {
    http: 'precos?perto=farol&municipio=maceio&limite=10',
    mcp: ['precos', { perto: 'Farol', municipio: 'maceio' }],
    cli: 'precos --perto farol --municipio maceio --limite 10',
  },
  {
    http: 'estatisticas?perto=rodoviaria&raio=30',
    mcp: ['estatisticas', { perto: 'rodoviária', raio: 30 }],
    cli: 'estatisticas --perto rodoviaria --raio 30',
  },
]

const questionsThatFail: (Question & { codigo: string; emMcp?: string })[] = [
  {
    codigo: 'parametro_invalido',
    http: 'precos?combustivel=querosene',
    mcp: ['precos', { combustivel: 'querosene' }],
    cli: 'precos --combustivel querosene',
  },
  {
    codigo: 'parametro_invalido',
    http: 'precos?lat=-9.66',
    mcp: ['precos', { lat: -9.66 }],
    cli: 'precos --lat=-9.66',
  },
  {
    codigo: 'parametro_invalido',
    http: 'precos?ordenar=distancia',
    mcp: ['precos', { ordenar: 'distancia' }],
    cli: 'precos --ordenar distancia',
  },
  {
    codigo: 'parametro_invalido',
    http: 'precos?desvio=3',
    mcp: ['precos', { desvio: 3 }],
    cli: 'precos --desvio 3',
  },
  {
    codigo: 'parametro_invalido',
    http: 'precos?rota=-9.66,-35.73',
    mcp: ['precos', { rota: '-9.66,-35.73' }],
    cli: 'precos --rota=-9.66,-35.73',
  },
  {
    codigo: 'parametro_invalido',
    http: 'precos?horas=241',
    mcp: ['precos', { horas: 241 }],
    cli: 'precos --horas 241',
  },
  {
    codigo: 'parametro_invalido',
    http: 'historico/{cnpj}?desde=2027-01-01',
    mcp: ['historico', { cnpj: '{cnpj}', desde: '2027-01-01' }],
    cli: 'historico {cnpj} --desde 2027-01-01',
  },
  {
    codigo: 'parametro_invalido',
    http: 'estatisticas?municipios=maceio,arapirca',
    mcp: ['estatisticas', { municipios: 'maceio,arapirca' }],
    cli: 'estatisticas --municipios maceio,arapirca',
  },
  {
    codigo: 'parametro_invalido',
    http: 'historico?municipio=maceio&granularidade=mudancas&desde=2026-03-10',
    mcp: ['historico', { municipio: 'maceio', granularidade: 'mudancas', desde: '2026-03-10' }],
    cli: 'historico --municipio maceio --granularidade mudancas --desde 2026-03-10',
  },
  {
    codigo: 'parametro_invalido',
    http: 'historico?municipio=maceio&pagina=2',
    mcp: ['historico', { municipio: 'maceio', pagina: 2 }],
    cli: 'historico --municipio maceio --pagina 2',
  },
  {
    codigo: 'parametro_invalido',
    http: 'estatisticas?desde=2026-04-16',
    mcp: ['estatisticas', { desde: '2026-04-16' }],
    cli: 'estatisticas --desde 2026-04-16',
  },
  {
    codigo: 'parametro_invalido',
    http: 'estatisticas?desde=2026-04-10&horas=5',
    mcp: ['estatisticas', { desde: '2026-04-10', horas: 5 }],
    cli: 'estatisticas --desde 2026-04-10 --horas 5',
  },
  {
    codigo: 'parametro_invalido',
    http: 'estatisticas?por=bairro',
    mcp: ['estatisticas', { por: 'bairro' }],
    cli: 'estatisticas --por bairro',
  },
  {
    codigo: 'posto_nao_encontrado',
    // To a model it names the tool that finds one.
    emMcp: 'Nenhum posto conhecido tem esse CNPJ',
    http: 'posto/99999999999999',
    mcp: ['posto', { cnpj: '99999999999999' }],
    cli: 'posto 99999999999999',
  },
]

const env = Object.assign(storeToRead(), { GASOLINA_URL_BASE: URL_BASE })
let http: ReturnType<typeof createHttp>
let client: Client
const known = new Map<string, string>()

beforeAll(async () => {
  const store = await openStore({ folder: env['GASOLINA_STORAGE'] ?? '', fonte: 'demonstracao' })
  const follow = followCommits(store, { onError: () => {} })
  await follow.refresh()
  const dataset = createDataset({ store, follow, clock, intervaloMinutos: 60 })
  const query = createQuery({ dataset, urlBase: URL_BASE, site: SITE })
  const config = { fonte: 'demonstracao', urlBase: URL_BASE, site: SITE } as const
  http = createHttp({ query, dataset, config, clock, log: () => {} })
  client = await connect(depsOf(query))

  const { conteudo } = await query.precos({ combustivel: 'gnv', suspeitos: 'incluir' })
  const sells = (at: number) => conteudo.at(at)?.estabelecimento.cnpj ?? ''
  known.set('cnpj', sells(0)).set('suspeito', sells(-1)).set('outro', sells(1))
  known.set('cep', conteudo[0]?.estabelecimento.endereco.cep ?? '')
})

afterAll(async () => {
  await client.close()
})

type Structured = object & { observacoes: string[]; mudancas?: unknown[] }

describe.each<Question & { has?: string }>([...questions, ...asPeopleAsk])(
  '$http',
  ({ http, mcp, cli, has }) => {
    it('has one answer over HTTP, MCP and the terminal', async () => {
      const overHttp = await askHttp(http)
      const overMcp = await askMcp(mcp[0], mcp[1])
      const atTerminal = await askCli(cli)
      expect(overHttp.status).toBe(200)
      expect(overHttp.body).toHaveProperty(has ?? 'atualizadoEm')
      const { observacoes: _, mudancas = [], ...figures } = overMcp.structuredContent as Structured
      // Rows are lean over MCP: what stands there is what HTTP says.
      expect(overHttp.body).toMatchObject(figures)
      // Changes of a place stand in another order there, the confirmed ones first.
      const ofAll = http.replace(/&pagina=\d+/, '').replace(/(?<=registrosPorPagina=)\d+/, '5000')
      const { body } = await askHttp(ofAll)
      expect({ mudancas, ...(body as object) }).toMatchObject({
        mudancas: expect.arrayContaining(mudancas) as unknown[],
      })
      expect(JSON.parse(atTerminal.stdout)).toEqual(overHttp.body)
    })
  },
)

describe.each(questionsThatFail)('$http', ({ codigo, emMcp, http, mcp, cli }) => {
  it('is refused in the same words over HTTP, MCP and at the terminal', async () => {
    const overHttp = await askHttp(http)
    const overMcp = await askMcp(...mcp)
    const atTerminal = await askCli(cli)
    const { message } = overHttp.body as { message: string }
    expect(overHttp.body).toMatchObject({ codigo })
    expect(overMcp.isError).toBe(true)
    expect(textOf(overMcp)).toContain(emMcp ?? message)
    expect(atTerminal.code).toBe(codigo === 'posto_nao_encontrado' ? 1 : 2)
    expect(JSON.parse(atTerminal.stdout)).toMatchObject({ codigo, message: inFlags(message) })
    expect(atTerminal.stderr).toBe(`${inFlags(message)}\n`)
  })
})

describe.each([
  {
    http: 'precos?lat=ufal&raio=3',
    mcp: ['precos', { lat: 'ufal', raio: 3 }],
    cli: 'precos --lat ufal --raio 3',
    tente: ['?raio=3&perto=ufal', '"raio":3,"perto":"ufal"}', 'gasolina precos --raio 3 --perto ufal'],
  },
  {
    http: 'precos?perto=ufal&lat=-9.66&lon=-35.7',
    mcp: ['precos', { perto: 'ufal', lat: -9.66, lon: -35.7 }],
    cli: 'precos --perto ufal --lat=-9.66 --lon=-35.7',
    tente: ['?perto=ufal', '"perto":"ufal"}', 'gasolina precos --perto ufal'],
  },
  {
    http: 'precos?municipio=penedo,arapiraca',
    mcp: ['precos', { municipio: 'penedo,arapiraca' }],
    cli: 'precos --municipio penedo,arapiraca',
    tente: [
      '?bairro=penedo%2C+arapiraca',
      '"bairro":"penedo, arapiraca"}',
      'gasolina precos --bairro "penedo, arapiraca"',
    ],
  },
  {
    http: 'precos?combustivel=gasolna&municipio=maceio',
    mcp: ['precos', { combustivel: 'gasolna', municipio: 'maceio' }],
    cli: 'precos --combustivel gasolna --municipio maceio',
    tente: [
      '?combustivel=gasolina-comum&municipio=maceio',
      '"combustivel":"gasolina-comum","municipio":"maceio"}',
      'gasolina precos --combustivel gasolina-comum --municipio maceio',
    ],
  },
  {
    http: 'precos?litros=40&bairro=farol',
    mcp: ['precos', { litros: 40, bairro: 'farol' }],
    cli: 'precos --litros 40 --bairro farol',
    tente: [
      '?litros=40&perto=farol',
      '"litros":40,"perto":"farol"}',
      'gasolina precos --litros 40 --perto farol',
    ],
  },
] as (Question & { tente: string[] })[])(
  '$http',
  ({ http, mcp, cli, tente: [query, args = '', line = ''] }) => {
    it('is refused with the question that is answered, as each face writes it', async () => {
      const { status, body } = await askHttp(http)
      const { tente } = body as { tente?: string }
      expect([status, tente]).toEqual([400, `${URL_BASE}/gasolina/api/precos${query}`])
      expect(await askHttp(`precos${query}`)).toMatchObject({ status: 200 })
      expect(textOf(await askMcp(...mcp))).toContain(args)
      const atTerminal = await askCli(cli)
      expect(atTerminal.stderr).toContain(`Tente: ${line}`)
      expect(JSON.parse(atTerminal.stdout)).toMatchObject({ tente: expect.stringContaining(line) })
    })
  },
)

describe('menus', () => {
  it("are to the package's client what they are over HTTP", async () => {
    const { base } = await listenInTest(createServer(http.listener))
    const cliente = createCliente({ url: base })
    expect(await cliente.municipios()).toEqual((await askHttp('municipios')).body)
    expect(await cliente.bairros()).toEqual((await askHttp('bairros')).body)
    expect(await cliente.bairros({ municipio: 'Penedo' })).toEqual(
      (await askHttp('bairros?municipio=penedo')).body,
    )
    expect(await cliente.combustiveis()).toEqual((await askHttp('combustiveis')).body)
  })
})

async function askHttp(path: string): Promise<{ status: number; body: unknown }> {
  const response = await http.router.request(`/gasolina/api/${fill(path)}`)
  return { status: response.status, body: await response.json() }
}

function askMcp(name: string, args: Record<string, unknown>) {
  // A list nobody ordered is by probable price to a model, by price to a program.
  const ordered = name === 'precos' ? { ordenar: 'preco', ...args } : args
  const filled = Object.entries(ordered).map(([key, value]) => [
    key,
    typeof value === 'string' ? fill(value) : value,
  ])
  return client.callTool({ name, arguments: Object.fromEntries(filled) })
}

function askCli(command: string) {
  return gasolina([...fill(command).split(' '), '--json'], { env, now: clock() })
}

function textOf(result: Record<string, unknown>): string {
  return (result['content'] as { text?: string }[]).map(({ text }) => text ?? '').join('\n')
}

function fill(text: string): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => known.get(name) ?? '')
}
