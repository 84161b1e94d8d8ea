import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fold } from '../../src/domain/basics/text.ts'
import { tools } from '../../src/mcp/server.ts'
import { toDefinition } from '../../src/mcp/tools/tool-definition.ts'

interface Findable {
  name: string
  description: string
}

/** Two hundred invented tools of other servers, as a host with many servers has beside ours. */
const others = JSON.parse(readFileSync(new URL('other-tools.json', import.meta.url), 'utf8')) as Findable[]
const ours: Findable[] = Object.entries(tools).map(([name, tool]) => {
  const { title = '', description = '' } = toDefinition(name, tool)
  return { name, description: `${title} ${description}` }
})

const QUESTIONS: [question: string, tool: string][] = [
  ['Where is the cheapest gasoline in Maceió?', 'precos'],
  ['cheapest ethanol near me in Alagoas', 'precos'],
  ['cheapest diesel along a route in Alagoas', 'precos'],
  ['onde abastecer mais barato na Ponta Verde', 'precos'],
  ['posto mais barato no caminho, vale o desvio?', 'precos'],
  ['is the price at this gas station good?', 'posto'],
  ['o preço do posto Serrano Central está bom?', 'posto'],
  ['fuel prices of a gas station in Alagoas by its name', 'posto'],
  ['fuel price history of a city in Brazil', 'historico'],
  ['when did gasoline prices rise in Maceió', 'historico'],
  ['quanto custava a gasolina em tal dia', 'historico'],
  ['quando subiu o etanol', 'historico'],
  ['average fuel price in Alagoas, ethanol versus gasoline', 'estatisticas'],
  ['which city has the cheapest average gasoline', 'estatisticas'],
  ['álcool ou gasolina, o que compensa?', 'estatisticas'],
  ['quanto economizo num tanque em Arapiraca', 'estatisticas'],
]

const searches: Record<string, (question: string) => Findable[]> = { BM25: bm25, 'plain words': plainWords }

describe.each(Object.keys(searches))('among two hundred other tools, by %s,', (kind) => {
  it.each(QUESTIONS)('“%s” finds %s', (question, tool) => {
    const found = searches[kind]?.(question).slice(0, 5) ?? []
    expect(found.map(({ name }) => name)).toContain(tool)
  })
})

it('the other tools are two hundred, none of them about fuel', () => {
  expect(new Set(others.map(({ name }) => name)).size).toBe(200)
  for (const { description } of others)
    expect(description).not.toMatch(/fuel|gasoline|gasolina|ethanol|diesel/i)
})

function wordsOf(text: string): string[] {
  return fold(text)
    .split(' ')
    .filter((word) => word.length > 1)
}

function bm25(question: string): Findable[] {
  const all = [...ours, ...others].map((tool) => ({
    tool,
    words: wordsOf(`${tool.name} ${tool.description}`),
  }))
  const mean = all.reduce((sum, { words }) => sum + words.length, 0) / all.length
  const idf = (word: string): number => {
    const n = all.filter(({ words }) => words.includes(word)).length
    return Math.log(1 + (all.length - n + 0.5) / (n + 0.5))
  }
  const asked = [...new Set(wordsOf(question))].map((word) => [word, idf(word)] as const)
  const score = (words: readonly string[]): number =>
    asked.reduce((sum, [word, weight]) => {
      const f = words.filter((other) => other === word).length
      return sum + (weight * f * 2.2) / (f + 1.2 * (0.25 + (0.75 * words.length) / mean))
    }, 0)
  return bestOf(all, score)
}

/** How many of the question's words the definition has. */
function plainWords(question: string): Findable[] {
  const asked = new Set(wordsOf(question))
  const all = [...ours, ...others].map((tool) => ({
    tool,
    words: wordsOf(`${tool.name} ${tool.description}`),
  }))
  return bestOf(all, (words) => [...asked].filter((word) => words.includes(word)).length)
}

function bestOf(all: { tool: Findable; words: string[] }[], score: (words: string[]) => number): Findable[] {
  return all
    .map(({ tool, words }) => ({ tool, score: score(words) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ tool }) => tool)
}
