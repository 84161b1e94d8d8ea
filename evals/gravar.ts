/**
 * Records what an agent does that has nothing but the tools. Whoever runs the agent lets it run these commands, and no others:
 *
 *   npx tsx evals/gravar.ts comecar QUEM [texto|estrutura]     begins a transcript; shows what a host shows its model at first
 *   npx tsx evals/gravar.ts perguntas                          the questions, with what was asked before
 *   npx tsx evals/gravar.ts chamar QUEM ID FERRAMENTA '{…}'    calls a tool for a question; shows one view of its result
 *   npx tsx evals/gravar.ts responder QUEM ID 'RESPOSTA'       the final answer; a second one replaces the first
 *
 * Each call and each answer is appended to `evals/transcricoes/QUEM/<day>-<view>.jsonl`. Nothing here shows what is true.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { questions } from './questions.ts'
import type { Line, View } from './transcripts.ts'
import { FOLDER, hashOf, readTranscript, shownAs, transcripts } from './transcripts.ts'
import { createEvalWorld } from './world.ts'

const [command, ...words] = process.argv.slice(2)
const commands: Record<string, () => Promise<void>> = { comecar, perguntas, chamar, responder }
const run = commands[command ?? '']
if (!run) throw new Error(`use one of: ${Object.keys(commands).join(', ')}`)
await run()

async function comecar(): Promise<void> {
  const [quem = '', view = 'texto'] = words
  if (!/^[\w.-]+$/.test(quem) || !isView(view)) throw new Error('comecar QUEM [texto|estrutura]')
  const world = await createEvalWorld()
  const file = join(quem, `${new Date().toISOString().slice(0, 10)}-${view}.jsonl`)
  mkdirSync(join(FOLDER, quem), { recursive: true })
  const line: Line = { tipo: 'cabecalho', quem, vista: view, ...(await world.hashes()) }
  writeFileSync(join(FOLDER, file), `${JSON.stringify(line)}\n`)
  console.log(JSON.stringify(await world.definitions(), null, 1))
  await world.client.close()
}

async function perguntas(): Promise<void> {
  for (const { id, antes = [], pergunta } of questions) console.log([id, ...antes, pergunta].join(' | '))
}

async function chamar(): Promise<void> {
  const [quem = '', id = '', ferramenta = '', json = '{}'] = words
  const { file, view } = current(quem)
  if (!questions.some((question) => question.id === id)) throw new Error(`no question ${id}`)
  const argumentos = JSON.parse(json) as Record<string, unknown>
  const world = await createEvalWorld()
  const result = await world.call(ferramenta, argumentos)
  await world.client.close()
  const mostrado = shownAs(view, result)
  append(file, { tipo: 'chamada', pergunta: id, ferramenta, argumentos, mostrado, resultado: hashOf(result) })
  console.log(mostrado)
}

async function responder(): Promise<void> {
  const [quem = '', id = '', texto = ''] = words
  if (!questions.some((question) => question.id === id) || texto === '')
    throw new Error('responder QUEM ID RESPOSTA')
  append(current(quem).file, { tipo: 'resposta', pergunta: id, texto })
}

/** The transcript begun last. */
function current(quem: string): { file: string; view: View } {
  const file = transcripts().findLast((each) => each.startsWith(`${quem}/`))
  if (!file) throw new Error(`comecar ${quem} first`)
  const [head] = readTranscript(file)
  if (head?.tipo !== 'cabecalho') throw new Error(`${file} has no head`)
  return { file, view: head.vista }
}

function append(file: string, line: Line): void {
  appendFileSync(join(FOLDER, file), `${JSON.stringify(line)}\n`)
}

function isView(text: string): text is View {
  return text === 'texto' || text === 'estrutura'
}
