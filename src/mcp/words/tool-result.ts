import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Atribuicao, Lugar, PostoServido } from '../../domain/answers/shared-schemas.ts'
import type { Instante } from '../../domain/basics/time.ts'
import { dayAndTime } from '../../format/words/formatting.ts'

type Content = CallToolResult['content'][number]

/**
 * A sentence of an answer, of figures, dates and our own words. Names and addresses, which stations wrote, are in a second block,
 * of JSON: a name that reads like an instruction is a value in a row there, never part of a sentence.
 */
export type Sentence = string | false | null | undefined | ReturnType<typeof ofText>

/** A sentence for the text alone: its figures are in the structure, or it describes the text's layout. */
export function ofText(sentence: string) {
  return { ofText: sentence }
}

type Common = Atribuicao & {
  atualizadoEm: Instante | null
  observacoes?: readonly string[] | undefined
  lugar?: Lugar
}

interface Parts {
  sentences: readonly Sentence[]
  data: object
  structured: Common & Record<string, unknown>
  links?: readonly Content[]
}

/** Text and structure are each sufficient alone, as some hosts pass only one of them to the model: notes are in both. */
export function toolResult({ sentences, data, structured, links = [] }: Parts): CallToolResult {
  const warning = structured.demonstracao && 'DEMONSTRAÇÃO: postos, CNPJs e preços são fictícios.'
  const said = [warning, ...sentences, updated(structured.atualizadoEm)].filter(
    (sentence) => sentence !== undefined && sentence !== null && sentence !== false,
  )
  const notes = said.filter((sentence) => typeof sentence === 'string')
  const words = said.map((sentence) => (typeof sentence === 'string' ? sentence : sentence.ofText))
  return {
    // The last sentence is the one to cite; licence and the rest are in the structure.
    content: [textOf([...words, `Fonte: ${structured.atribuicao}`]), dataOf(data), ...links],
    structuredContent: {
      ...structured,
      ...(structured.lugar && { lugar: leanPlace(structured.lugar) }),
      observacoes: [...new Set([...notes, ...(structured.observacoes ?? [])])],
    },
  }
}

type Made = CallToolResult | Promise<CallToolResult>

/** Largest answer in bytes, which spares a model's context: 30 kB less the envelope around it. */
const MAX_BYTES = 29_500

/** Lengths to which lists are cut, one after the other, until the answer fits. */
const SHORTER = [60, 30, 20, 12, 6, 3, 0]

/** The first result that fits, or the smallest: of `makers`, then of `cut` with fewer and fewer of the list's `length` members. */
export async function firstThatFits(
  makers: readonly (() => Made)[],
  cut?: (n: number) => Made,
  length = Infinity,
) {
  const cuts = cut ? SHORTER.filter((n) => n < length).map((n) => () => cut(n)) : []
  let result: CallToolResult = { content: [] }
  for (const make of [...makers, ...cuts]) {
    result = await make()
    const { content, structuredContent = {}, _meta = {} } = result
    if (Buffer.byteLength(JSON.stringify([content, structuredContent, _meta])) <= MAX_BYTES) break
  }
  return result
}

const MOST_TOWNS = 10

/** `nome` of a district name in very many towns says how many there are, and the rows name them. */
function leanPlace({ municipios, ...lugar }: Lugar): object {
  return municipios.length > MOST_TOWNS ? lugar : { ...lugar, municipios }
}

function updated(atualizadoEm: Instante | null): string {
  return atualizadoEm === null
    ? 'Este combustível ainda não foi coletado.'
    : `Dados de ${dayAndTime(atualizadoEm)} (hora de Maceió); idades contadas até aí.`
}

export function textOf(sentences: readonly (string | false | undefined)[]): Content {
  return { type: 'text', text: sentences.filter(Boolean).join('\n') }
}

export function dataOf(data: object): Content {
  return { type: 'text', text: JSON.stringify(data) }
}

/** A station's name and place, in the station's own words, for a data block. */
export function whoAndWhere({ cnpj, nomeFantasia, endereco }: PostoServido) {
  return { posto: nomeFantasia, bairro: endereco.bairro, municipio: endereco.municipio, cnpj }
}

/** Rows without keys: JSON of half the size. A member that a row lacks is null, so that cells can be counted; one that all lack has no column. */
export function rows(records: readonly Readonly<Record<string, unknown>>[]) {
  const colunas = [...new Set(records.flatMap(Object.keys))].filter((key) =>
    records.some((record) => record[key] !== undefined),
  )
  return { colunas, linhas: records.map((record) => colunas.map((key) => record[key] ?? null)) }
}
