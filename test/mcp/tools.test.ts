import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Grupo } from '../../src/domain/answers/estatisticas.ts'
import type { HistoricoDoLugar } from '../../src/domain/answers/historico.ts'
import { consultas, parametros } from '../../src/domain/questions/parameters.ts'
import { ferramentas } from '../../src/domain/questions/routes.ts'
import { readQuery } from '../../src/domain/questions/read-query.ts'
import { municipioByCode } from '../../src/domain/alagoas/municipalities.ts'
import { tools } from '../../src/mcp/server.ts'
import type { GasolinaError } from '../../src/errors.ts'
import type { Query } from '../../src/query/query.ts'
import { fuelOf, slugs } from '../../src/domain/facts/fuels.ts'
import { decimal, money, wholeCents } from '../../src/format/words/formatting.ts'
import { ARAPIRACA, cnpjOf, type Pump, crowd, queryOver } from '../fixtures.ts'
import { CNPJ, sale } from '../query/past-fixture.ts'
import { ask } from './ask.ts'
import { connectAfter } from './past.ts'
import { URL_BASE, connect, demonstrationQuery, depsOf } from './world.ts'

let query: Query
let client: Client
let cnpj: string

beforeAll(async () => {
  query = await demonstrationQuery()
  client = await connect(depsOf(query))
  await client.listTools()
  const { conteudo } = await query.precos({ combustivel: 'alcool', suspeitos: 'omitir', limite: 1 })
  cnpj = conteudo[0]?.estabelecimento.cnpj ?? ''
})

describe('a cheaper station just beyond the radius', () => {
  it('is a sentence, and a row that names the station', async () => {
    const asked = { combustivel: 'diesel-aditivado', lat: -9.66, lon: -35.7, raio: 3 }
    const pumps = [[1, 6.5, -35.702] as const, [2, 6.2, -35.74] as const].map(([posto, preco, lon]) => ({
      posto,
      preco,
      combustivel: 'diesel-aditivado' as const,
      ponto: [-9.66, lon] as [number, number],
    }))
    const { query } = await queryOver(pumps)
    const near = await connect(depsOf(query))
    const { text, data, structured } = await ask(near, 'precos', asked)
    expect(text).toContain('Logo depois do raio, a 4,4 km: R$ 6,20, 4,6 % menos que o primeiro.')
    const { cnpj } = (structured['logoDepois'] as { estabelecimento: { cnpj: string } }).estabelecimento
    expect(data).toContainEqual(
      expect.objectContaining({
        logoDepois: expect.objectContaining({
          cnpj,
          preco: 6.2,
          venda: expect.stringMatching(/^\d\d\/\d\d \d\d:\d\d$/),
        }),
      }),
    )
    expect((await ask(near, 'precos', { ...asked, ordem: 'desc' })).text).not.toContain('Logo depois')
  })

  it('has no false decimal where the place is the middle of a district', async () => {
    const alike = { combustivel: 'diesel-aditivado' as const }
    const { query } = await queryOver([
      { posto: 1, preco: 6.5, bairro: 'FAROL', ponto: [-9.66, -35.702], ...alike },
      { posto: 2, preco: 6.6, bairro: 'PRADO', ponto: [-9.66, -35.74], ...alike },
      { posto: 3, preco: 6.2, bairro: 'PRADO', ...alike },
    ])
    const asked = { ...alike, lat: -9.66, lon: -35.7, raio: 3 }
    const { text } = await ask(await connect(depsOf(query)), 'precos', asked)
    expect(text).toContain('Logo depois do raio, a uns 4 km: R$ 6,20, 4,6 % menos que o primeiro.')
  })
})

describe('a price with few sales', () => {
  const lavish = { combustivel: 'alcool' as const, municipio: 'MACEIO', bairro: 'FAROL' }
  const pumps = [
    { posto: 1, preco: 5.2, ...lavish },
    { posto: 2, preco: 5.3, ...lavish },
    { posto: 3, preco: 5.4, ...lavish },
    { posto: 4, preco: 54, ...lavish },
  ]
  const toPay = /sustentam o preço, longe do usual do posto.*conte pagar o usual/

  it.each([
    ['precos', { municipio: 'maceio' }],
    ['estatisticas', { bairro: 'levada' }],
    ['posto', { nome: 'serrano central', municipio: 'maceio' }],
  ])('is told with what is usual in both views of %s', async (name, args) => {
    const { text, structured, observacoes } = await ask(client, name, args)
    expect(text).toMatch(toPay)
    expect(observacoes.join('\n')).toMatch(toPay)
    expect(JSON.stringify(structured)).toMatch(
      /"duvida":\{"motivo":"abaixo_do_usual","usual":[\d.]+,"vendas":\d+\}/,
    )
  })

  it('is doubted in the history that ends with it, and not in one that ends before', async () => {
    const asked = { nome: 'serrano central', municipio: 'maceio', combustivel: 'gasolina-comum' }
    const doubt = / \(só 1 venda; o usual é R\$ [\d,]+\)/
    const [said] = doubt.exec((await ask(client, 'posto', asked)).text) ?? []
    const { text, structured } = await ask(client, 'historico', asked)
    expect(text).toContain(`na última venda${said};`)
    expect(structured).toMatchObject({
      combustiveis: { 'gasolina-comum': { duvida: {}, confirmacao: { nestePreco: 1 } } },
    })
    expect((await ask(client, 'historico', { ...asked, ate: '2026-04-15' })).text).not.toMatch(doubt)
  })

  it('has no word of rank, below its usual or above it', async () => {
    const { query } = await queryOver([...pumps, { posto: 9, preco: 6.6, ...lavish, antes: [6.2, 6.2, 6.2] }])
    const asked = await connect(depsOf(query))
    const { text } = await ask(asked, 'posto', { cnpj: cnpjOf(9) })
    expect(text).toContain('só a última venda a este preço (só 1 venda; o usual é R$ 6,20); 4º mais barato')
  })

  it('at an end of the range has its doubt there, of several stations that of the one with most sales', async () => {
    const above = { ...lavish, preco: 6.6, antes: [6.2, 6.2, 6.2] }
    const of = async (...more: Pump[]) => {
      const { query } = await queryOver([...pumps.slice(0, 3), { ...above, posto: 9 }, ...more])
      const asked = await connect(depsOf(query))
      const figures = (await ask(asked, 'estatisticas', { combustivel: 'alcool' })).text
      return [(await ask(asked, 'precos', { combustivel: 'alcool' })).text, figures.replaceAll('/L', '')]
    }
    const alone = ' a R$ 6,60/L (só 1 venda; o usual é R$ 6,20)'
    const [list, figures] = await of()
    expect(list).toContain(`, de R$ 5,20/L${alone}.`)
    expect(figures).toContain(`de R$ 5,20${alone.replace('/L', '')}, mediana`)
    const corrida = [{ valor: 6.6, vendas: 3, desde: '2026-04-16T09:00:00-03:00' }]
    const [more, figuresOfMore] = await of({ ...above, posto: 10, corrida })
    expect(more).toContain(', de R$ 5,20/L a R$ 6,60/L (só 3 vendas; o usual é R$ 6,20).')
    expect(figuresOfMore).toContain(' a R$ 6,60 (só 3 vendas; o usual é R$ 6,20), mediana')
    const [sure, figuresOfSure] = await of({
      ...lavish,
      preco: 6.6,
      posto: 10,
      vendidoEm: '2026-04-15T09:00:00-03:00',
    })
    expect(sure).toContain(', de R$ 5,20/L a R$ 6,60/L.')
    expect(figuresOfSure).toContain(' a R$ 6,60, mediana')
  })

  it('that looks like an error is outside the range, and marked', async () => {
    const { query } = await queryOver(pumps)
    const asked = { combustivel: 'alcool', suspeitos: 'incluir' }
    const { text } = await ask(await connect(depsOf(query)), 'precos', asked)
    expect(text).toContain(
      '4 de 4 postos, do mais barato ao mais caro pelo preço provável, de R$ 5,20/L a R$ 5,40/L; fora da conta, 1 preço suspeito.',
    )
    expect(text).toContain('1 preço, marcado com suspeito, fica longe dos outros: não conte com ele.')
    const alone = await ask(await connect(depsOf(query)), 'precos', { ...asked, suspeitos: 'so' })
    expect(alone.text).toContain('1 de 1 posto, do mais barato ao mais caro, a R$ 54,00/L.')
  })

  it.each([
    [{ limite: 2 }, 'pelo preço provável; o menor provável desta lista é R$ 5,20/L, o maior R$ 5,30/L.'],
    [{ limite: 1 }, 'pelo preço provável; o menor provável desta lista é R$ 5,20/L.'],
  ])('of a part of the list, %o, the span is said to be that of the part', async (args, span) => {
    const { query } = await queryOver(pumps)
    const { text } = await ask(await connect(depsOf(query)), 'precos', { combustivel: 'alcool', ...args })
    expect(text).toContain(span)
  })

  it('in a comparison of places has its number of sales and the probable price', async () => {
    const { query } = await queryOver([
      { posto: 1, preco: 5, antes: [6, 6, 6] },
      { posto: 2, preco: 6.1, cidade: ARAPIRACA },
    ])
    const asked = { municipios: 'maceio,arapiraca' }
    const { data, observacoes, structured } = await ask(await connect(depsOf(query)), 'estatisticas', asked)
    expect(observacoes).toContainEqual(
      expect.stringContaining('Onde provavel (na estrutura, maisBaratoProvavel) não é o minimo'),
    )
    expect(observacoes).toContain(
      'Do menor preço provável de Arapiraca (R$ 6,10) ao de Maceió (R$ 6,00): R$ 0,10, R$ 5,00 em 50 L.',
    )
    const [{ colunas, linhas }] = data as [{ colunas: string[]; linhas: unknown[][] }]
    const ofLikeliest = colunas.slice(colunas.indexOf('provavel'))
    expect(ofLikeliest).toEqual(['provavel', 'postoDoProvavel', 'cnpjDoProvavel', 'nestePreco', 'venda'])
    expect(linhas.map((cells) => cells.slice(-5, -2))).toEqual([
      [6, expect.any(String), cnpjOf(1)],
      [6.1, expect.any(String), cnpjOf(2)],
    ])
    expect(structured['grupos']).toEqual([
      expect.objectContaining({
        maisBarato: expect.objectContaining({ vendas: 1, nestePreco: 1, precoProvavel: 6 }),
        maisBaratoProvavel: expect.objectContaining({ cnpj: cnpjOf(1), precoProvavel: 6 }),
      }),
      expect.objectContaining({ maisBarato: expect.objectContaining({ precoProvavel: 6.1 }) }),
    ])
  })
})

describe('a period', () => {
  it.each([
    [{ cnpj: true, granularidade: 'dia' }, /A primeira venda vista no período é de \d\d\/03\/2026\./],
    [{ cnpj: true, granularidade: 'mes' }, /O primeiro mês com venda vista no período é 03\/2026\./],
    [{ cnpj: true, granularidade: 'semana' }, /A primeira semana com venda vista no período começa em /],
    [{ cnpj: true, desde: '2030-01-01', ate: '2030-01-31' }, /O período pedido ainda não chegou/],
    [{ municipio: 'maceio', desde: '2030-01-01', ate: '2030-01-31' }, /O período pedido ainda não chegou/],
    [
      { cnpj: true, desde: '2024-01-01', ate: '2024-01-31' },
      /As vendas vistas deste posto começam em 03\/2026\./,
    ],
    [
      { municipio: 'maceio', desde: '2024-01-01', ate: '2024-01-31' },
      /Os preços conhecidos deste lugar começam em 03\/2026\./,
    ],
  ])(
    '%o tells since when there are sales',
    async ({ cnpj: isStation, ...asked }: Record<string, unknown>, since) => {
      const { text, observacoes } = await ask(client, 'historico', {
        ...asked,
        ...(isStation ? { cnpj } : {}),
      })
      expect(text).toMatch(since)
      expect(observacoes).toContainEqual(expect.stringMatching(since))
    },
  )
})

/** Accepted all the same: `perto` and `limite` say as much. */
const UNDESCRIBED: ReadonlySet<string> = new Set(['lat', 'lon', 'registrosPorPagina'])

/** Parameters of a question but those of `NOT_OF_TOOLS`, src/mcp/tools/arguments.ts: one that is left out there is left out here too. */
function ofTools(consulta: 'precos' | 'estatisticas') {
  const [formato, dialeto] = ['formato', 'dialeto']
  return consultas[consulta].parametros.filter((name) => name !== formato && name !== dialeto)
}

describe('the tools', () => {
  it('are named as the routes, read only, idempotent and of a closed world', async () => {
    const { tools } = await client.listTools()
    expect(tools.map((tool) => tool.name)).toEqual(['precos', 'posto', 'historico', 'estatisticas'])
    for (const { title, annotations } of tools)
      expect(annotations).toEqual({
        title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      })
  })

  it.each(ferramentas)('%s says when to use it, when another, and what it leaves out', async (name) => {
    const { tools } = await client.listTools()
    const others = tools.map((tool) => tool.name).filter((other) => other !== name)
    const { description = '', inputSchema, outputSchema } = tools.find((tool) => tool.name === name) ?? {}
    expect(description).toMatch(/^Use (para|quando) /m)
    expect(description).toMatch(/^Use .*Não use para /m)
    expect(description).toMatch(/[Ff]icam (de )?fora|Há dados apenas/)
    expect(others.filter((other) => description.includes(other)).length).toBeGreaterThanOrEqual(2)
    expect(description).not.toMatch(/[A-Z]{6,}|!/)
    expect(inputSchema?.type).toBe('object')
    expect(outputSchema?.type).toBe('object')
    for (const property of Object.values(inputSchema?.properties ?? {}))
      expect(property).toHaveProperty('description')
  })

  it.each([
    ['precos', ofTools('precos').filter((name) => !UNDESCRIBED.has(name))],
    ['posto', ['cnpj', 'nome', 'bairro', 'municipio', 'combustivel', 'razao']],
    [
      'historico',
      ['cnpj', 'nome', 'bairro', 'municipio', 'combustivel', 'desde', 'ate', 'granularidade', 'pagina'],
    ],
  ] as const)("%s describes the table's parameters, most in the table's words", async (name, names) => {
    const { tools } = await client.listTools()
    const properties = tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {}
    expect(Object.keys(properties)).toEqual(names)
    const shortened = new Set(['combustivel', 'bairro', 'municipio', 'cnpj'])
    for (const parameter of names.filter((each) => !shortened.has(each)))
      expect((properties[parameter] as { description: string }).description).toContain(
        parametros[parameter].descricao,
      )
  })

  it("estatisticas takes the table's parameters but bandeira, and whether to tell the status, too", async () => {
    const { tools } = await client.listTools()
    const properties = tools.find(({ name }) => name === 'estatisticas')?.inputSchema.properties ?? {}
    const names = ofTools('estatisticas').filter((name) => name !== 'bandeira')
    expect(Object.keys(properties)).toEqual([...names, 'situacao'])
    expect(properties['situacao']).toMatchObject({ type: 'boolean' })
  })

  it('have schemas of answers with names and types only', async () => {
    const list = await client.listTools()
    for (const { outputSchema } of list.tools) expect(JSON.stringify(outputSchema)).not.toContain('"pattern"')
    const precos = JSON.stringify(list.tools[0]?.outputSchema)
    for (const name of ['valorDeclarado', 'dataVenda', 'localizacao', 'municipio', 'distanciaKm'])
      expect(precos).toContain(`"${name}"`)
  })

  it('are introduced in Portuguese in the instructions', () => {
    const instructions = client.getInstructions()
    for (const word of ['Alagoas', 'atualizadoEm', 'atribuicao', 'demonstracao', 'https://precos.example'])
      expect(instructions).toContain(word)
  })
})

describe('precos', () => {
  it('gives the 10 cheapest as HTTP does, says how many more there are and links the CSV', async () => {
    const { structured, text, links, data } = await ask(client, 'precos')
    const whole = await query.precos({
      combustivel: 'gasolina-comum',
      suspeitos: 'omitir',
      ordenar: 'provavel',
      limite: 10,
    })
    expect(JSON.parse(JSON.stringify(whole))).toMatchObject(structured)
    expect(text).toContain(`Há mais ${whole.totalEncontrados - 10} postos`)
    expect(text).toContain('DEMONSTRAÇÃO')
    expect(text).toContain('Fonte: ')
    expect(text).toContain('https://precos.example/gasolina/dados/gasolina-comum.csv')
    expect(links).toMatchObject([
      { uri: `${URL_BASE}/gasolina/dados/gasolina-comum.csv`, mimeType: 'text/csv' },
    ])
    expect(data).toEqual([
      {
        colunas: expect.arrayContaining(['preco', 'venda', 'posto', 'cnpj']),
        linhas: expect.any(Array),
        lugar: 'Alagoas',
      },
    ])
  })

  it.each([
    [{ limite: 50 }, 50],
    [{ limite: 200 }, 50],
    [{ registrosPorPagina: 1000 }, 50],
    [{ pagina: 3 }, 10],
    [{ pagina: 2, registrosPorPagina: 7 }, 7],
  ])('answers %o within its bounds, with the prices HTTP gives', async (args, rows) => {
    const { structured } = await ask(client, 'precos', args)
    const conteudo = structured.conteudo as Row[]
    expect(conteudo).toHaveLength(rows)
    const all = await query.precos({
      combustivel: 'gasolina-comum',
      suspeitos: 'omitir',
      ordenar: 'provavel',
    })
    const { pagina = 1, registrosPorPagina = 10 } = args as { pagina?: number; registrosPorPagina?: number }
    const from = (pagina - 1) * registrosPorPagina
    expect(conteudo.map(pricesOf)).toEqual(all.conteudo.slice(from, from + conteudo.length).map(pricesOf))
  })

  it('says if the drive is worth it, with litres and consumption assumed', async () => {
    const here = { lat: -9.66, lon: -35.71, litros: 40, consumo: 11 }
    const { text, structured } = await ask(client, 'precos', { ...here, ordenar: 'custo' })
    const [first] = structured.conteudo as { custo: { deslocamento: number; total: number } }[]
    const { sobreMaisPerto, maisPerto } = structured.economia as {
      sobreMaisPerto: number
      maisPerto: { nomeFantasia: string; precoProvavel: number }
    }
    expect(sobreMaisPerto).toBeGreaterThan(0)
    const drive = `Ir ao primeiro da lista custa ${wholeCents(first?.custo.deslocamento ?? NaN)} de desvio e poupa ${wholeCents(sobreMaisPerto)}, já pago o desvio, contra o posto mais perto (CNPJ `
    const [, after = ''] = text.split(drive)
    // The name is in `economia.maisPerto`.
    expect(after.slice(18)).toContain(`), a ${money(maisPerto.precoProvavel)}.`)
    expect(maisPerto.nomeFantasia).toMatch(/^POSTO FICTICIO/)
    expect(text).toContain('40 L mais ida e volta, em linha reta × 1,3, a 11 km por litro')
    const little = await ask(client, 'precos', { ...here, litros: 1, ordenar: 'preco' })
    expect(little.text).toMatch(/não compensa: custa R\$ \d+,\d+ de desvio e sai R\$ \d+,\d+ mais caro/)
    const near = await ask(client, 'precos', { ...here, ordenar: 'distancia' })
    expect(near.text).not.toContain('primeiro da lista')
  })

  it('names the station against which a drive is reckoned, in both views', async () => {
    const { data, structured, links } = await ask(client, 'precos', { perto: 'ponta verde', litros: 40 })
    expect(links[0]?.uri).toMatch(/litros=40&.*formato=csv/)
    const { maisPerto } = structured.economia as {
      maisPerto: { nomeFantasia: string; precoProvavel: number }
    }
    expect(data).toMatchObject([
      { maisPerto: { posto: maisPerto.nomeFantasia, precoProvavel: maisPerto.precoProvavel } },
    ])
  })

  it.each([
    ['estatisticas', { lat: -9.66, lon: -35.7 }, 'estatisticas com {"perto":"-9.66,-35.7"}'],
    ['historico', { perto: 'farol', raio: 3 }, 'historico com {"bairro":"farol"}'],
    [
      'precos',
      { rota: 'maceio;penedo', perto: 'penedo', limite: 3 },
      'precos com {"perto":"penedo","limite":3}',
    ],
    ['posto', { municipio: 'penedo' }, 'precos com {"municipio":"penedo"}'],
    ['precos', { municipio: 'penedo', ordenar: 'custo' }, 'precos com {"ordenar":"custo","perto":"penedo"}'],
  ])('%s refuses %o with the question that is answered', async (tool, args, instead) => {
    const { text, isError } = await ask(client, tool, args)
    expect(isError).toBe(true)
    expect(text).toContain(`Por exemplo: ${instead}.`)
    const [, other = '', json = ''] = /^(\w+) com (.*)$/.exec(instead) ?? []
    expect(await ask(client, other, JSON.parse(json))).toMatchObject({ isError: false })
  })

  it.each([
    ['precos', { foo: 1 }],
    ['posto', { foo: 1 }],
    ['historico', { foo: 1 }],
    ['historico', { cnpj: '1', foo: 1 }],
    ['historico', { perto: 'aeroporto' }],
    ['estatisticas', { foo: 1 }],
    ['precos', Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`foo${i}`, 1]))],
  ])('%s refuses %o with the names of its own schema', async (name, args) => {
    const { tools } = await client.listTools()
    const own = Object.keys(tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {})
    const { text, isError } = await ask(client, name, args)
    expect(isError).toBe(true)
    expect(text).toMatch(new RegExp(`Use(?: só)?: ${own.join(', ')}\\.`))
  })

  it.each([
    ['precos', { perto: 'praia' }],
    ['precos', { rota: 'praia;maceio' }],
    ['estatisticas', { perto: 'praia' }],
  ])('%s refuses %o with all the places that may be meant', async (name, args) => {
    const [parametro = '', valor = ''] = Object.entries(args)[0] ?? []
    const given: [string, string][] = [[parametro, valor]]
    const refusal: unknown = await query.precos(readQuery('precos', given)).catch((error: unknown) => error)
    const { erros = [] } = refusal as GasolinaError
    expect(erros[0]?.aceitos?.length).toBeGreaterThan(3)
    const { text, data, isError } = await ask(client, name, args)
    expect([isError, data]).toEqual([true, [{ erros }]])
    expect(text).toMatch(/ e mais \d+/)
  })

  it('offers perto where a district begins with the word', async () => {
    const { observacoes } = await ask(client, 'precos', { bairro: 'perto do aeroporto' })
    expect(observacoes).toContain(
      '“perto do aeroporto” é o redor de um lugar: em precos e estatisticas se pede com perto=aeroporto.',
    )
    const mine = await ask(client, 'precos', { bairro: 'perto de mim' })
    expect(mine.text).not.toContain('perto=')
  })

  it('says when it cuts limite', async () => {
    expect((await ask(client, 'precos', { limite: 200 })).text).toContain('limite foi reduzido a 50')
    expect((await ask(client, 'precos', { limite: 50 })).text).not.toContain('reduzido')
  })

  it.each([
    ['etanol', 'alcool'],
    ['s10', 'diesel-aditivado'],
    ['Gasolina Aditivada', 'gasolina-aditivada'],
    ['3', 'alcool'],
    [6, 'gnv'],
  ] as const)('understands %s', async (said, combustivel) => {
    const { structured } = await ask(client, 'precos', { combustivel: said })
    const { atualizadoEm: _, ...meant } = await query.precos({
      combustivel,
      suspeitos: 'omitir',
      ordenar: 'provavel',
      limite: 10,
    })
    const { atualizadoEm: __, ...figures } = structured
    expect(JSON.parse(JSON.stringify(meant))).toMatchObject(figures)
  })

  it('finds a place in any spelling, and suggests names for an unknown one', async () => {
    const { structured } = await ask(client, 'precos', { bairro: 'Ponta-Verde', municipio: 'Maceió' })
    expect(structured.totalPostos).toBeGreaterThan(0)
    const near = await ask(client, 'precos', { bairro: 'pnta verde' })
    expect(near.structured.conteudo).toEqual(structured.conteudo)
    expect(near.text).toContain('“pnta verde” foi entendido como Ponta Verde.')
    expect(near.data).toMatchObject([{ lugar: 'Ponta Verde, Maceió' }])
    const unknown = await ask(client, 'precos', { bairro: 'ponta' })
    expect(unknown.isError).toBe(false)
    expect(unknown.structured.conteudo).toEqual([])
    expect(unknown.data).toMatchObject([{ sugestoes: expect.arrayContaining(['Ponta Verde']) }])
    const nowhere = await ask(client, 'precos', { bairro: 'xyzw' })
    expect(nowhere.text).toContain('só há dados de Alagoas')
    expect(JSON.stringify([nowhere.text, nowhere.data])).not.toContain('sugestoes')
  })

  it.each([10, 50])('marks distances to a place that is only approximate, %i rows long', async (limite) => {
    const near = { lat: -9.66, lon: -35.72, raio: 60, limite }
    const { data, structured, text } = await ask(client, 'precos', near)
    const [table] = data as [{ colunas: string[]; linhas: unknown[][] }]
    const km = table.colunas.indexOf('distanciaKm')
    const found = structured.conteudo as (Row & {
      distanciaKm: number
      estabelecimento: { endereco: { localizacao?: { precisao: string } } }
    })[]
    const coarse = found.map(({ estabelecimento }) => estabelecimento.endereco.localizacao?.precisao)
    expect(new Set(coarse.map((one) => one !== undefined)).size).toBe(2)
    expect(coarse).not.toContain('exata')
    expect(table.linhas.map((row) => row[km])).toEqual(
      found.map(({ distanciaKm }, i) =>
        coarse[i]
          ? `${{ bairro: 'no bairro', municipio: 'na cidade' }[coarse[i]]}${distanciaKm < 1 ? '' : `, uns ${Math.round(distanciaKm)} km`}`
          : Number(distanciaKm.toFixed(1)),
      ),
    )
    expect(text).toContain('Distância aproximada')
  })

  it('accepts numbers with too many decimals, numbers as texts, and null as absent', async () => {
    const asked = { lat: -9.66 - 1e-16, lon: '-35,70', raio: 5.1000000000000005, bairro: null, limite: '3' }
    const { structured } = await ask(client, 'precos', asked)
    expect(structured.conteudo).toHaveLength(3)
  })
})

describe('pages of precos', () => {
  it('have limite rows, their number, and the figures of the whole list', async () => {
    const { structured, text } = await ask(client, 'precos', { limite: 5, pagina: 2 })
    const all = await query.precos({
      combustivel: 'gasolina-comum',
      suspeitos: 'omitir',
      ordenar: 'provavel',
    })
    expect((structured.conteudo as Row[]).map(pricesOf)).toEqual(all.conteudo.slice(5, 10).map(pricesOf))
    expect(text).toContain(`(página 2 de ${Math.ceil(all.totalEncontrados / 5)})`)
    expect(structured).toMatchObject({ pagina: 2, precoMinimo: all.precoMinimo })
  })

  it('have the coordinates of stations in _meta only', async () => {
    const { _meta, structuredContent } = await client.callTool({ name: 'precos', arguments: { limite: 3 } })
    expect(JSON.stringify(structuredContent)).not.toContain('latitude')
    const { conteudo } = await query.precos({
      combustivel: 'gasolina-comum',
      suspeitos: 'omitir',
      ordenar: 'provavel',
      limite: 3,
    })
    expect(_meta?.['gasolina/pontos']).toEqual({
      colunas: ['cnpj', 'precisao', 'latitude', 'longitude'],
      linhas: conteudo.map(({ estabelecimento: { cnpj: id, endereco } }) => {
        const { precisao, latitude, longitude } = endereco.localizacao ?? {}
        return [id, precisao, latitude, longitude]
      }),
    })
  })
})

it('precos counts limite and pages as HTTP does, and links the CSV of the question', async () => {
  const { text, structured } = await ask(client, 'precos', {
    limite: 7,
    registrosPorPagina: 5,
    pagina: 2,
    municipio: 'maceio',
  })
  expect(structured).toMatchObject({ pagina: 2, totalPaginas: 2, registrosPagina: 2, totalPostos: 7 })
  expect(text).toMatch(
    /CSV de todos: http\S+precos\?combustivel=gasolina-comum&municipio=maceio&ordenar=provavel&formato=csv$/m,
  )
})

it.each([
  ['precos', {}],
  ['precos', { municipio: 'maceio' }],
  ['historico', { municipio: 'maceio' }],
  ['posto', { nome: 'serrano central', municipio: 'maceio' }],
] as const)('without a server %s %o has no link but to a resource of the connection', async (name, args) => {
  const { content } = await tools[name].handler(args, { query, urlBase: undefined })
  const [first, ...others] = content
  expect(JSON.stringify(first).replace(/Fonte: .*/, '')).not.toMatch(/https?:/)
  for (const block of others)
    expect(block.type === 'resource_link' ? block.uri : 'gasolina://dados').toMatch(
      /^gasolina:\/\/(dados|precos)/,
    )
})

describe('precos over few stations', () => {
  const place = { bairro: 'PONTA VERDE' }
  const few = queryOver([{ preco: 6.1, ...place }, { preco: 6.2, ...place }, { preco: 6.3 }])

  it.each([
    [
      { bairro: 'ponta verde' },
      'Só há 2 postos, pouco para comparar; perto (em linha reta, de centro a centro) há Centro (3,8 km).',
    ],
    [{ municipio: 'maceió' }, 'Só há 3 postos, pouco para comparar.'],
    [{ combustivel: 's500' }, 'procure o Diesel S10'],
    [{ combustivel: 'diesel' }, 'O S10 (diesel-aditivado) é também o que se entende por diesel'],
    [{ combustivel: 'gnv' }, 'Alargue os filtros'],
    [{ combustivel: 'gnv', bairro: 'ponta verdes' }, 'nenhum posto atende ao pedido.'],
    [{ lat: -35.7, lon: -9.66 }, 'fora de Alagoas, e só há dados de lá: lat e lon parecem trocadas'],
    [{ lat: -8.05, lon: -34.9 }, 'fora de Alagoas, e só há dados de lá.'],
    [{ pagina: 9 }, 'a página 9 não existe; a última é a 1'],
  ])('says how to go on from %o', async (args, sentence) => {
    const small = await connect(depsOf((await few).query))
    expect((await ask(small, 'precos', args)).text).toContain(sentence)
  })

  it('has no such note without a place', async () => {
    const small = await connect(depsOf((await few).query))
    expect((await ask(small, 'precos')).text).not.toContain('pouco')
  })
})

describe('stations on a route', () => {
  const rota = '-9.66,-35.73;-9.75,-36.66'

  it.each([
    ['asc', 'do começo ao fim da rota'],
    ['desc', 'do fim ao começo da rota'],
  ])('in order of the way, %s, are told so', async (ordem, told) => {
    expect((await ask(client, 'precos', { rota, ordenar: 'distancia', ordem })).text).toContain(told)
  })
})

describe('posto', () => {
  it('explains a missing price among several candidates', async () => {
    const { query } = await queryOver([
      ...crowd(9, 6),
      { posto: 20, preco: 3, nome: 'POSTO BEIRA RIO' },
      { posto: 21, preco: 6, nome: 'POSTO BEIRA RIO II' },
    ])
    const few = await connect(depsOf(query))
    const { text, structured } = await ask(few, 'posto', { nome: 'beira rio' })
    expect(text).toContain('Onde falta um preço, o posto não vendeu')
    expect((structured['conteudo'] as { precos: object }[]).map(({ precos }) => precos)).toEqual([
      {},
      { 'gasolina-comum': 6 },
    ])
    expect((await ask(few, 'posto', { nome: 'posto 1' })).text).not.toContain('Onde falta um preço')
  })

  it('says of a fuel sold once that it is the only sale seen, here and in its past', async () => {
    const few = await connectAfter([sale('2026-04-16', 6.37)])
    expect((await ask(few, 'posto', { cnpj: CNPJ })).text).toContain('É a única venda conhecida em 30 dias.')
    const { text, structured } = await ask(few, 'historico', { cnpj: CNPJ })
    expect(text).toContain('R$ 6,37/L na única venda conhecida do período; não se sabe se o preço mudou.')
    expect(structured['combustiveis']).toMatchObject({
      'gasolina-comum': { resumo: { variacao: null, ultimaMudanca: null } },
    })
    const before = { granularidade: 'mudancas', desde: '2026-04-10' }
    expect((await ask(few, 'historico', before)).text).toContain(
      'Os preços são acompanhados desde 16/04/2026: de antes pode faltar o que mudou.',
    )
  })

  it('says where ethanol pays by the plain gasoline only', async () => {
    const { query } = await queryOver([
      { posto: 1, preco: 7.1 },
      { posto: 1, preco: 4.97, combustivel: 'alcool' },
      { posto: 1, preco: 7, combustivel: 'gasolina-aditivada' },
    ])
    const { text } = await ask(await connect(depsOf(query)), 'posto', { cnpj: cnpjOf(1) })
    expect(text).toContain(
      'Aqui compensa o álcool: o álcool custa 0,7 da gasolina comum (limite 0,7); da aditivada, que ali custa menos, 0,71, e contra ela não compensa.',
    )
  })

  it('answers by CNPJ, with or without punctuation, as HTTP does', async () => {
    const whole = JSON.parse(JSON.stringify(await query.posto({ cnpj }))) as object
    const punctuated = cnpj.replace(/^(.{2})(.{3})(.{3})(.{4})/, '$1.$2.$3/$4-')
    for (const said of [cnpj, punctuated])
      expect(whole).toMatchObject((await ask(client, 'posto', { cnpj: said })).structured)
  })

  it('says when each price was paid, to the minute', async () => {
    const { combustiveis } = await query.posto({ cnpj })
    const { text } = await ask(client, 'posto', { cnpj })
    const sales = Object.values(combustiveis).map((fuel) => fuel.produto.venda.dataVenda)
    expect(sales.length).toBeGreaterThan(0)
    for (const sale of sales) {
      const [year, month, day] = sale.slice(0, 10).split('-')
      expect(text).toContain(`venda de ${day}/${month}/${year} ${sale.slice(11, 16)} (`)
    }
  })

  it('answers by a name of one station', async () => {
    const { estabelecimento } = await query.posto({ cnpj })
    const { structured } = await ask(client, 'posto', {
      nome: estabelecimento.nomeFantasia.toLowerCase(),
      municipio: estabelecimento.endereco.municipio,
    })
    expect(structured.estabelecimento ?? structured.conteudo).toBeDefined()
  })

  it.each([
    ['posto', { razaoSocial: 'MARIN COMBUSTIVEIS LTDA' }],
    ['historico', {}],
  ])('%s of a company name says that the station was found by it', async (tool, row) => {
    const { query } = await queryOver([{ preco: 6.1, nome: 'POSTO REAL', razao: 'MARIN COMBUSTIVEIS LTDA' }])
    const client = await connect(depsOf(query))
    const { structured, observacoes, data } = await ask(client, tool, { nome: 'marin' })
    expect(structured).toMatchObject({ estabelecimento: { razaoSocial: 'MARIN COMBUSTIVEIS LTDA' } })
    expect(observacoes.join(' ')).toContain('Achado pela razão social')
    expect(data[0]).toMatchObject(row)
    const byName = await ask(client, tool, { nome: 'real' })
    expect(byName.observacoes.join(' ')).not.toContain('razão social')
  })

  it.each(['posto', 'historico'])(
    '%s of the whole trade name of one station answers, and says that others are alike',
    async (tool) => {
      const { query } = await queryOver([
        { preco: 6.1, posto: 1, nome: 'POSTO ALFA', razao: 'POSTO SENA LTDA' },
        { preco: 6.2, posto: 2, nome: 'POSTO SENA' },
        { preco: 6.3, posto: 3, nome: 'AUTO POSTO SENA' },
      ])
      const client = await connect(depsOf(query))
      const { structured, observacoes } = await ask(client, tool, { nome: 'Posto Sena' })
      expect(structured).toMatchObject({ estabelecimento: { cnpj: cnpjOf(2) } })
      expect(observacoes.join(' ')).toContain('de nome igual ao pedido; 2 outros têm as mesmas palavras')
      const listed = await ask(client, tool, { nome: 'sena' })
      const names = (listed.structured.conteudo as { estabelecimento: object }[]).map(
        ({ estabelecimento }) => estabelecimento,
      )
      expect(names).toMatchObject([{}, { razaoSocial: 'POSTO SENA LTDA' }, {}])
      expect(listed.data[0]).toMatchObject({ colunas: expect.arrayContaining(['razaoSocial']) })
    },
  )

  it.each(['posto', 'historico'])('%s lists the candidates of a name with their CNPJs', async (tool) => {
    const { structured, data, isError, text } = await ask(client, tool, {
      nome: 'posto',
      municipio: 'arapiraca',
    })
    const found = await query.postos({ nome: 'posto', municipio: 'arapiraca', limite: 20 })
    expect(isError).toBe(false)
    const [first] = structured.conteudo as {
      estabelecimento: { cnpj: string }
      precos: Record<string, number>
    }[]
    expect(first?.estabelecimento.cnpj).toBe(found.conteudo[0]?.estabelecimento.cnpj)
    const { combustiveis } = await query.posto({ cnpj: first?.estabelecimento.cnpj ?? '' })
    const sound = Object.entries(combustiveis).filter(([, fuel]) => !fuel?.suspeito)
    expect(first?.precos).toEqual(
      Object.fromEntries(sound.map(([slug, fuel]) => [slug, fuel?.produto.venda.valorDeclarado])),
    )
    expect(text).toContain(`há mais ${found.totalEncontrados - 20}`)
    expect(data).toMatchObject([
      {
        colunas: expect.arrayContaining(['posto', 'bairro', 'municipio', 'cnpj', 'venda', 'gasolina-comum']),
      },
    ])
  })

  it('tells one fuel where one is asked for, also that the station has not sold it', async () => {
    const { estabelecimento, combustiveis } = await query.posto({ cnpj })
    const [slug = 'gasolina-comum'] = Object.keys(combustiveis)
    const one = await ask(client, 'posto', { cnpj, combustivel: slug })
    expect(Object.keys(one.structured.combustiveis as object)).toEqual([slug])
    expect(one.text).not.toContain('vende')
    const unsold = slugs.find((each) => !combustiveis[each]) ?? 'gnv'
    const { text } = await ask(client, 'posto', { cnpj: estabelecimento.cnpj, combustivel: unsold })
    expect(text).toContain(`não tem venda de ${fuelOf(unsold).nomePopular} nos últimos dez dias.`)
  })

  it.each(['posto', 'historico'])(
    '%s lists all candidates by the price of the fuel asked for, with the hour of its sale, in both views',
    async (tool) => {
      const { structured, data, text } = await ask(client, tool, {
        nome: 'maresia',
        combustivel: 'etanol',
      })
      const { totalEncontrados, conteudo } = await query.postos({ nome: 'maresia' })
      expect(text).toContain(
        `${totalEncontrados} postos servem ao nome pedido; o preço é de Álcool (etanol).`,
      )
      const [{ colunas, linhas }] = data as [{ colunas: string[]; linhas: unknown[][] }]
      const rows = linhas.map((cells) =>
        Object.fromEntries(colunas.map((name, i) => [name, cells[i] ?? null])),
      )
      expect(rows).toHaveLength(totalEncontrados)
      const listed = structured.conteudo as {
        estabelecimento: { cnpj: string }
        precos: { alcool?: number }
        dataVenda?: string
      }[]
      for (const [i, { estabelecimento, precos, dataVenda }] of listed.entries()) {
        const { alcool } = (await query.posto({ cnpj: estabelecimento.cnpj })).combustiveis
        const { valorDeclarado, dataVenda: em = '' } = alcool?.suspeito ? {} : (alcool?.produto.venda ?? {})
        expect([precos, dataVenda ?? '']).toEqual([
          valorDeclarado === undefined ? {} : { alcool: valorDeclarado },
          em,
        ])
        expect(rows[i]).toMatchObject({
          cnpj: estabelecimento.cnpj,
          preco: valorDeclarado ?? null,
          venda: em === '' ? null : `${em.slice(8, 10)}/${em.slice(5, 7)} ${em.slice(11, 16)}`,
        })
      }
      expect(new Set(rows.map((row) => row['cnpj']))).toEqual(
        new Set(conteudo.map(({ estabelecimento }) => estabelecimento.cnpj)),
      )
      const sold = rows.flatMap(({ preco, duvida }) => (typeof preco === 'number' && !duvida ? [preco] : []))
      expect(sold).toEqual(sold.toSorted((a, b) => a - b))
    },
  )
})

it('a price without a change is told since its first known sale', async () => {
  const young = await connectAfter([sale('2026-04-09', 6), sale('2026-04-15', 6)])
  const { text } = await ask(young, 'posto', { cnpj: CNPJ })
  expect(text).toContain(' Desde 09/04: sempre R$ 6,00.')
})

it('candidates of a name are marked where a price of any fuel is doubtful', async () => {
  const { data, structured } = await ask(client, 'posto', { nome: 'serrano' })
  const [{ colunas, linhas }] = data as [{ colunas: string[]; linhas: unknown[][] }]
  const told = linhas.map((row) => (row[colunas.indexOf('duvida')] as string | null)?.split(', ') ?? [])
  const found = structured.conteudo as { estabelecimento: { cnpj: string }; duvidas?: object }[]
  const known = found.map(async ({ estabelecimento: { cnpj } }) => {
    const fuels = Object.entries((await query.posto({ cnpj })).combustiveis)
    return fuels.flatMap(([slug, { duvida, suspeito }]) => (duvida && !suspeito ? slug : []))
  })
  expect(told.flat().length).toBeGreaterThan(0)
  expect(told).toEqual(await Promise.all(known))
  expect(found.map(({ duvidas = {} }) => Object.keys(duvidas))).toEqual(told)
})

describe('historico', () => {
  it('answers as HTTP does while it fits', async () => {
    for (const granularidade of ['mudancas', 'dia', 'semana', 'mes'] as const) {
      const { structured } = await ask(client, 'historico', { cnpj, granularidade })
      const whole = await query.historico({ cnpj, granularidade, formato: 'json' })
      expect(JSON.parse(JSON.stringify(whole))).toMatchObject(structured)
    }
  })

  it.each([
    ['mudancas', / mudanças?\./, ['de', 'ate', 'preco', 'vendas']],
    ['dia', / dias com venda\./, ['periodo', 'minimo', 'medio', 'maximo', 'vendas']],
    ['semana', / semanas? com venda\./, ['periodo', 'minimo', 'medio', 'maximo', 'vendas']],
    ['mes', / (mês|meses) com venda\./, ['periodo', 'minimo', 'medio', 'maximo', 'vendas']],
  ] as const)('tells the newest of each series by %s as rows, newest first', async (by, counted, columns) => {
    const { text, data } = await ask(client, 'historico', { cnpj, granularidade: by })
    const { combustiveis } = await query.historico({ cnpj, granularidade: by, formato: 'json' })
    const [{ series }] = data as [{ series: Record<string, { colunas: string[]; linhas: unknown[][] }> }]
    expect(text).toMatch(counted)
    expect(Object.keys(series)).toEqual(Object.keys(combustiveis))
    const { colunas = [], linhas = [] } = series['alcool'] ?? {}
    const newest = (combustiveis.alcool?.serie ?? []).slice(-12).toReversed()
    expect(colunas.slice(0, columns.length)).toEqual(columns)
    expect(linhas.map((row) => row[colunas.indexOf('vendas')])).toEqual(newest.map(({ vendas }) => vendas))
    expect(linhas.length).toBeGreaterThan(0)
  })

  it('comes by week when a period by day is longer than 90 days, and by month beyond that', async () => {
    const long = { cnpj, granularidade: 'dia', combustivel: 'alcool' }
    const weeks = await ask(client, 'historico', { ...long, desde: '2026-01-01' })
    expect(weeks.text).toContain('por semana')
    const months = await ask(client, 'historico', { ...long, desde: '2020-01-01' })
    expect(months.text).toContain('por mês')
    const { combustiveis } = await query.historico({
      cnpj,
      combustivel: 'alcool',
      desde: '2020-01-01',
      granularidade: 'mes',
      formato: 'json',
    })
    expect(months.structured).toMatchObject({
      combustiveis: JSON.parse(JSON.stringify(combustiveis)) as object,
    })
  })
})

describe('a period without sales', () => {
  const past = { combustivel: 'alcool', desde: '2024-01-01', ate: '2024-01-31' }

  it.each([
    [{ nome: 'serrano central', municipio: 'maceio' }, 'Álcool (etanol): nenhuma venda vista no período.'],
    [{ municipio: 'maceio' }, 'Álcool (etanol): sem preço no período.'],
  ])('of %o is said to have none in both views', async (where, said) => {
    const { text, observacoes } = await ask(client, 'historico', { ...past, ...where })
    expect(observacoes).toContain(said)
    expect(text).not.toContain('series, a seguir')
  })
})

describe('a day without a sale of a station', () => {
  it.each([
    [
      '2026-04-12',
      'Gasolina comum: antes, R$ 6,69 em 11/04/2026 10:00; depois, R$ 6,59 em 14/04/2026 10:00.',
    ],
    ['2026-04-09', 'Gasolina comum: R$ 6,69 nas vendas de antes e de depois.'],
    ['2026-04-15', 'Gasolina comum: antes, R$ 6,59 em 14/04/2026 10:00.'],
    ['2026-04-02', 'As vendas vistas deste posto começam em 04/2026.'],
  ])('on %s tells what was paid around it', async (dia, said) => {
    // A suspect receipt is no price.
    const seen = [
      sale('2026-04-08', 6.69),
      sale('2026-04-11', 6.69),
      sale('2026-04-13', 0.66),
      sale('2026-04-14', 6.59),
    ]
    const asked = { cnpj: CNPJ, combustivel: 'gasolina', desde: dia, ate: dia }
    const { text, observacoes } = await ask(await connectAfter(seen), 'historico', asked)
    expect(text).toContain(said)
    expect(observacoes).toContain(said)
  })
})

describe('historico of a place', () => {
  it('tells of a page that does not fit how many rows it has, of how many, and how the next ones are asked for', async () => {
    const asked = { granularidade: 'mudancas', desde: '2026-04-01', registrosPorPagina: 150 }
    const { text, data, structured } = await ask(client, 'historico', asked)
    const { mudancas = [], totalRegistros = 0 } = await query.historicoDoLugar({
      granularidade: 'mudancas',
      desde: '2026-04-01',
      registrosPorPagina: 5000,
      formato: 'json',
    })
    const { length: shown } = structured['mudancas'] as unknown[]
    expect(shown).toBeLessThan(150)
    const pages = Math.ceil(mudancas.length / shown)
    const confirmed = mudancas.filter(({ confirmada }) => confirmada)
    const inOrder = [...confirmed, ...mudancas.filter(({ confirmada }) => !confirmada)]
    expect(confirmed.length).toBeGreaterThan(0)
    expect(structured['mudancas']).toEqual(inOrder.slice(0, shown))
    expect(text).toContain(`São ${decimal(totalRegistros)} mudanças`)
    expect(text).toContain(
      `Vêm ${shown}, da página 1 de ${pages}. Há mais: peça pagina 2 com registrosPorPagina ${shown}.`,
    )
    expect((data[0] as { linhas: unknown[] }).linhas).toHaveLength(shown)
    expect(structured).toMatchObject({ totalRegistros, registrosPorPagina: shown, totalPaginas: pages })
    const next = await ask(client, 'historico', { ...asked, registrosPorPagina: shown, pagina: 2 })
    expect(next.structured['mudancas']).toEqual(inOrder.slice(shown, 2 * shown))
    const last = await ask(client, 'historico', { ...asked, registrosPorPagina: shown, pagina: pages })
    expect(last.text).not.toContain('Há mais')
  })

  it('names who really lowered the price first, from the last confirmed price, also where later ones are of one sale', async () => {
    const seen = [
      ...[6.89, 6.89, 6.89].map((preco, i) => sale(`2026-04-10 0${i + 1}:00`, preco)),
      // One dear receipt, then a new price.
      sale('2026-04-11 01:00', 6.49),
      ...[6.79, 6.79, 6.79, 6.79].map((preco, i) => sale(`2026-04-12 0${i + 1}:00`, preco)),
      sale('2026-04-12 08:00', 6.99),
    ]
    const asked = { granularidade: 'mudancas', desde: '2026-04-11' }
    const { text, data, structured } = await ask(await connectAfter(seen), 'historico', asked)
    expect(text).toContain(
      'São 3 mudanças, primeiro as confirmadas (1), cada parte da mais nova à mais velha',
    )
    const { colunas, linhas } = data[0] as { colunas: string[]; linhas: unknown[][] }
    const told = linhas.map((line) => ['de', 'para', 'confirmada'].map((name) => line[colunas.indexOf(name)]))
    expect(told).toEqual([
      [6.89, 6.79, true],
      [6.79, 6.99, false],
      [6.89, 6.49, false],
    ])
    expect(structured).toMatchObject({
      desceramConfirmados: 1,
      mudancas: [{ de: 6.49, deConfirmado: 6.89, para: 6.79 }, {}, {}],
    })
  })

  it('of one day has no change since its beginning', async () => {
    const { text } = await ask(client, 'historico', {
      municipio: 'maceio',
      combustivel: 'gasolina',
      desde: '2026-04-10',
      ate: '2026-04-10',
    })
    expect(text).toMatch(/mediana R\$ [\d,]+\/L; preços de /)
  })

  it('answers as HTTP does, says how the median went, and needs neither CNPJ nor name', async () => {
    const args = { municipio: 'Maceió', combustivel: 'etanol' }
    const { structured, text, data } = await ask(client, 'historico', args)
    const pedido = {
      municipio: 'Maceió',
      combustivel: 'alcool',
      granularidade: 'dia',
      formato: 'json',
    } as const
    const whole = await query.historicoDoLugar(pedido)
    const { observacoes, ...rest } = structured
    const { observacoes: told, ...answered } = JSON.parse(JSON.stringify(whole)) as typeof whole
    expect(rest).toEqual(answered)
    expect(observacoes).toEqual(expect.arrayContaining(told))
    expect(text).toMatch(/Preços em Maceió de .*\n- Álcool \(etanol\): mediana R\$ [\d,]+\/L.*; 30 dias\./)
    const [{ series }] = data as [{ series: Record<string, { colunas: string[]; linhas: unknown[][] }> }]
    expect(series['alcool']?.colunas).toEqual(['periodo', 'minimo', 'mediana', 'maximo', 'postos'])
    expect(series['alcool']?.linhas[0]?.[0]).toBe(whole.periodo.ate)
  })

  it('says of how few stations a median is, where they are under three', async () => {
    const { text, structured } = await ask(client, 'historico', { municipio: 'penedo' })
    const { combustiveis } = structured as { combustiveis: Record<string, HistoricoDoLugar> }
    for (const { nomePopular, serie } of Object.values(combustiveis)) {
      const stations = serie.at(-1)?.postos ?? 0
      const few = stations < 3 ? ` (de só ${stations} posto${stations === 1 ? '' : 's'})` : ''
      const [, said] = text.split(`- ${nomePopular}: mediana `)
      expect(said?.replace(/^R\$ [\d,]+\/(L|m³)/, '').split(/[,;]/, 1)).toEqual([few])
    }
    expect(text).toContain('(de só ')
  })

  it.each([null, ''])('is meant where cnpj and nome are %o, too', async (none) => {
    const args = { municipio: 'maceio', cnpj: none, nome: none }
    expect((await ask(client, 'historico', args)).structured.lugar).toMatchObject({ nome: 'Maceió' })
  })

  it('of the whole state and all fuels fits', async () => {
    const { structured } = await ask(client, 'historico')
    expect(structured.lugar).toMatchObject({ ambito: 'estado' })
    expect(Object.keys(structured.combustiveis as object)).toHaveLength(6)
  })
})

describe('estatisticas', () => {
  it('answers as HTTP does', async () => {
    const { structured, data } = await ask(client, 'estatisticas', { municipio: 'Maceió', litros: 40 })
    const whole = await query.estatisticas({ municipio: 'Maceió', litros: 40 })
    expect(JSON.parse(JSON.stringify(whole))).toMatchObject(structured)
    expect(data).toMatchObject([
      {
        maisBaratosProvaveis: {
          colunas: expect.arrayContaining(['combustivel', 'preco', 'nestePreco', 'venda']),
        },
      },
    ])
  })
})

describe('the rank of a station', () => {
  it('is by the likely price, and the declared one is told where it ranks otherwise', async () => {
    // The cheapest lies below the usual of its station, on a single sale.
    const pumps: Pump[] = [
      { posto: 1, preco: 5.9, antes: [6.6, 6.6, 6.6] },
      ...[6.2, 6.3, 6.4, 6.5].map((preco, i) => ({ posto: i + 2, preco, antes: [preco, preco, preco] })),
    ]
    const over = await connect(depsOf((await queryOver(pumps)).query))
    const rankOf = async (posto: number) => (await ask(over, 'posto', { cnpj: cnpjOf(posto) })).text
    expect(await rankOf(2)).toMatch(
      /1º mais barato de 5 no município.* \(pelo preço provável; pelo declarado, 2º\)\./,
    )
    expect(await rankOf(1)).toContain(
      '5º mais barato de 5 no município (pelo preço provável; pelo declarado, 1º).',
    )
  })
})

describe('a second product of a station under one fuel', () => {
  it('is told with its price and day, and named in the rows', async () => {
    const pumps: Pump[] = [
      { posto: 1, preco: 6.1, codigo: '10' },
      { posto: 1, preco: 6.3, codigo: '11', vendidoEm: '2026-04-14T09:00:00-03:00' },
    ]
    const over = await connect(depsOf((await queryOver(pumps)).query))
    const { text, data } = await ask(over, 'posto', { cnpj: cnpjOf(1) })
    expect(text).toContain('Vende também outro produto (descricao em outros) a R$ 6,30/L (14/04/2026).')
    expect(data).toContainEqual(
      expect.objectContaining({
        outros: {
          colunas: ['combustivel', 'descricao', 'preco'],
          linhas: [['gasolina-comum', expect.any(String), 6.3]],
        },
      }),
    )
  })
})

describe('ethanol or gasoline', () => {
  it.each([
    { perto: 'farol', combustivel: 'alcool' },
    { municipios: 'maceio,arapiraca', combustivel: 'gasolina' },
    { por: 'municipio', combustivel: 'alcool' },
  ])('of %o is told as where no places are compared', async (asked) => {
    const { structured, text } = await ask(client, 'estatisticas', asked)
    const { paridade } = await query.estatisticas(readQuery('estatisticas', Object.entries(asked)))
    const { lugar, postosEmQueCompensaProvavel: paying, postos } = paridade
    expect(lugar).not.toBeNull()
    expect(structured['paridade']).toMatchObject({ lugar, postosEmQueCompensaProvavel: paying, postos })
    expect(text).toContain(`Álcool ou gasolina: pelos mais baratos (${money(lugar?.alcool ?? 0)} e `)
    expect(text).toContain(`compensa em ${paying} de ${postos} postos`)
  })

  it('is not told of another fuel', async () => {
    const { text } = await ask(client, 'estatisticas', { perto: 'farol', combustivel: 'gnv' })
    expect(text).not.toContain('Álcool ou gasolina')
  })
})

describe('estatisticas that compares places', () => {
  it.each(['asc', 'desc'] as const)(
    "gives the ten of the asked end (%s) with HTTP's figures, ranked ones first, and says how many more there are",
    async (ordem) => {
      const { structured, text, data } = await ask(client, 'estatisticas', { por: 'municipio', ordem })
      const { grupos = [], comparacao } = await query.estatisticas({ litros: 50, por: 'municipio', ordem })
      const ranked = grupos.filter(({ colocacao }) => colocacao !== null)
      expect((structured.grupos as Grupo[]).map(figuresOf)).toEqual(ranked.slice(0, 10).map(figuresOf))
      const priced = grupos.filter(({ postos }) => postos > 0)
      const end = ordem === 'asc' ? 'desc' : 'asc'
      expect(text).toContain(`com preço há mais ${priced.length - 10}: peça ordem=${end} para a outra ponta`)
      expect(structured.comparacao).toEqual(comparacao)
      for (const group of [ranked[0], ranked.at(-1)])
        expect(text).toContain(municipioByCode(group?.codigoIBGE ?? 0)?.nome)
      expect(text).toContain('102 lugares')
      expect(data).toMatchObject([
        { colunas: expect.arrayContaining(['municipio', 'mediana', 'cnpjDoProvavel', 'venda']) },
      ])
    },
  )

  it('of a circle without the fuel tells the nearest station that has it', async () => {
    const { query } = await queryOver([{ preco: 6.29, ponto: [-9.66, -35.74] }])
    const asked = { perto: '-9.77,-35.841', raio: 5 }
    const { observacoes } = await ask(await connect(depsOf(query)), 'estatisticas', asked)
    expect(observacoes.join(' ')).toMatch(
      /O posto mais perto que vende Gasolina comum fica a 16,\d km, em Maceió: CNPJ /,
    )
    const wide = { ...asked, raio: 40 }
    const there = await ask(await connect(depsOf(query)), 'estatisticas', wide)
    expect(there.text).not.toContain('mais perto que vende')
  })

  it('names in its rows the stations where ethanol pays, three at most', async () => {
    const { query } = await queryOver(
      [1, 2, 3, 4].flatMap((posto) => [
        { posto, preco: 6.4 },
        { posto, preco: 4 + posto / 10, combustivel: 'alcool' as const },
      ]),
    )
    const { text, data } = await ask(await connect(depsOf(query)), 'estatisticas')
    expect(text).toContain(
      'pelos mais baratos (R$ 4,10 e R$ 6,40), compensa o álcool; na mediana o álcool custa',
    )
    expect(text).toContain('compensa em 4 de 4 postos')
    expect(data).toMatchObject([
      {
        alcoolCompensaEm: {
          mostrados: '3 de 4',
          postos: [1, 2, 3].map((n) => ({ posto: `POSTO FICTICIO ${n}`, cnpj: cnpjOf(n) })),
        },
      },
    ])
  })

  it('in a circle, has no rows of towns without a price, and says so', async () => {
    const { query } = await queryOver([{ preco: 4.29, combustivel: 'gnv', cidade: ARAPIRACA }])
    const asked = { perto: 'palmeira dos índios', combustivel: 'gnv' }
    const { text, structured } = await ask(await connect(depsOf(query)), 'estatisticas', asked)
    expect(structured.grupos).toMatchObject([{ codigoIBGE: ARAPIRACA, postos: 1, centro: {} }])
    expect(text).toMatch(/: \d+ lugares, \d+ sem preço\./)
    expect(text).toContain('Lugares sem preço ficaram fora da lista.')
  })

  it('in a circle without the middle of a town, gives the figures of its stations and says so', async () => {
    const asked = { perto: '-9.66,-35.71', raio: 2, combustivel: 'gasolina' }
    const { text } = await ask(client, 'estatisticas', asked)
    expect(text).toMatch(/^- Gasolina comum, \d+ postos: de R\$ /m)
    expect(text).not.toContain('Diesel')
    expect(text).toContain('Nenhum município tem o centro nesse raio: não há lugares a comparar.')
  })

  it('in a circle, names the cheapest of its stations and no town', async () => {
    const asked = { perto: 'centro de maceio', raio: 20, combustivel: 'gasolina' }
    const { text, data } = await ask(client, 'estatisticas', asked)
    const { conteudo } = await query.precos(
      readQuery('precos', [...Object.entries({ ...asked, raio: '20' }), ['ordenar', 'provavel']]),
    )
    expect(text).not.toContain(' mesmo: R$')
    expect(text).toMatch(/^colocacao conta \d+ municípios com três postos ou mais\.$/m)
    expect(JSON.stringify(data)).toContain('"maisBaratosProvaveis":{"colunas":["combustivel","preco"')
    expect(JSON.stringify(data)).toContain(`"${conteudo[0]?.estabelecimento.cnpj}"`)
  })

  it('says that places with a rank come first where others do too', async () => {
    const asked = { por: 'municipio', combustivel: 'gnv', ordem: 'desc' }
    const { text, structured } = await ask(client, 'estatisticas', asked)
    const ranks = (structured.grupos as { colocacao: number | null }[]).map(({ colocacao }) => colocacao)
    expect(new Set(ranks.map((rank) => rank === null)).size).toBe(2)
    expect(text).toContain(', da maior mediana à menor, primeiro os que têm colocação: ')
  })

  it('says if the next town is cheaper, and its distance', async () => {
    const { text } = await ask(client, 'estatisticas', { municipio: 'Porto de Pedras', raio: 40 })
    expect(text).toMatch(
      /, a [\d,]+ km, tem gasolina comum por R\$ [\d,]+, R\$ [\d,]+ menos que o menor preço( provável)? de Porto de Pedras/,
    )
  })

  it('ranks the districts asked for among all of the town', async () => {
    const bairro = 'centro, jatiuca'
    const { text, structured } = await ask(client, 'estatisticas', { por: 'bairro', bairro })
    expect(structured.grupos).toHaveLength(2)
    expect(text).toContain('Gasolina comum em 2 bairros de Maceió, da menor mediana à maior: 2 lugares.')
    expect(text).toMatch(/colocacao conta \d+ bairros com três postos ou mais\./)
    const few = await ask(client, 'estatisticas', { municipios: 'maceio,roteiro', bairro: 'jatiuca' })
    expect(few.text).toContain('só com os postos de “jatiuca”: 2 lugares, 1 sem preço ali.')
  })

  const rioLargo = 2707701
  const pilar = 2706901
  it.each([
    [
      'a neighbour whose lowest price is hardly what one pays there is not worth the drive',
      [{ preco: 6.29 }, { preco: 6.02, cidade: rioLargo, antes: [6.6, 6.6, 6.6] }],
      'O menor preço provável é o de Maceió mesmo: R$ 6,29. Em Rio Largo há R$ 6,02, mas só 1 venda; o usual é R$ 6,60.',
    ],
    [
      'it may have another station that is',
      [
        { preco: 6.29 },
        { preco: 6.02, cidade: rioLargo, antes: [6.6, 6.6, 6.6] },
        { preco: 6.2, cidade: rioLargo },
        { preco: 6.25, cidade: pilar },
      ],
      'Rio Largo, a 23,8 km, tem gasolina comum a um preço provável de R$ 6,20, R$ 0,09 menos que o menor preço de Maceió (R$ 6,29): R$ 4,50 em 50 L, fora a viagem.',
    ],
    [
      'a price that is hardly paid at home keeps nobody there',
      [{ preco: 6, antes: [6.6, 6.6, 6.6] }, { preco: 6.5 }, { preco: 6.4, cidade: rioLargo }],
      'Rio Largo, a 23,8 km, tem gasolina comum por R$ 6,40, R$ 0,10 menos que o menor preço provável de Maceió (R$ 6,50): R$ 5,00 em 50 L, fora a viagem.',
    ],
    [
      'nor does it send anybody away',
      [{ preco: 6, antes: [6.6, 6.6, 6.6] }, { preco: 6.3 }, { preco: 6.4, cidade: rioLargo }],
      'O menor preço provável é o de Maceió mesmo: R$ 6,30.',
    ],
  ])('reckons with what one will likely pay: %s', async (_, pumps, said) => {
    const { query } = await queryOver(pumps)
    const asked = { municipio: 'maceio', raio: 40 }
    const { observacoes } = await ask(await connect(depsOf(query)), 'estatisticas', asked)
    expect(observacoes).toContain(said)
  })

  it('has the names of districts, which stations wrote, in rows only', async () => {
    const { text, data } = await ask(client, 'estatisticas', { por: 'bairro', municipio: 'maceio' })
    expect(JSON.stringify(data)).toContain('JARDIM PETRÓPOLIS')
    expect(text).not.toMatch(/jardim petrópolis/i)
  })
})

describe('a wrong call', () => {
  it('for a brand where none is known is not to be corrected, but asked without it', async () => {
    const { text, isError } = await ask(client, 'precos', { bandeira: 'ipiranga' })
    expect(isError).toBe(true)
    expect(text).toMatch(/Pergunte de novo sem bandeira, e diga à pessoa que aqui ela não é conhecida\.$/)
  })

  it.each([
    ['precos', { combustivel: 'gasolna' }, 'Talvez gasolina-comum?'],
    ['precos', { limite: 0 }, 'um inteiro a partir de 1'],
    ['precos', { limite: [1, 2] }, 'limite veio como uma lista'],
    ['precos', { bairro: { nome: 'centro' } }, 'bairro veio como um objeto'],
    ['precos', { municipio: '  ' }, "municipio '  ' não vale"],
    ['posto', { nome: '', municipio: 'maceio' }, 'Falta dizer qual posto'],
    ['precos', { bairro: true }, 'bairro veio como verdadeiro ou falso'],
    ['estatisticas', { raio: 5 }, 'use-o com perto ou com municipio'],
    ['precos', { bairro: 'x'.repeat(5000) }, 'texto longo demais'],
    ['precos', { combustivel: 'x'.repeat(300) }, 'Use um de'],
    ['precos', { bairo: 'centro' }, 'Talvez bairro?'],
    ['precos', { constructor: 1 }, 'não existe aqui'],
    ['precos', { lat: -9.66 }, 'Falta lon'],
    ['precos', { raio: 5 }, 'junto com perto, ou com lat e lon'],
    ['precos', Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`a${i}`, 1])), 'argumentos demais'],
    ['posto', {}, 'Falta dizer qual posto'],
    ['posto', { cnpj: '123' }, '14 caracteres'],
    ['posto', { cnpj: '00000000000000' }, 'Nenhum posto conhecido tem esse CNPJ'],
    ['posto', { cnpj: '00000000000000', nome: 'x' }, 'O cnpj já diz'],
    ['posto', { nome: 'zzz qqq' }, "Nenhum posto tem no nome as palavras de 'zzz qqq'."],
    ['posto', { nome: 'zzz', municipio: 'pilar' }, 'Nenhum posto do lugar pedido tem no nome'],
    ['historico', { cnpj: '00000000000000', formato: 'csv' }, 'não existe aqui'],
    ['historico', { cnpj: '00000000000000', desde: '2026-02-30' }, 'AAAA-MM-DD'],
    ['historico', { cnpj: '00000000000000', desde: '2026-04-02', ate: '2026-04-01' }, 'depois do seu fim'],
    ['estatisticas', { litros: -1 }, 'maior que 0'],
    ['estatisticas', { situacao: 'talvez' }, "situacao 'talvez' não vale: use um de: true, false"],
    ['precos', { situacao: true }, 'não existe aqui'],
  ])('to %s is told how to mend it: %#', async (name, args, sentence) => {
    const { isError, text, structured } = await ask(client, name, args)
    expect(isError).toBe(true)
    expect(text).toContain(sentence)
    expect(structured['conteudo'] ?? []).toEqual([])
  })

  it.each([
    ['precos', { bairro: '', lat: '', lon: '' }, {}],
    ['precos', { municipio: 'penedo', bairro: '' }, { municipio: 'penedo' }],
    ['estatisticas', { municipio: '', municipios: '' }, {}],
    ['historico', { cnpj: '', nome: null, municipio: 'penedo' }, { municipio: 'penedo' }],
    ['historico', { nome: '' }, {}],
  ])('to %s with empty values is answered as without them: %#', async (name, args, without) => {
    const { isError, text } = await ask(client, name, args)
    expect([isError ?? false, text]).toEqual([false, (await ask(client, name, without)).text])
  })

  it('to posto for an unknown name has the suggestions in the structure too', async () => {
    const { structured, data } = await ask(client, 'posto', { nome: 'serano central' })
    expect(structured).toMatchObject({ totalEncontrados: 0, sugestoes: [expect.any(String)] })
    expect(data).toMatchObject([{ sugestoes: structured['sugestoes'] }])
  })

  it('to a tool that does not exist is refused', async () => {
    for (const name of ['preco', 'constructor', '__proto__'])
      await expect(client.callTool({ name, arguments: {} })).rejects.toMatchObject({ code: -32602 })
  })

  it.each(['precos', 'posto', 'historico', 'estatisticas'])(
    'before the first collection %s says that there is no data yet',
    async (name) => {
      const empty = await connect(depsOf((await queryOver(null)).query))
      const args = name === 'precos' || name === 'estatisticas' ? {} : { nome: 'posto' }
      expect(await ask(empty, name, args)).toMatchObject({
        isError: true,
        text: expect.stringContaining('Ainda não há dados'),
      })
    },
  )
})

function figuresOf({ codigoIBGE, postos, precoMinimo, precoMediano, precoMaximo, colocacao }: Grupo) {
  return [codigoIBGE, postos, precoMinimo, precoMediano, precoMaximo, colocacao]
}

interface Row {
  estabelecimento: { cnpj: string }
  produto: { venda: { valorDeclarado: number; dataVenda: string } }
}

function pricesOf({ estabelecimento, produto }: Row): [string, number, string] {
  return [estabelecimento.cnpj, produto.venda.valorDeclarado, produto.venda.dataVenda]
}
