import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { questions } from './questions.ts'
import type { Score } from './score.ts'
import { scoreOf } from './score.ts'
import type { Downloads } from './truth.ts'
import { createTruth } from './truth.ts'
import { sha256 } from './world.ts'

/** Which of a result's two views the model was shown: hosts differ. */
export type View = 'texto' | 'estrutura'

export type Line =
  | { tipo: 'cabecalho'; quem: string; vista: View; definicoes: string; dados: string }
  | CallLine
  | { tipo: 'resposta'; pergunta: string; texto: string }

export interface CallLine {
  tipo: 'chamada'
  pergunta: string
  ferramenta: string
  argumentos: Record<string, unknown>
  mostrado: string
  /** Of the whole result, both views. */
  resultado: string
}

export const FOLDER = fileURLToPath(new URL('transcricoes', import.meta.url))

/** `<who>/<date>.jsonl`, all of them. */
export function transcripts(): string[] {
  try {
    return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.jsonl'))
      .toSorted()
  } catch {
    return []
  }
}

export function readTranscript(file: string): Line[] {
  return readFileSync(join(FOLDER, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
}

/** What the model is shown of a result, as hosts that hand on one view only show it. */
export function shownAs(view: View, { content, structuredContent, isError }: CallToolResult): string {
  // Of a refusal every host shows the text.
  if (view === 'estrutura' && structuredContent && !isError) return JSON.stringify(structuredContent)
  return content
    .map((block) =>
      block.type === 'text'
        ? block.text
        : block.type === 'resource_link'
          ? `${block.name}: ${block.uri}`
          : '',
    )
    .join('\n')
}

export function hashOf(result: CallToolResult): string {
  return sha256(JSON.stringify([result.content, result.structuredContent, result.isError ?? false]))
}

/** UTF-8 bytes ÷ 3.6, as tokens are counted here. */
export function tokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3.6)
}

export interface Judged extends Score {
  id: string
  familia: string
  chamadas: number
  tokens: number
}

/** Every question of the list, in its order; one that was not answered is wrong. */
export async function judge(lines: readonly Line[], downloads: Downloads): Promise<Judged[]> {
  const calls = lines.filter((line) => line.tipo === 'chamada')
  const answers = new Map(
    lines.flatMap((line) => (line.tipo === 'resposta' ? [[line.pergunta, line.texto]] : [])),
  )
  const claimsOf = createTruth(downloads)
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
