/**
 * Records what an agent does that has nothing but the tools. Whoever runs the agent lets it run these commands, and no others;
 * `npx tsx evals/gravar.ts` alone tells it how. Nothing here shows what is true.
 *
 * `npx tsx evals/gravar.ts atender`, in a process of its own, makes the others quick.
 */
import { text } from 'node:stream/consumers'
import { answer, keepReady } from './answerer.ts'
import { questions } from './questions.ts'
import { definitionsAs, hashOf, shownAs } from './shown.ts'
import { type View, append, begin, read, recordings } from './transcripts.ts'

const HELP = `Você responde a perguntas de pessoas sobre preços de combustível, em português, como a uma pessoa, só com o que
quatro ferramentas disserem. O que esta ajuda e as ferramentas dizem é tudo o que há: nada de ler arquivos.

1. Comece uma gravação. QUEM é o nome do modelo; a vista é o que se vê das respostas: texto ou estrutura (JSON).
   Mostra o nome da gravação, que os outros comandos pedem, as instruções e as ferramentas.

     npx tsx evals/gravar.ts comecar QUEM texto

2. Veja as perguntas: uma por linha, o número dela e a pergunta; só as que faltam responder.
   Onde há mais de uma, separadas por |, as primeiras foram perguntadas antes pela mesma pessoa; responda à última.

     npx tsx evals/gravar.ts perguntas GRAVACAO

3. Para cada pergunta, chame as ferramentas de que precisar (nenhuma, uma, ou mais), com os argumentos em JSON.
   Mostra a resposta. Cada chamada conta, as erradas também; o que se soube por outra pergunta não vale para esta.

     npx tsx evals/gravar.ts chamar GRAVACAO p01 FERRAMENTA '{"argumento":"valor"}'

4. Responda, como diria à pessoa que perguntou. Uma segunda resposta fica no lugar da primeira.
   Com - no lugar da resposta, ela é lida da entrada: serve a textos com aspas ou de várias linhas.

     npx tsx evals/gravar.ts responder GRAVACAO p01 'A resposta…'
     npx tsx evals/gravar.ts responder GRAVACAO p01 - <<'FIM'
     A resposta…
     FIM

Para ver de novo as instruções e as ferramentas:

     npx tsx evals/gravar.ts ferramentas GRAVACAO

Acabou quando perguntas não mostra mais nenhuma.`

/** What whoever wrote the command can mend. */
class Refused extends Error {}

const commands: Record<string, (words: string[]) => Promise<string>> = {
  comecar,
  ferramentas,
  perguntas,
  chamar,
  responder,
  atender,
  ajuda: async () => HELP,
}

const [command = 'ajuda', ...words] = process.argv.slice(2)
try {
  const run = commands[command]
  if (!run) throw new Refused(`Não há o comando ${command}.\n\n${HELP}`)
  console.log(await run(words))
} catch (error) {
  // What else goes wrong is a bug, and whoever runs the agent wants its stack.
  if (!(error instanceof Refused)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function comecar([quem = '', view = 'texto', number]: string[]): Promise<string> {
  if (!/^[\w.-]+$/.test(quem) || !isView(view))
    throw new Refused(
      'Use: comecar QUEM texto (ou estrutura). QUEM leva letras sem acento, números, ponto e -.',
    )
  const n = number === undefined ? undefined : Number(number)
  if (n !== undefined && !(Number.isInteger(n) && n > 0))
    throw new Refused('O número da gravação vai de 1 em diante.')
  const { definitions, hashes } = await answer(undefined)
  const day = new Date().toISOString().slice(0, 10)
  const name = begin({ tipo: 'cabecalho', quem, vista: view, ...hashes }, day, n)
  if (name === undefined) throw new Refused(`A gravação ${n} de hoje já foi começada.`)
  return `GRAVACAO: ${name}\n\n${definitionsAs(view, definitions)}\n\nAgora: npx tsx evals/gravar.ts perguntas ${name}`
}

async function ferramentas([name]: string[]): Promise<string> {
  const { head } = begun(name)
  return definitionsAs(head.vista, (await answer(undefined)).definitions)
}

async function perguntas([name]: string[]): Promise<string> {
  const answered = new Set(
    name === undefined
      ? []
      : begun(name).lines.flatMap((line) => (line.tipo === 'resposta' ? [line.pergunta] : [])),
  )
  const open = questions.filter(({ id }) => !answered.has(id))
  if (open.length === 0) return 'Todas as perguntas foram respondidas.'
  return open.map(({ id, antes = [], pergunta }) => [id, ...antes, pergunta].join(' | ')).join('\n')
}

async function chamar([name, id, ferramenta = '', json = '{}']: string[]): Promise<string> {
  const { recording, head } = begun(name)
  const pergunta = asked(id)
  const argumentos = objectIn(json === '-' ? await text(process.stdin) : json)
  // Of a call the server says itself what is wrong; only a tool that does not exist is no result.
  const result = await answer({ ferramenta, argumentos }).catch((error: Error) => {
    throw new Refused(error.message)
  })
  const mostrado = shownAs(head.vista, result)
  append(recording, {
    tipo: 'chamada',
    pergunta,
    ferramenta,
    argumentos,
    mostrado,
    resultado: hashOf(result),
  })
  return mostrado
}

async function responder([name, id, words]: string[]): Promise<string> {
  const { recording } = begun(name)
  const pergunta = asked(id)
  const texto = (words === '-' ? await text(process.stdin) : (words ?? '')).trim()
  if (texto === '') throw new Refused('Falta a resposta.')
  append(recording, { tipo: 'resposta', pergunta, texto })
  return `${pergunta} respondida.`
}

/** For whoever runs the agents. */
async function atender(): Promise<string> {
  const path = await keepReady()
  return path === undefined
    ? 'Já há um processo que atende.'
    : `Atende em ${path}, até que se encerre (Ctrl+C).`
}

function begun(name = '') {
  const recording = name.replace(/\.jsonl$/, '')
  if (!recordings().includes(recording))
    throw new Refused(
      `Não há a gravação '${name}': comecar diz o nome dela. Há: ${recordings().join(', ') || 'nenhuma'}.`,
    )
  return { recording, ...read(recording) }
}

function asked(id = ''): string {
  if (!questions.some((question) => question.id === id))
    throw new Refused(
      `Não há a pergunta '${id}': o número dela vem antes dela, de ${questions[0]?.id} a ${questions.at(-1)?.id}.`,
    )
  return id
}

function objectIn(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Said below, as what is JSON but no object is.
  }
  throw new Refused(`Os argumentos são um objeto JSON, entre aspas simples: '{"municipio":"maceio"}'.`)
}

function isView(text: string): text is View {
  return text === 'texto' || text === 'estrutura'
}
