/**
 * What the calls of the recordings cost the reader when they were recorded, and what the same calls cost today: tokens of the
 * median question in each view, and of the definitions.
 *
 *   npx tsx evals/custo.ts
 */
import { groupBy } from '../src/domain/basics/lists.ts'
import { shownAs, tokens } from './shown.ts'
import { read, recordings } from './transcripts.ts'
import { createEvalWorld } from './world.ts'

const world = await createEvalWorld()
const asked: { vista: string; pergunta: string; antes: number; hoje: number }[] = []
for (const name of recordings()) {
  const { head, lines } = read(name)
  for (const line of lines) {
    if (line.tipo !== 'chamada') continue
    const result = await world.call(line.ferramenta, line.argumentos)
    asked.push({
      vista: head.vista,
      pergunta: `${name} ${line.pergunta}`,
      antes: tokens(line.mostrado),
      hoje: tokens(shownAs(head.vista, result)),
    })
  }
}
console.log(`tools/list: ${tokens(JSON.stringify(await world.client.listTools()))} tokens`)
console.log('| vista | perguntas | gravado (mediana) | hoje (mediana) |\n|---|---|---|---|')
for (const [vista, calls] of groupBy(asked, (call) => call.vista)) {
  const questions = [...groupBy(calls, (call) => call.pergunta).values()]
  const middle = (of: 'antes' | 'hoje') =>
    questions.map((each) => each.reduce((sum, call) => sum + call[of], 0)).toSorted((a, b) => a - b)[
      Math.floor(questions.length / 2)
    ]
  console.log(`| ${vista} | ${questions.length} | ${middle('antes')} | ${middle('hoje')} |`)
}
await world.client.close()
