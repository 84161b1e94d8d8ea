import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Atribuicao, PostoServido } from '../../domain/answers/shared-schemas.ts'
import type { RespostaPrecos } from '../../domain/answers/precos.ts'
import type { Produto } from '../../domain/facts/sale-record.ts'
import { CONFIRMING_SALES, POUCAS_VENDAS, UNUSUAL_PERCENT, written } from '../../domain/facts/rules.ts'
import type { Instante } from '../../domain/basics/time.ts'
import { day, dayAndTime, money } from '../../format/words/formatting.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { addressOf } from '../../domain/questions/routes.ts'

type OfPlace = Pick<RespostaPrecos, 'lugar' | 'observacoes' | 'sugestoes'>
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
  lugar?: OfPlace['lugar']
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

/** For a district name in very many towns, `nome` says how many there are and the rows name them. */
function leanPlace({ municipios, ...lugar }: OfPlace['lugar']): object {
  return municipios.length > MOST_TOWNS ? lugar : { ...lugar, municipios }
}

export const observacoesSchema = z.array(z.string())

export function textOf(sentences: readonly (string | false | undefined)[]): Content {
  return { type: 'text', text: sentences.filter(Boolean).join('\n') }
}

export function dataOf(data: object): Content {
  return { type: 'text', text: JSON.stringify(data) }
}

export function placeSentences({ observacoes, sugestoes = [] }: OfPlace): string[] {
  const isTold = sugestoes.length === 0 || observacoes.some((sentence) => sentence.includes('sugestoes'))
  return isTold ? observacoes : [...observacoes, 'Outros nomes estão em sugestoes.']
}

export function placeMember({ lugar, sugestoes = [] }: OfPlace): { lugar: string; sugestoes?: string[] } {
  return { lugar: lugar.nome, ...(sugestoes.length > 0 && { sugestoes }) }
}

function updated(atualizadoEm: Instante | null): string {
  return atualizadoEm === null
    ? 'Este combustível ainda não foi coletado.'
    : `Dados de ${dayAndTime(atualizadoEm)} (hora de Maceió); idades contadas até aí.`
}

/** `R$ 6,37/L`. */
export function unitPrice(reais: number, unidade: Produto['unidadeMedida']): string {
  return `${money(reais)}/${unidade === 'L' ? 'L' : 'm³'}`
}

export const PAY_THE_USUAL = `Onde há duvida, só ${POUCAS_VENDAS} sustentam o preço, longe do usual do posto; se abaixo, conte pagar o usual.`

export const NAMED_OTHERWISE =
  'Onde há naNota (na estrutura, produto.descricao), a nota dá ao produto o nome de outro combustível.'

/** Of the motive that says the least by its name. */
export const UNCONFIRMED = `sem_confirmacao: a mais de ${UNUSUAL_PERCENT} % da mediana, sem ${written(CONFIRMING_SALES)} vendas seguidas que o sustentem.`

export function only<T extends object, K extends keyof T>(from: T, ...keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>
}

export function without<T extends object, K extends keyof T>(from: T, ...keys: readonly K[]): Omit<T, K> {
  const entries = Object.entries(from).filter(([name]) => !(keys as readonly PropertyKey[]).includes(name))
  return Object.fromEntries(entries) as Omit<T, K>
}

/** A station's name and place, in the station's own words, for a data block. */
export function whoAndWhere({ cnpj, nomeFantasia, endereco }: PostoServido) {
  return { posto: nomeFantasia, bairro: endereco.bairro, municipio: endereco.municipio, cnpj }
}

export function registryTold({ cadastro }: Pick<Atribuicao, 'cadastro'>): string | undefined {
  return cadastro && `Bandeiras: ${cadastro.fonte}, ${day(cadastro.dia)}.`
}

/** Rows without keys: JSON of half the size. A member that a row lacks is null, so that cells can be counted; one that all lack has no column. */
export function rows(records: readonly Readonly<Record<string, unknown>>[]) {
  const colunas = [...new Set(records.flatMap(Object.keys))].filter((key) =>
    records.some((record) => record[key] !== undefined),
  )
  return { colunas, linhas: records.map((record) => colunas.map((key) => record[key] ?? null)) }
}

/** Starts of resources of this very connection. */
export const DADOS = 'gasolina://dados/'
export const PRECOS = 'gasolina://precos'
export const LIST_PATH = '/gasolina/api/precos'

/** Address of a fuel's file as CSV. Without a server, the resource of this very connection. */
export function fileUri(slug: Slug, urlBase: string | undefined): string {
  return urlBase === undefined ? DADOS + slug : `${urlBase}/gasolina/dados/${slug}.csv`
}

/** Address of a list of prices as CSV, which a client may read without another connection: on the server, else here. */
export function listUri(pedido: Pedido<'precos'>, urlBase: string | undefined): string {
  const address = addressOf('precos', { ...pedido, formato: 'csv' })
  return urlBase === undefined ? address.replace(LIST_PATH, PRECOS) : `${urlBase}${address}`
}
