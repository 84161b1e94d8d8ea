import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { HOUR } from '../../src/domain/basics/time.ts'
import { describeSource } from '../../src/format/words/source-words.ts'
import { CNPJ, sale } from '../query/past-fixture.ts'
import { ask } from './ask.ts'
import { connectAfter } from './past.ts'
import { connect, demonstrationQuery, depsOf } from './world.ts'

let client: Client

beforeAll(async () => {
  client = await connect({ ...depsOf(await demonstrationQuery()), describe: describeDeclared })
})

/** Instructions are longest where the sales are declared ones. */
function describeDeclared(): string {
  return describeSource('sefaz', HOUR).description
}

/** UTF-8 bytes ÷ 3.6. */
function tokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3.6)
}

describe('instructions and definitions of tools', () => {
  it('take at most 4,700 tokens: 300 of 5,000 are spare', async () => {
    expect(
      tokens(JSON.stringify(await client.listTools())),
      'shorten a description, or leave a parameter out of the tools: NOT_OF_TOOLS, src/mcp/tools/arguments.ts',
    ).toBeLessThanOrEqual(4700)
  })

  it('begin each description with purpose and use, and stay under 2,048 characters', async () => {
    const { tools } = await client.listTools()
    for (const { description = '' } of tools) {
      expect(description.length).toBeLessThan(2048)
      const [what = '', when = ''] = description.split('\n')
      expect(what.length).toBeLessThanOrEqual(512)
      expect(when).toMatch(/^Use (para|quando) /)
    }
    expect(client.getInstructions()?.length).toBeLessThan(2048)
  })

  it('have the wording that was reviewed', async () => {
    const { tools } = await client.listTools()
    const told = tools.map(({ name, title, description, inputSchema }) =>
      [
        `# ${name}: ${title}`,
        description,
        ...Object.entries(inputSchema.properties ?? {}).map(
          ([parameter, schema]) => `- ${parameter}: ${(schema as { description?: string }).description}`,
        ),
      ].join('\n'),
    )
    const whole = [client.getInstructions(), ...told].join('\n\n')
    await expect(`${whole}\n`).toMatchFileSnapshot('definitions.txt')
  })

  it('come with one inlined icon', () => {
    const [icon, ...others] = client.getServerVersion()?.icons ?? []
    expect(others).toEqual([])
    expect(icon).toMatchObject({ mimeType: 'image/svg+xml', sizes: ['any'] })
    const [head, data = ''] = icon?.src.split(',') ?? []
    expect(head).toBe('data:image/svg+xml;base64')
    expect(Buffer.from(data, 'base64').toString()).toMatch(/^<svg .*<\/svg>$/)
  })
})

describe('an answer', () => {
  it.each([
    ['precos', {}, 730, 1850],
    ['precos', { municipio: 'maceio' }, 730, 1850],
    ['precos', { lat: -9.66, lon: -35.7, litros: 40 }, 800, 1850],
    ['precos', { rota: '-9.66,-35.73;-9.75,-36.66', ordenar: 'custo' }, 760, 1850],
    ['posto', { nome: 'serrano central', municipio: 'maceio' }, 700, 2300],
    ['posto', { nome: 'maresia' }, 780, 1800],
    ['historico', { nome: 'serrano central', municipio: 'maceio' }, 920, 1800],
    ['estatisticas', { municipio: 'maceio' }, 960, 1900],
    ['estatisticas', { situacao: true }, 1105, 2500],
    ['precos', { bairro: 'centro' }, 730, 1850],
    ['precos', { lat: -9.66, lon: -35.73, litros: 40 }, 800, 1850],
    ['historico', { bairro: 'centro', combustivel: 'gasolina' }, 700, 1800],
    ['estatisticas', { municipios: 'maceio,arapiraca' }, 500, 1030],
  ])('of %s %o is small in text and in structure', async (name, args, inText, inStructure) => {
    const { content, structuredContent } = (await client.callTool({
      name,
      arguments: args,
    })) as CallToolResult
    const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
    expect(tokens(text)).toBeLessThanOrEqual(inText)
    expect(tokens(JSON.stringify(structuredContent))).toBeLessThanOrEqual(inStructure)
  })
})

describe('alternating prices', () => {
  it.each([
    [[6.86, 7.26, 6.86, 7.26, 6.86], 'alterna entre R$ 6,86 e R$ 7,26'],
    [[6.86, 7.26, 6.86], '2 mudanças'],
    [[6.86, 7.26, 6.86, 7.26, 6.99], '4 mudanças'],
    // A suspect price between two equal ones is no change.
    [[6.86, 7.26, 0.69, 7.26, 6.86], '2 mudanças'],
    [[6.86, 0.69, 6.86], 'sem mudanças'],
    [[6.86, 7.26, 0.69], 'R$ 7,26/L na última venda não suspeita'],
  ])('of %j are described as “%s”', async (prices, told) => {
    const days = prices.map((preco, i) => sale(`2026-04-${10 + i}`, preco))
    const { text, observacoes } = await ask(await connectAfter(days), 'historico', { cnpj: CNPJ })
    expect(text).toContain(told)
    const isSuspect = prices.at(-1) === 0.69
    expect(text).toContain(`na última venda${isSuspect ? ' não suspeita' : ''};`)
    expect(observacoes).toContain('A primeira venda vista no período é de 10/04/2026.')
  })

  it('are those of one product, whatever another costs', async () => {
    const days = [6.86, 7.26, 6.86, 7.26].map((preco, i) => sale(`2026-04-${10 + i}`, preco))
    const other = sale('2026-04-09', 6.99, { codigo: '2' })
    const { text } = await ask(await connectAfter([other, ...days]), 'historico', { cnpj: CNPJ })
    expect(text).toContain('alterna entre R$ 6,86 e R$ 7,26')
  })
})
