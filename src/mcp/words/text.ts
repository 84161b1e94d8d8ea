import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Atribuicao, PostoServido } from '../../domain/answers/common.ts'
import type { RespostaPrecos } from '../../domain/answers/precos.ts'
import type { Produto } from '../../domain/facts/sale-record.ts'
import { POUCAS_VENDAS } from '../../domain/facts/rules.ts'
import type { Instante } from '../../domain/basics/time.ts'
import { toMs } from '../../domain/basics/time.ts'
import { age, dayAndTime, money } from '../../format/words/formatting.ts'

type OfPlace = Pick<RespostaPrecos, 'lugar' | 'observacoes' | 'sugestoes'>
type Content = CallToolResult['content'][number]

/**
 * How an answer reads. Sentences are ours, and hold figures, dates and our own words only. Whatever a station wrote
 * of itself (names, addresses) stands apart in a second block, which is nothing but JSON: a name that reads like an
 * order is a value in a row there, never part of a sentence.
 */
export type Sentence = string | false | null | undefined | OfText

/** Figures that the structure holds as well, and what only says how the text is laid out. */
interface OfText {
  ofText: string
}

export function ofText(sentence: string): OfText {
  return { ofText: sentence }
}

/** What every answer says of itself. */
type Told = Atribuicao & { observacoes?: readonly string[] | undefined; lugar?: OfPlace['lugar'] }

export interface Said<T extends Told> {
  sentences: readonly Sentence[]
  /** Rows and names for the text. */
  data?: object | undefined
  structured: T
  links?: readonly Content[]
}

/**
 * An answer of which either view is enough, for some hosts hand the model the text alone and some the structure: whatever the
 * text says beside figures stands in `observacoes`, too.
 */
export function inBothViews<T extends Told>({
  sentences,
  data,
  structured,
  links = [],
}: Said<T>): CallToolResult {
  const said = [warning(structured), ...sentences].filter(
    (sentence) => sentence !== undefined && sentence !== null && sentence !== false,
  )
  const notes = said.filter((sentence) => typeof sentence === 'string')
  return {
    content: [textOf([...said.map(wordsOf), credit(structured)]), ...(data ? [dataOf(data)] : []), ...links],
    structuredContent: {
      ...structured,
      ...(structured.lugar && { lugar: leanPlace(structured.lugar) }),
      observacoes: [...new Set([...notes, ...(structured.observacoes ?? [])])],
    },
  }
}

const MOST_TOWNS = 10

/** Of a name that a host of towns have, `nome` says how many, and the rows which. */
function leanPlace({ municipios, ...lugar }: OfPlace['lugar']): object {
  return municipios.length > MOST_TOWNS ? lugar : { ...lugar, municipios }
}

/** In every answer's schema. */
export const observacoesSchema = z.array(z.string())

export function textOf(sentences: readonly (string | false | undefined)[]): Content {
  return { type: 'text', text: sentences.filter(Boolean).join('\n') }
}

export function dataOf(data: object): Content {
  return { type: 'text', text: JSON.stringify(data) }
}

function wordsOf(sentence: string | OfText): string {
  return typeof sentence === 'string' ? sentence : sentence.ofText
}

/** First sentence of every answer made of fictional data. */
export function warning({ demonstracao, aviso }: Atribuicao): string | undefined {
  return demonstracao ? `DEMONSTRAÇÃO: ${aviso ?? 'postos e preços fictícios.'}` : undefined
}

/** What a question's place was taken for, in our own words. */
export function placeSentences({ observacoes, sugestoes = [] }: OfPlace): string[] {
  return sugestoes.length > 0 ? [...observacoes, 'Outros nomes estão em sugestoes.'] : observacoes
}

/** The names themselves, which stations wrote. */
export function placeOf({ lugar, sugestoes = [] }: OfPlace): { lugar: string; sugestoes?: string[] } {
  return { lugar: lugar.nome, ...(sugestoes.length > 0 && { sugestoes }) }
}

export function credit({ fonte, licenca, atribuicao }: Atribuicao): string {
  return `Fonte: ${endSentence(fonte)} Licença: ${endSentence(licenca)} Cite: ${atribuicao}`
}

export function updated(atualizadoEm: Instante | null): string {
  return atualizadoEm === null
    ? 'Este combustível ainda não foi coletado.'
    : `Dados de ${dayAndTime(atualizadoEm)} (hora de Maceió); idades contadas até aí.`
}

/** `R$ 6,37/L`. */
export function unitPrice(reais: number, unidade: Produto['unidadeMedida']): string {
  return `${money(reais)}/${unidade === 'L' ? 'L' : 'm³'}`
}

/** Beside prices that hardly anybody paid. */
export const PAY_THE_USUAL = `Onde há duvida (ou precoProvavel), só ${POUCAS_VENDAS} sustentam o preço, abaixo do usual do posto: conte pagar o usual.`

/** How old a sale was when the data was collected. */
export function saleAge(venda: Instante, atualizadoEm: Instante | null): string {
  return age(venda, toMs(atualizadoEm ?? venda))
}

/** A station, as far as it is named. */
interface Named {
  cnpj: string
  nomeFantasia: string
  endereco: Pick<PostoServido['endereco'], 'bairro' | 'municipio'>
}

/** The station's own words, for a data block. */
export function whoAndWhere({ cnpj, nomeFantasia, endereco }: Named) {
  return { posto: nomeFantasia, bairro: endereco.bairro, municipio: endereco.municipio, cnpj }
}

/** Rows without their keys: half the size of objects, and still JSON. A key that a row lacks is null there, or past its end. */
export function rows(records: readonly Readonly<Record<string, unknown>>[]) {
  const colunas = [...new Set(records.flatMap(Object.keys))]
  return { colunas, linhas: records.map((record) => withoutTail(colunas.map((key) => record[key] ?? null))) }
}

function withoutTail(values: unknown[]): unknown[] {
  return values.slice(0, values.findLastIndex((value) => value !== null) + 1)
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
