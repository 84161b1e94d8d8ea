import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { publishRegistry } from '../src/collect/registry/publish-registry.ts'
import { HOUR, instante } from '../src/domain/basics/time.ts'
import type { RespostaPrecos } from '../src/domain/answers/precos.ts'
import { AGORA } from './demonstration.ts'
import { type World, createWorld, startServer } from './http/fixture.ts'
import { createCliente } from '../src/query/cliente.ts'
import { connect, depsOf } from './mcp/world.ts'

/** Of the stations by CNPJ: brands in turn, and every fourth not in the registry. */
const BRANDS = ['VIBRA ENERGIA', 'BANDEIRA BRANCA', '']

let world: World
let client: Client
beforeAll(async () => {
  world = await createWorld()
  const { store, follower, query } = world
  const postos = (await store.commits.load())?.commit.estado.postos ?? []
  const cadastro = {
    origem: 'https://cadastro.example/al?segredo=1',
    em: instante(AGORA),
    recusadas: 2,
    postos: postos.flatMap(({ estabelecimento: { cnpj } }, at) =>
      at % 4 === 3 ? [] : [{ cnpj, distribuidora: BRANDS[at % 4] ?? '', latitude: null, longitude: null }],
    ),
  }
  await publishRegistry(store, cadastro, { forcar: false, agora: instante(AGORA + HOUR) })
  await follower.refresh()
  client = await connect(depsOf(query))
})
afterAll(() => client.close())

async function get(path: string): Promise<Response> {
  return world.http.router.request(`/gasolina/${path}`)
}

async function json<T>(path: string): Promise<T> {
  return (await get(`api/${path}`)).json() as Promise<T>
}

function brandsOf({ conteudo }: Pick<RespostaPrecos, 'conteudo'>) {
  return new Set(conteudo.map(({ estabelecimento: { bandeira } }) => bandeira))
}

/** Values of the brands to choose from on a page, the chosen one with a star. */
function options(page: string): string[] {
  const [select = ''] = page.match(/<select id="bandeira".*?<\/select>/s) ?? []
  return [...select.matchAll(/value="([^"]*)"([^>]*)>/g)].map(
    ([, value = '', more = '']) => value + (more.includes('selected') ? '*' : ''),
  )
}

const prices = (question: string) => json<RespostaPrecos>(`precos?suspeitos=incluir${question}`)

describe('the brand of a station', () => {
  it('stands in every answer with the source and its day, unknown apart from none', async () => {
    const all = await prices('')
    expect(brandsOf(all)).toEqual(new Set(['vibra', 'branca', null]))
    expect(all.cadastro).toEqual({
      fonte: 'Cadastro dado à demonstração',
      origem: 'https://cadastro.example/al',
      dia: '2026-04-16',
    })
    const known = all.conteudo.find(({ estabelecimento }) => estabelecimento.bandeira === 'vibra')
    const cnpj = known?.estabelecimento.cnpj ?? ''
    expect(await json(`posto/${cnpj}`)).toMatchObject({
      estabelecimento: { bandeira: 'vibra', bandeiraNome: 'Petrobras (Vibra)' },
      cadastro: all.cadastro,
    })
    expect(await json(`postos?bandeira=petrobras&limite=1`)).toMatchObject({
      conteudo: [{ estabelecimento: { bandeira: 'vibra' } }],
    })
    const page = await (await get(`posto/${cnpj}/`)).text()
    expect(page).toContain('Bandeira: <strong>Petrobras (Vibra)</strong>')
    expect(page).toMatch(/Cadastro dado à demonstração,\s+16\/04\/2026/)
    expect(await (await get('gasolina-comum/')).text()).toContain('Bandeira branca · ')
    const { features } = (await (await get('dados/gasolina-comum.geojson')).json()) as {
      features: { properties: { bandeira: string | null } }[]
    }
    expect(new Set(features.map(({ properties }) => properties.bandeira))).toEqual(brandsOf(all))
    const [header = '', ...rows] = (await (await get('dados/gasolina-comum.csv')).text()).trim().split('\r\n')
    const at = header.split(',').indexOf('bandeira')
    expect(rows.filter((row) => row.split(',').at(at - header.split(',').length) === 'vibra')).toHaveLength(
      all.conteudo.filter(({ estabelecimento }) => estabelecimento.bandeira === 'vibra').length,
    )
  })

  it('is told by the tools, and asked of them', async () => {
    const result = await client.callTool({ name: 'precos', arguments: { bandeira: 'vibra', limite: 5 } })
    expect(result.structuredContent).toMatchObject({
      totalEncontrados: (await json<RespostaPrecos>('precos?bandeira=vibra')).totalEncontrados,
    })
    expect(JSON.stringify(result.content)).toContain('Bandeira: só Petrobras (Vibra)')
    expect(brandsOf(result.structuredContent as unknown as RespostaPrecos)).toEqual(new Set(['vibra']))
  })

  it('is read and asked by the client as by any program', async () => {
    const { base } = await startServer(world)
    const cliente = createCliente({ url: base })
    const question = { combustivel: 'alcool', bandeira: '-vibra' } as const
    expect(await cliente.precos(question)).toEqual(await json('precos?combustivel=alcool&bandeira=-vibra'))
    const { cadastroDePostos } = await cliente.situacao()
    expect(cadastroDePostos?.bandeiras.map(({ bandeira }) => bandeira).toSorted()).toEqual([
      'branca',
      'vibra',
    ])
  })

  it('adds up: with one, without it and unknown are all', async () => {
    const [all, vibra, other] = await Promise.all([
      prices(''),
      prices('&bandeira=vibra'),
      prices('&bandeira=-vibra'),
    ])
    expect(brandsOf(vibra)).toEqual(new Set(['vibra']))
    expect(brandsOf(other)).toEqual(new Set(['branca', null]))
    expect(vibra.totalEncontrados + other.totalEncontrados).toBe(all.totalEncontrados)
    expect(vibra.observacoes).toContainEqual(
      expect.stringMatching(
        /^Bandeira: só Petrobras \(Vibra\), \d+ postos do lugar, pelo cadastro da ANP de 16\/04\/2026\. De \d+ postos de lá a bandeira não é conhecida: ficam fora\.$/,
      ),
    )
    for (const question of [
      'precos?perto=maceio&',
      'precos?rota=maceio;arapiraca&',
      'estatisticas?perto=maceio&',
    ])
      expect((await json<RespostaPrecos>(`${question}bandeira=-vibra`)).observacoes).toContain(
        'Bandeira: sem Petrobras (Vibra), pelo cadastro da ANP de 16/04/2026. Os postos de que ela não é conhecida ficam dentro.',
      )
    const both = await prices('&bandeira=vibra,branca&municipio=maceio')
    expect(brandsOf(both)).toEqual(new Set(['vibra', 'branca']))
    expect(new Set(both.conteudo.map(({ estabelecimento }) => estabelecimento.endereco.municipio))).toEqual(
      new Set(['MACEIO']),
    )
  })

  it('is compared, each brand with the figures that its own question gives', async () => {
    interface Stats {
      grupos: { nome: string; bandeira: string | null; postos: number; precoMediano: number }[]
      combustiveis: Record<string, { postos: number; precoMediano: number }>
    }
    const { grupos } = await json<Stats>('estatisticas?por=bandeira&municipio=maceio')
    expect(new Set(grupos.map(({ bandeira }) => bandeira))).toEqual(new Set(['vibra', 'branca', null]))
    const vibra = grupos.find(({ bandeira }) => bandeira === 'vibra')
    const own = await json<Stats>('estatisticas?bandeira=vibra&municipio=maceio')
    expect(vibra).toMatchObject({
      nome: 'Petrobras (Vibra)',
      ...(own.combustiveis['gasolina-comum'] && {
        postos: own.combustiveis['gasolina-comum'].postos,
        precoMediano: own.combustiveis['gasolina-comum'].precoMediano,
      }),
    })
    const [header = '', ...rows] = (await (await get('api/estatisticas?por=bandeira&formato=csv')).text())
      .trim()
      .split('\r\n')
    const column = header.split(',').indexOf('bandeira')
    expect(rows.map((row) => row.split(',')[column])).toContain('vibra')
  })

  it('is chosen on the pages of lists, and stays chosen on other fuels, orders and pages', async () => {
    const town = (question: string) => get(`gasolina-comum/maceio/${question}`).then((page) => page.text())
    expect(options(await town(''))).toEqual(['', 'branca', 'vibra'])
    const page = await town('?bandeira=vibra&ordenar=recente')
    expect(options(page)).toEqual(['', 'branca', 'vibra*'])
    expect(page).toContain('<h1>Gasolina comum em Maceió, bandeira Petrobras (Vibra)</h1>')
    const { conteudo } = await json<RespostaPrecos>('precos?municipio=maceio&bandeira=vibra&ordenar=recente')
    const rows = [...page.matchAll(/class="row" id="posto-(\w+)"/g)].map(([, cnpj]) => cnpj)
    expect(rows).toEqual(conteudo.map(({ estabelecimento }) => estabelecimento.cnpj))
    for (const part of [
      'gasolina/alcool/maceio/?bandeira=vibra&amp;ordenar=recente',
      'api/precos?combustivel=gasolina-comum&amp;municipio=2704302&amp;bandeira=vibra',
      'pelo cadastro da ANP de 16/04/2026',
    ])
      expect(page).toContain(part)
    expect(page).not.toContain('mudancas.atom?combustivel=gasolina-comum&amp;municipio=2704302">Feed')
    expect(options(await town('?bandeira=-vibra'))).toEqual(['', 'branca', 'vibra', '-vibra*'])
    const state = await (await get('gasolina-comum/?bandeira=branca')).text()
    expect(state).toContain('<h1>Gasolina comum em Alagoas, bandeira branca</h1>')
    expect(state).toContain('gasolina/gasolina-comum/2/?bandeira=branca')
    expect(state).toContain('gasolina/alcool/?bandeira=branca')
    expect(await (await get('gasolina-comum/2/?bandeira=branca')).text()).toContain('class="row"')
    expect((await get('gasolina-comum/?bandeira=xpto')).status).toBe(400)
  })

  it('is chosen on the map and beside other towns, with the figures that the API has of it', async () => {
    const question = 'estatisticas?por=municipio&combustivel=alcool&bandeira=vibra'
    const { grupos } = await json<{ grupos: { nome: string; postos: number; precoMediano: number }[] }>(
      question,
    )
    const towns = grupos.filter(({ postos }) => postos > 0)
    // A town without a station of the brand is one without a price, and what is said of it is said of the brand.
    expect(grupos).toHaveLength(102)
    const without = grupos.find(({ postos }) => postos === 0)?.nome ?? ''
    const { observacoes } = await json<RespostaPrecos>(
      `precos?combustivel=alcool&bandeira=vibra&municipio=${encodeURIComponent(without)}`,
    )
    expect(observacoes).toContain(
      'Nenhum posto de lá, da bandeira pedida, vendeu Álcool (etanol) nos últimos dez dias.',
    )
    expect(observacoes.join(' ')).toContain('Dos postos da bandeira pedida, o mais perto que vende Álcool')
    const around = await json<{ observacoes: string[] }>(
      `estatisticas?combustivel=alcool&bandeira=vibra&raio=1&perto=${encodeURIComponent(without)}`,
    )
    expect(around.observacoes.join(' ')).toMatch(/(?<!O posto) Dos postos da bandeira pedida, o mais perto/)
    for (const [path, row] of [
      ['mapa/', /<a href="[^"]*\/alcool\/[a-z-]+\/\?bandeira=vibra">([^<]+)<\/a>/g],
      ['comparar/', /<th scope="row">\s*<a href="[^"]*\?bandeira=vibra">([^<]+)<\/a>/g],
    ] as const) {
      const page = await (await get(`${path}?combustivel=alcool&bandeira=vibra`)).text()
      expect(options(page)).toEqual(['', 'branca', 'vibra*'])
      expect(page).toContain('Álcool (etanol), bandeira Petrobras (Vibra)</h1>')
      expect(page).toContain('pelo cadastro da ANP de 16/04/2026')
      expect(page).toContain(`${path}?combustivel=gnv&amp;bandeira=vibra`)
      expect([...page.matchAll(row)].map(([, name]) => name?.replaceAll('&#39;', "'")).toSorted()).toEqual(
        towns.map(({ nome }) => nome).toSorted(),
      )
    }
    const compared = await (
      await get('comparar/?combustivel=alcool&bandeira=vibra&municipios=maceio,arapiraca')
    ).text()
    expect(compared).toContain('municipios=maceio%2Carapiraca&amp;bandeira=vibra')
    // The past days of a place are those of all brands.
    expect(compared).not.toContain('class="chart"')
    expect((await get('mapa/?bandeira=xpto')).status).toBe(400)
  })

  it('narrows the stations on the way, and is chosen there', async () => {
    const page = await (await get('caminho/?de=maceio&para=arapiraca&bandeira=vibra')).text()
    const question = 'precos?rota=maceio;arapiraca&desvio=2&litros=40&consumo=10&ordenar=custo'
    const { conteudo } = await json<RespostaPrecos>(`${question}&bandeira=vibra`)
    const shown = [...page.matchAll(/class="row" id="posto-(\w+)"/g)].map(([, cnpj]) => cnpj)
    expect(shown.toSorted()).toEqual(conteudo.map(({ estabelecimento: { cnpj } }) => cnpj).toSorted())
    expect((await json<RespostaPrecos>(question)).conteudo.length).toBeGreaterThan(shown.length)
    expect(options(page)).toEqual(['', 'branca', 'vibra*'])
  })

  it('is in the file of near me, with a choice on its page, and in what search engines read', async () => {
    const { campos, postos, cadastro } = await json<{
      campos: string[]
      postos: (string | null)[][]
      cadastro: object
    }>('../dados/gasolina-comum.min.json')
    const { conteudo } = await json<RespostaPrecos>('precos')
    expect(postos.map((values) => values[campos.indexOf('bandeira')])).toEqual(
      conteudo.map(({ estabelecimento }) => estabelecimento.bandeira),
    )
    expect(postos.map((values) => values[campos.indexOf('bandeiraNome')])).toContain('Petrobras (Vibra)')
    expect(cadastro).toMatchObject({ dia: '2026-04-16' })
    expect(options(await (await get('perto/')).text())).toEqual(['', 'branca', 'vibra'])
    const brandAt = async (bandeira: string) => {
      const of = conteudo.find(({ estabelecimento }) => estabelecimento.bandeira === bandeira)
      const page = await (await get(`posto/${of?.estabelecimento.cnpj}/`)).text()
      const [, data = ''] = page.match(/ld\+json">(.*?)<\/script>/s) ?? []
      return data.match(/"brand":\{[^}]*\}/)?.[0]
    }
    expect(await brandAt('vibra')).toBe('"brand":{"@type":"Brand","name":"Petrobras (Vibra)"}')
    expect(await brandAt('branca')).toBeUndefined()
  })

  it.each([
    ['petrobras', 'gasolina-comum/?bandeira=vibra'],
    ['postos BR em maceió', 'gasolina-comum/maceio/?bandeira=vibra'],
    ['etanol bandeira branca arapiraca', 'alcool/arapiraca/?bandeira=branca'],
    ['vibra no farol', 'gasolina-comum/maceio/?bairro=Farol&bandeira=vibra'],
    ['vibra perto do aeroporto', 'perto/?perto=Aeroporto+de+Macei%C3%B3%2C+Rio+Largo&bandeira=vibra'],
    ['petrobras ou bandeira branca em maceió', 'gasolina-comum/maceio/?bandeira=branca%2Cvibra'],
    ['br 101', undefined],
    ['água branca', 'gasolina-comum/agua-branca/'],
  ])('named in a search leads to the list of its stations: %s', async (q, address) => {
    const { headers } = await get(`busca/?q=${encodeURIComponent(q)}`)
    expect(headers.get('location') ?? undefined).toBe(address && `/base/gasolina/${address}`)
  })

  it('without a station is told in a search', async () => {
    const page = await (await get('busca/?q=esso')).text()
    expect(page).toContain('Nenhum posto conhecido é da bandeira Esso.')
  })

  it('that no station has is refused with those there are, and any where no registry was taken', async () => {
    const refused = await get('api/precos?bandeira=xpto')
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      message: expect.stringMatching(
        /da bandeira 'xpto'\. Há (?:Petrobras \(Vibra\)|Bandeira branca) \(\d+\) e .* \(\d+\)\./,
      ),
      erros: [{ parametro: 'bandeira', valor: 'xpto', aceitos: expect.arrayContaining(['vibra', 'branca']) }],
    })
    const { http } = await createWorld()
    const without = await http.router.request('/gasolina/api/precos?bandeira=vibra')
    expect([without.status, await without.json()]).toEqual([
      400,
      expect.objectContaining({ message: expect.stringMatching(/não tomou o cadastro da ANP/) }),
    ])
    const plain = await http.router.request('/gasolina/api/precos?limite=1')
    expect(await plain.text()).not.toMatch(/bandeira|cadastro/)
    for (const path of ['gasolina-comum/', 'gasolina-comum/maceio/', 'perto/', 'dados/alcool.min.json']) {
      const page = await http.router.request(`/gasolina/${path}`)
      expect(await page.text()).not.toMatch(/bandeira/i)
    }
  })

  it('is counted in situacao, with the stations that the registry lacks', async () => {
    const situacao = await json<Record<string, unknown>>('situacao')
    const stations = world.follower.current()?.commit.estado.postos.length ?? 0
    expect(situacao['cadastroDePostos']).toMatchObject({
      linhasRecusadas: 2,
      foraDoCadastro: Math.floor(stations / 4),
      bandeiras: expect.arrayContaining([expect.objectContaining({ bandeira: 'vibra' })]),
    })
  })
})
