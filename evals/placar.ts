/**
 * Judges every recording again and prints the table of scores, then what each one lacks.
 *
 *   npx tsx evals/placar.ts
 */
import { judge } from './judge.ts'
import { scoreboard } from './scoreboard.ts'
import { read, recordings } from './transcripts.ts'
import { createTruth } from './truth.ts'
import { createEvalWorld } from './world.ts'

const world = await createEvalWorld()
const claimsOf = createTruth(world)
const runs = await Promise.all(
  recordings().map(async (name) => {
    const { head, lines } = read(name)
    return { name, quem: head.quem, vista: head.vista, judged: await judge(lines, claimsOf) }
  }),
)
await world.client.close()

console.log(scoreboard(runs))
for (const { name, judged } of runs) {
  console.log(`\n## ${name}\n`)
  for (const { id, familia, nota, faltas } of judged)
    if (nota !== 'certa') console.log(`- ${id} (${familia}), ${nota}: ${faltas.join('; ')}`)
}
