/**
 * Judges every transcript again and prints the table of scores, failures included.
 *
 *   npx tsx evals/placar.ts
 */
import { judge, readTranscript, transcripts } from './transcripts.ts'
import { createEvalWorld } from './world.ts'

const world = await createEvalWorld()
for (const file of transcripts()) {
  const judged = await judge(readTranscript(file), world)
  const count = (nota: string) => judged.filter((each) => each.nota === nota).length
  const asked = judged.filter(({ chamadas }) => chamadas > 0)
  console.log(`\n## ${file}\n`)
  console.log(
    '| certas | em parte | erradas | chamadas (mediana) | tokens (mediana) |\n|---|---|---|---|---|',
  )
  console.log(
    `| ${count('certa')} de ${judged.length} | ${count('parcial')} | ${count('errada')} | ${middle(asked.map(({ chamadas }) => chamadas))} | ${middle(asked.map(({ tokens }) => tokens))} |\n`,
  )
  for (const { id, familia, nota, faltas } of judged)
    if (nota !== 'certa') console.log(`- ${id} (${familia}), ${nota}: ${faltas.join('; ')}`)
}
await world.client.close()

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
