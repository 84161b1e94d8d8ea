import { expect, it } from 'vitest'
import { catalogoSchema } from '../../src/domain/answers/downloads.ts'
import { respostaPostoSchema } from '../../src/domain/answers/posto.ts'
import { situacaoSchema } from '../../src/domain/answers/situacao-and-menus.ts'
import { slugs } from '../../src/domain/facts/fuels.ts'
import { FRASE_ERRO_INTERNO } from '../../src/errors.ts'
import { HOUR } from '../../src/domain/basics/time.ts'
import { VIEW } from '../../src/mcp/view-resource.ts'
import { cnpjOf, queryOver } from '../fixtures.ts'
import { createWorld } from '../http/fixture.ts'
import { connect, depsOf } from './world.ts'

const { query } = await queryOver([
  { preco: 6.37, nome: 'POSTO DO SOL' },
  { preco: 6.45, nome: 'POSTO DA LUA', bairro: 'PONTA VERDE' },
])
const deps = depsOf(query)
const client = await connect(deps)

it('lists the fuels, the catalogue, the status, the changes, a file per fuel and the view', async () => {
  const { resources } = await client.listResources()
  expect(resources.map(({ uri }) => uri)).toEqual([
    'gasolina://combustiveis',
    'gasolina://catalogo',
    'gasolina://situacao',
    'gasolina://mudancas',
    ...slugs.map((slug) => `gasolina://dados/${slug}`),
    VIEW,
  ])
  const { resourceTemplates } = await client.listResourceTemplates()
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    'gasolina://posto/{cnpj}',
    'gasolina://dados/{slug}',
  ])
  for (const { title, description } of [...resources, ...resourceTemplates])
    expect([title, description]).toEqual([expect.any(String), expect.any(String)])
})

it('names the view under both keys of each tool', async () => {
  const { tools } = await client.listTools()
  const both = { ui: { resourceUri: VIEW }, 'ui/resourceUri': VIEW }
  expect(tools.map(({ _meta }) => _meta)).toEqual(tools.map(() => both))
})

it('reads each of them', async () => {
  expect(JSON.parse(await read('gasolina://combustiveis'))).toMatchObject({
    combustiveis: slugs.map((slug) => ({ slug })),
  })
  expect(catalogoSchema.safeParse(JSON.parse(await read('gasolina://catalogo'))).success).toBe(true)
  expect(situacaoSchema.safeParse(JSON.parse(await read('gasolina://situacao'))).success).toBe(true)
  const posto = respostaPostoSchema.parse(JSON.parse(await read(`gasolina://posto/${cnpjOf(1)}`)))
  expect(posto.estabelecimento.nomeFantasia).toBe('POSTO DO SOL')
  const { pieces } = await query.arquivo('gasolina-comum', 'csv', 'padrao')
  const csv = new TextDecoder().decode(Buffer.concat(pieces))
  for (const name of ['gasolina-comum', 'gasolina']) expect(await read(`gasolina://dados/${name}`)).toBe(csv)
})

async function linkOf(args: object): Promise<string> {
  const { content } = await client.callTool({ name: 'precos', arguments: { ...args } })
  const links = content as { type: string; uri?: string }[]
  return links.find(({ type }) => type === 'resource_link')?.uri ?? ''
}

it('reads the list that the answer of precos links to, with its filters, and the file of a whole fuel', async () => {
  const uri = await linkOf({ bairro: 'ponta verde', limite: 1 })
  const search = '?combustivel=gasolina-comum&bairro=ponta+verde&ordenar=provavel&formato=csv'
  expect(uri).toBe(`${deps.urlBase}/gasolina/api/precos${search}`)
  // The second is how stdio, which has no server, writes the same.
  for (const each of [uri, `gasolina://precos${search}`]) {
    const [header, ...lines] = (await read(each)).trim().split('\r\n')
    expect(header).toMatch(/^cnpj,/)
    expect(lines.map((line) => line.includes('POSTO DA LUA'))).toEqual([true])
  }
  expect(await read(await linkOf({}))).toContain('POSTO DO SOL')
})

it('has the newest changes of a day and their total', async () => {
  const world = await createWorld()
  for (let n = 0; n < 6; n++) {
    world.time.now += HOUR
    await world.collectNow()
  }
  const { mudancas, mais } = await world.query.mudancas({ limite: 100_000, suspeitos: 'omitir' })
  const other = await connect(depsOf(world.query))
  const { contents } = await other.readResource({ uri: 'gasolina://mudancas' })
  const text = contents.map((content) => ('text' in content ? content.text : '')).join('')
  const told = JSON.parse(text) as Record<string, unknown>
  expect(mais).toBe(false)
  expect(mudancas.length).toBeGreaterThan(50)
  expect(told).toMatchObject({ totalDeMudancas: mudancas.length, mais: false, demonstracao: true })
  expect(told['mudancas']).toEqual(mudancas.slice(-50))
  expect(told['observacoes']).toContain(`Aqui só as 50 mais novas de ${mudancas.length} mudanças.`)
  expect(text.length).toBeLessThan(29_500)
  const endless = {
    ...world.query,
    mudancas: async () => ({
      ...(await world.query.mudancas({ limite: 1, suspeitos: 'omitir' })),
      mais: true,
    }),
  }
  const read = (await connect(depsOf(endless))).readResource({ uri: 'gasolina://mudancas' })
  await expect(read).resolves.toHaveProperty('contents')
})

it.each([
  ['gasolina://nada', -32002, 'não existe', 'rota_nao_encontrada'],
  ['http://localhost/', -32002, 'não existe', 'rota_nao_encontrada'],
  ['gasolina://dados/gasolna', -32002, 'gasolina-comum', 'rota_nao_encontrada'],
  ['gasolina://posto/00000000000000', -32002, 'Nenhum posto conhecido', 'posto_nao_encontrado'],
  ['gasolina://posto/123', -32602, '14 caracteres', undefined],
  ['gasolina://posto/', -32002, 'não existe', 'rota_nao_encontrada'],
])('tells what is wrong with %s', async (uri, code, sentence, codigo) => {
  await expect(client.readResource({ uri })).rejects.toMatchObject({
    code,
    ...(codigo !== undefined && { data: { codigo } }),
    message: expect.stringContaining(sentence),
  })
})

it('answers an unexpected failure with a fixed sentence', async () => {
  const broken = depsOf({ ...query, situacao: () => Promise.reject(new Error('segredo')) })
  const other = await connect(broken)
  const reading = other.readResource({ uri: 'gasolina://situacao' })
  await expect(reading).rejects.toMatchObject({ message: expect.stringContaining(FRASE_ERRO_INTERNO) })
  expect(String(broken.logged[0])).toContain('segredo')
})

it.each([
  ['gasolina://posto/{cnpj}', 'cnpj', cnpjOf(1).slice(0, 12), [cnpjOf(1)]],
  ['gasolina://posto/{cnpj}', 'cnpj', '', [cnpjOf(1), cnpjOf(2)]],
  ['gasolina://posto/{cnpj}', 'cnpj', 'da lua', [cnpjOf(2)]],
  ['gasolina://posto/{cnpj}', 'cnpj', 'zzz', []],
  ['gasolina://dados/{slug}', 'slug', 'gaso', ['gasolina-comum', 'gasolina-aditivada']],
  ['gasolina://dados/{slug}', 'outra', 'gaso', []],
  ['gasolina://outro/{x}', 'x', '', []],
])('completes %s %s from %j', async (uri, name, value, values) => {
  const { completion } = await client.complete({
    ref: { type: 'ref/resource', uri },
    argument: { name, value },
  })
  expect(completion.values).toEqual(values)
})

it('offers one prompt, which leads to the tools by their parameters', async () => {
  const { prompts } = await client.listPrompts()
  expect(prompts).toMatchObject([
    {
      name: 'onde-abastecer',
      arguments: [{ name: 'lugar', required: true }, { name: 'combustivel' }, { name: 'litros' }],
    },
  ])
  const { messages } = await client.getPrompt({
    name: 'onde-abastecer',
    arguments: { lugar: 'ponta verde', combustivel: 'etanol', litros: '40' },
  })
  expect(messages).toHaveLength(1)
  const { content } = messages[0] ?? {}
  const text = content?.type === 'text' ? content.text : ''
  for (const part of [
    'combustivel "alcool"',
    'bairro "ponta verde"',
    'litros 40 e municipio',
    '40 litros',
    'menos de cinco',
  ])
    expect(text).toContain(part)
})

it.each([
  [
    { combustivel: 'gasolina' },
    ['abastecer 50 litros de', 'raio e litros 50', 'litros 50 e municipio', 'custo de 50 litros'],
  ],
  [
    { combustivel: 's10', litros: '40,5' },
    ['abastecer 40,5 litros de', 'raio e litros 40.5', 'litros 40.5 e municipio'],
  ],
  // A cylinder holds no fifty m³, and the statistics reckon no tank of gas.
  [
    { combustivel: 'gnv' },
    ['abastecer 15 m³ de GNV', 'raio e litros 15', 'estatisticas com municipio', 'custo de 15 m³'],
  ],
  [{ combustivel: 'gnv', litros: '12' }, ['abastecer 12 m³ de GNV']],
])('reckons the prompt with %o', async (args: Record<string, string>, parts) => {
  const { messages } = await client.getPrompt({
    name: 'onde-abastecer',
    arguments: { lugar: 'maceió', ...args },
  })
  const { content } = messages[0] ?? {}
  for (const part of parts) expect(content?.type === 'text' ? content.text : '').toContain(part)
})

it.each([
  [{ lugar: '' }, 'Falta lugar'],
  [{ lugar: 'maceió', combustivel: 'querosene' }, 'querosene'],
  [{ lugar: 'maceió', litros: 'muitos' }, 'maior que 0'],
])('refuses the prompt with %o', async (args: Record<string, string>, sentence) => {
  await expect(client.getPrompt({ name: 'onde-abastecer', arguments: args })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining(sentence),
  })
})

it.each([
  ['lugar', 'mace', ['Maceió']],
  ['lugar', 'PÔNTA', ['Ponta Verde']],
  ['lugar', 'zzz', []],
  ['combustivel', 'diesel', ['diesel-comum', 'diesel-aditivado']],
  ['combustivel', 'etan', ['alcool']],
  ['combustivel', 's10', ['diesel-aditivado']],
  ['litros', '4', []],
])("completes the prompt's %s from %j", async (name, value, values) => {
  const { completion } = await client.complete({
    ref: { type: 'ref/prompt', name: 'onde-abastecer' },
    argument: { name, value },
  })
  expect(completion.values).toEqual(values)
})

async function read(uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri })
  const [only] = contents
  expect(contents).toHaveLength(1)
  expect(only?.uri).toBe(uri)
  return only && 'text' in only ? only.text : ''
}
