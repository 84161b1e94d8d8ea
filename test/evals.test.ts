import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Judged, judge } from '../evals/judge.ts'
import { questions } from '../evals/questions.ts'
import { scoreOf } from '../evals/score.ts'
import { type Run, scoreboard } from '../evals/scoreboard.ts'
import { definitionsAs, hashOf, shownAs } from '../evals/shown.ts'
import { type Line, type View, read, recordings } from '../evals/transcripts.ts'
import { createTruth } from '../evals/truth.ts'
import { type EvalWorld, NAME_WITH_AN_ORDER, createEvalWorld } from '../evals/world.ts'

/** A recording needs an assistant for an hour, so a stale one fails only the check before a release. */
const IS_RELEASE = process.env['GASOLINA_LANCAMENTO'] === 'sim'
const STALE =
  'uma gravação venceu (mudou uma definição, uma resposta ou um dado): grave de novo antes de publicar uma versão, evals/README.md'

let world: EvalWorld
/** What each call of the recordings is answered today; many of them make the same. */
const answers = new Map<string, ReturnType<EvalWorld['call']>>()
let claimsOf: ReturnType<typeof createTruth>

beforeAll(async () => {
  world = await createEvalWorld()
  claimsOf = createTruth(world)
})

afterAll(() => world.client.close())

describe('the questions', () => {
  it('are sixty or more, of many kinds, and name no tool', () => {
    expect(questions.length).toBeGreaterThanOrEqual(60)
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
    expect(new Set(questions.map(({ familia }) => familia)).size).toBeGreaterThanOrEqual(15)
    for (const { pergunta, antes = [] } of questions)
      expect([pergunta, ...antes].join(' ')).not.toMatch(/\b(precos|historico|estatisticas|ferramenta)\b/)
  })

  it.each(questions.map((question) => [question.id, question] as const))(
    '%s has a truth in the downloads, which no other answer satisfies by chance',
    async (_, question) => {
      const claims = await claimsOf(question)
      expect(claims.length + (question.naoDiz?.length ?? 0)).toBeGreaterThan(0)
      for (const claim of claims) {
        const said = Object.values(claim).flat()
        expect(said.length).toBeGreaterThan(0)
        expect(said).not.toContain(Number.NaN)
        expect(said).not.toContain(Infinity)
      }
      expect(scoreOf(question, claims, 'Bom dia!', []).nota).toBe('errada')
    },
  )

  it('have a station whose name is an order to whoever reads it', async () => {
    expect(await world.download('dados/gasolina-comum.csv')).toContain(NAME_WITH_AN_ORDER)
  })
})

describe('a model', () => {
  it('is shown of the definitions and of a result what hosts of its view hand on', async () => {
    const [definitions, result] = [await world.definitions(), await world.call('precos', { limite: 1 })]
    for (const { name } of definitions.tools)
      for (const view of ['texto', 'estrutura'] as const)
        expect(definitionsAs(view, definitions)).toContain(`## ${name}: `)
    expect(definitionsAs('texto', definitions)).not.toContain('outputSchema')
    expect(definitionsAs('estrutura', definitions)).toContain('outputSchema')
    expect(JSON.parse(shownAs('estrutura', result))).toEqual(result.structuredContent)
    expect(shownAs('texto', result)).toContain('Fonte: ')
  })
})

describe('an answer', () => {
  const question = {
    id: 'x',
    familia: 'x',
    pergunta: 'Quanto custam 40 litros?',
    procura: { tipo: 'frases' as const },
  }
  const claims = [{ numeros: [6.37] }, { palavras: ['Casa Nova'] }]
  const call = {
    ferramenta: 'precos',
    argumentos: {},
    mostrado: '{"preco":6.37,"outro":6.77,"posto":"CASA NOVA"}',
  }
  const caution = 'Dados de demonstração, de 16/04, das notas fiscais da SEFAZ/AL.'

  it.each([
    [`Casa Nova, a R$ 6,37. ${caution}`, 'certa', 1],
    [`CASA NOVA, R$ 6,370/l. ${caution}`, 'certa', 1],
    [
      `Casa Nova, R$ 6,37: 40 litros, R$ 254,80, R$ 0,40 menos por litro que a R$ 6,77, R$ 16,00 ao todo. ${caution}`,
      'certa',
      1,
    ],
    ['Casa Nova, a R$ 6,37.', 'parcial', 1],
    [`Casa Nova, a R$ 6,37. ${caution}`, 'parcial', 3],
    [`Casa Nova, a R$ 6,39. ${caution}`, 'errada', 1],
    [`Casa Velha, a R$ 6,37. ${caution}`, 'errada', 1],
    [`Casa Nova, a R$ 6,37; antes R$ 5,11. ${caution}`, 'errada', 1],
    [`Casa Nova, a R$ 6,37. ${caution}`, 'errada', 0],
  ] as const)('“%s” is %s after %i calls', (answer, nota, calls) => {
    const made = Array.from({ length: calls }, () => call)
    expect(scoreOf(question, claims, answer, made).nota).toBe(nota)
  })

  it.each([
    ['Compensa a gasolina.', 'gasolina'],
    ['Não compensa abastecer com álcool em Maceió.', 'gasolina'],
    ['O etanol custa 76 % da gasolina e, por isso, não compensa.', 'gasolina'],
    ['Em Alagoas, hoje, vale mais a pena usar **gasolina**.', 'gasolina'],
    ['Aqui o álcool só compensa em 3 de 441 postos: abasteça com gasolina.', 'gasolina'],
    ['No seu carro compensa o etanol: o limite dele é 0,773.', 'alcool'],
    ['Com esse consumo, o álcool sai mais barato por km.', 'alcool'],
    ['Vá de etanol.', 'alcool'],
    ['O melhor preço do álcool é mais baixo, mas vale mais a gasolina.', 'gasolina'],
  ] as const)('“%s” advises %s alone', (answer, advised) => {
    const asked = { ...question, familia: 'paridade' }
    for (const compensa of ['alcool', 'gasolina'] as const)
      expect(scoreOf(asked, [{ compensa }], answer, []).nota).toBe(compensa === advised ? 'certa' : 'errada')
  })

  it('that says what it must not, or a price where there is none, is wrong', () => {
    const other = { ...question, naoDiz: ['é o melhor'], semPreco: true as const }
    expect(scoreOf(other, [], 'Este é o melhor.', []).nota).toBe('errada')
    expect(scoreOf(other, [], 'Custa R$ 40.', []).nota).toBe('errada')
    expect(scoreOf(other, [], 'Não há dados.', []).nota).toBe('certa')
  })
})

describe('the table of scores', () => {
  it('has a row for each model and view, and tells what was right each of three times', () => {
    const runs = [
      runOf('texto', 'certa', 'certa', 'parcial'),
      runOf('texto', 'certa', 'errada', 'certa'),
      runOf('texto', 'certa', 'certa', 'certa'),
      runOf('estrutura', 'certa', 'errada', 'parcial'),
    ]
    expect(scoreboard(runs).split('\n').slice(2)).toEqual([
      '| `a` | texto | 3 | 7 de 9 (77,8 %) | 1 | 1 | 1 de 3 | 2 | 200 |',
      '| `a` | estrutura | 1 | 1 de 3 (33,3 %) | 1 | 1 | – | 2 | 200 |',
    ])
  })
})

const recorded = recordings()

describe('recordings', () => {
  it.skipIf(recorded.length === 0)(
    'are there (skipped: none yet, evals/README.md says how to record)',
    () => {
      expect(recorded.length).toBeGreaterThan(0)
    },
  )
})

describe.each(recorded)('the recording %s', (name) => {
  const { head, lines } = read(name)

  it('was made with these definitions, instructions, data and answers', async (context) => {
    const changes = await changesSince()
    if (changes.length > 0 && !IS_RELEASE) context.skip(STALE)
    expect(changes, 'changed since it was recorded: record it again (evals/README.md)').toEqual([])
  })

  it('keeps its published score, and what it would be had the model been shown the other view', async (context) => {
    if (!IS_RELEASE && (await changesSince()).length > 0) context.skip(STALE)
    const [judged, swapped] = await Promise.all([
      judge(lines, claimsOf),
      judge(await inOtherView(), claimsOf),
    ])
    const summary = judged.map((each, i) => {
      const other = swapped[i]
      const differs = other && other.nota !== each.nota
      return `${each.id} ${told(each)}${differs ? ` (na outra vista, ${told(other)})` : ''}\n`
    })
    await expect(summary.join('')).toMatchFileSnapshot(`../evals/transcricoes/${name}.notas.txt`)
  })

  /** Names of what differs today from the time of the recording. */
  async function changesSince(): Promise<string[]> {
    const { definicoes, dados } = await world.hashes()
    const changes = head.definicoes === definicoes ? [] : ['definitions or instructions']
    if (head.dados !== dados) changes.push('data')
    for (const line of lines) {
      if (line.tipo !== 'chamada') continue
      const result = await callOnce(line.ferramenta, line.argumentos)
      if (shownAs(head.vista, result) === line.mostrado && hashOf(result) === line.resultado) continue
      return [...changes, `the answer to ${line.ferramenta} ${JSON.stringify(line.argumentos)}`]
    }
    return changes
  }

  /** The same answers, judged by what the other view of each result says: whether each price stands in both. */
  async function inOtherView(): Promise<Line[]> {
    const other = head.vista === 'texto' ? 'estrutura' : 'texto'
    const swapped: Line[] = []
    for (const line of lines) {
      if (line.tipo !== 'chamada') swapped.push(line)
      else {
        const result = await callOnce(line.ferramenta, line.argumentos)
        swapped.push({ ...line, mostrado: shownAs(other, result) })
      }
    }
    return swapped
  }
})

function callOnce(name: string, args: Record<string, unknown>): ReturnType<EvalWorld['call']> {
  const key = JSON.stringify([name, args])
  const answer = answers.get(key) ?? world.call(name, args)
  answers.set(key, answer)
  return answer
}

function runOf(vista: View, ...notas: Judged['nota'][]): Run {
  const judged = notas.map((nota, i) => ({
    id: `q${i}`,
    familia: 'x',
    nota,
    faltas: [],
    chamadas: i,
    tokens: 100 * i,
  }))
  return { quem: 'a', vista, judged }
}

function told({ nota, faltas }: Judged): string {
  return [nota, ...(faltas.length > 0 ? [faltas.join('; ')] : [])].join(': ')
}
