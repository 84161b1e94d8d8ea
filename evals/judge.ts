import { questions } from './questions.ts'
import { type Score, scoreOf } from './score.ts'
import { tokens } from './shown.ts'
import type { Line } from './transcripts.ts'
import type { ClaimsOf } from './truth.ts'

export interface Judged extends Score {
  id: string
  familia: string
  chamadas: number
  /** Of all that the tools answered. */
  tokens: number
}

/** Every question of the list, in its order; one that was not answered is wrong. */
export async function judge(lines: readonly Line[], claimsOf: ClaimsOf): Promise<Judged[]> {
  const calls = lines.filter((line) => line.tipo === 'chamada')
  const answers = new Map(
    lines.flatMap((line) => (line.tipo === 'resposta' ? [[line.pergunta, line.texto]] : [])),
  )
  return Promise.all(
    questions.map(async (question) => {
      const { id, familia } = question
      const made = calls.filter(({ pergunta }) => pergunta === id)
      const answer = answers.get(id)
      const score: Score =
        answer === undefined
          ? { nota: 'errada', faltas: ['sem resposta'] }
          : scoreOf(question, await claimsOf(question), answer, made)
      const shown = made.reduce((sum, { mostrado }) => sum + tokens(mostrado), 0)
      const { nota, faltas } = score
      return { id, familia, nota, faltas, chamadas: made.length, tokens: shown }
    }),
  )
}
