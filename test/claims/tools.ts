import type { Ask, Data } from './downloads.ts'
import type { Ledger } from './ledger.ts'
import { DAY, dayAt } from './past.ts'
import { type Place, everywhere } from './pages.ts'
import { ANSWERS } from './rules-tools.ts'
import { PLACES } from './rules-places.ts'
import { WEEKEND } from './rules-weekend.ts'
import { PRICES } from './rules-prices.ts'
import { STATIONS } from './rules-stations.ts'
import { TOWNS } from './rules-towns.ts'
import { checkRows } from './tool-rows.ts'
import { type Spot, checkText } from './sentences.ts'

const RULES = [...WEEKEND, ...ANSWERS, ...STATIONS, ...PLACES, ...PRICES, ...TOWNS]

/** One question to a tool, and what it is about. */
interface Question {
  tool: string
  args: Record<string, unknown>
  place: Place
  cnpj: string | null
}

interface Result {
  content: { type: string; text?: string }[]
  structuredContent: { observacoes?: string[] }
}

/** Questions that assistants ask: each line of the text is a sentence, each line of its table a row of figures. */
export async function checkTools(
  ask: Ask,
  data: Data,
  ledger: Ledger,
  towns: readonly Place[],
  stations: readonly string[],
): Promise<void> {
  for (const question of questionsOf(data, towns, stations)) {
    const { tool, args } = question
    ledger.at(`${tool} ${JSON.stringify(args)}`)
    const { content, structuredContent } = await call(ask, tool, args)
    const told = (structuredContent.observacoes ?? []).join('\n')
    for (const { text = '' } of content) {
      if (text.startsWith('{')) checkRows(data, ledger, question, text)
      else
        for (const line of `${text}\n${told}`.split('\n'))
          checkText(RULES, spotOf(data, ledger, question, line))
    }
  }
}

function questionsOf(data: Data, towns: readonly Place[], stations: readonly string[]): Question[] {
  const state: Place = { kind: 'estado', name: 'Alagoas', town: null, centre: null, here: everywhere }
  const of = (
    tool: string,
    args: Record<string, unknown>,
    place = state,
    cnpj: string | null = null,
  ): Question => ({ tool, args, place, cnpj })
  const lists = data.fuels.flatMap(({ slug: combustivel }) => [
    of('precos', { combustivel }),
    of('estatisticas', { combustivel, por: 'municipio' }),
    ...towns.map((place) => of('precos', { combustivel, municipio: place.name, limite: 20 }, place)),
    ...towns.map((place) => of('historico', { combustivel, municipio: place.name }, place)),
  ])
  const desde = dayAt(Date.parse(data.collectedAt) - 5 * DAY)
  const summaries = [state, ...towns].flatMap((place) => {
    const named = place.town ? { municipio: place.name } : {}
    return [
      of('estatisticas', named, place),
      of('estatisticas', { ...named, combustivel: 'gasolina-aditivada', desde }, place),
      of('historico', { ...named, granularidade: 'mudancas', desde }, place),
    ]
  })
  return [
    ...lists,
    ...summaries,
    ...stations.flatMap((cnpj) => [
      of('posto', { cnpj }, state, cnpj),
      of('historico', { cnpj }, state, cnpj),
    ]),
  ]
}

function spotOf(data: Data, ledger: Ledger, { tool, args, place, cnpj }: Question, text: string): Spot {
  const named = data.fuels.find(({ name }) => text.startsWith(`- ${name}`) || text.startsWith(name))
  const asked = typeof args['combustivel'] === 'string' ? args['combustivel'] : null
  const since = typeof args['desde'] === 'string' ? args['desde'] : null
  const page = { path: tool, fuel: asked, cnpj, place, ratio: 0.7, days: 30, since }
  return { text, page, data, ledger, node: null, cnpj, fuel: named?.slug ?? asked }
}

/** Over Streamable HTTP, as any client without a session. */
async function call(ask: Ask, name: string, args: Record<string, unknown>): Promise<Result> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
  const text = await (await ask('/mcp', JSON.stringify(body))).text()
  const { result } = JSON.parse(text.replace(/^event:.*\n/, '').replace(/^data: /, '')) as { result: Result }
  return result
}
