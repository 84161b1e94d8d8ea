/**
 * Thirty questions as people put them, each with the tool call it should lead to. Makes the calls on demonstration data
 * with the SDK's own client and checks the answers against the downloads. Exits 1 when one is wrong.
 *
 *   npx tsx bench/mcp-questions.ts
 */
import type { ArquivoJson, Entrada } from '../src/domain/answers.ts'
import type { Slug } from '../src/domain/fuels.ts'
import { slugs } from '../src/domain/fuels.ts'
import { connect, createDemonstrationQuery, depsOf } from '../test/mcp/world.ts'
import type { Known, Question } from './mcp-questions-table.ts'
import { questions } from './mcp-questions-table.ts'

const query = await createDemonstrationQuery()
const client = await connect(depsOf(query))
// Once listed, the client holds every answer to its output schema.
await client.listTools()

const files = new Map<Slug, readonly Entrada[]>()
for (const slug of slugs) {
  const { pieces } = await query.arquivo(slug, 'json', 'padrao')
  files.set(slug, (JSON.parse(new TextDecoder().decode(Buffer.concat(pieces))) as ArquivoJson).conteudo)
}
const known: Known = { entries: (slug) => files.get(slug) ?? [], ...stationOf(files) }

let wrong = 0
for (const question of questions(known)) {
  const problem = await problemOf(question)
  if (problem) wrong++
  console.log(
    `${problem ? 'ERRADO' : 'certo '}  ${question.pergunta}\n        ${question.ferramenta} ${JSON.stringify(question.argumentos)}${problem ? `\n        ${problem}` : ''}`,
  )
}
console.log(`\n${questions(known).length - wrong} de ${questions(known).length} respostas certas`)
await client.close()
process.exitCode = wrong > 0 ? 1 : 0

async function problemOf({ ferramenta, argumentos, confere, erro }: Question): Promise<string | undefined> {
  const result = await client.callTool({ name: ferramenta, arguments: argumentos })
  const bytes = Buffer.byteLength(JSON.stringify(result))
  const [first] = result.content as { text?: string }[]
  const text = first?.text ?? ''
  if (bytes > 30_000) return `A resposta tem ${bytes} bytes.`
  if (erro !== undefined)
    return result.isError && text.includes(erro) ? undefined : `Esperava a recusa “${erro}”; veio: ${text}`
  if (result.isError) return text
  return confere?.(result.structuredContent as never, known) ? undefined : `Resposta inesperada: ${text}`
}

/** Sells both fuels of the parity, neither price suspect, and shares its name with nobody. */
function stationOf(files: ReadonlyMap<Slug, readonly Entrada[]>): Pick<Known, 'cnpj' | 'nome'> {
  const gasoline = files.get('gasolina-comum') ?? []
  const alcohol = new Set(
    (files.get('alcool') ?? []).filter((e) => !e.suspeito).map((e) => e.estabelecimento.cnpj),
  )
  const found = gasoline.find(({ estabelecimento: { cnpj, nomeFantasia }, suspeito }) => {
    const others = gasoline.filter((e) => e.estabelecimento.nomeFantasia.includes(nomeFantasia))
    return !suspeito && alcohol.has(cnpj) && others.length === 1
  })
  if (!found) throw new Error('no such station in the demonstration')
  const { cnpj, nomeFantasia } = found.estabelecimento
  return { cnpj, nome: nomeFantasia }
}
