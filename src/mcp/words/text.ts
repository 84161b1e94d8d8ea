import type { Atribuicao } from '../../domain/answers/shared-schemas.ts'
import type { RespostaPrecos } from '../../domain/answers/precos.ts'
import type { Produto } from '../../domain/facts/sale-record.ts'
import { CONFIRMING_SALES, POUCAS_VENDAS, UNUSUAL_PERCENT, written } from '../../domain/facts/rules.ts'
import { day, money } from '../../format/words/formatting.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { addressOf } from '../../domain/questions/question-url.ts'

type OfPlace = Pick<RespostaPrecos, 'lugar' | 'observacoes' | 'sugestoes' | 'postoMaisPerto'>

export function placeSentences({ observacoes, sugestoes = [] }: OfPlace): string[] {
  const isTold = sugestoes.length === 0 || observacoes.some((sentence) => sentence.includes('sugestoes'))
  return isTold ? observacoes : [...observacoes, 'Outros nomes estão em sugestoes.']
}

export function placeMember({ lugar, sugestoes = [], postoMaisPerto }: OfPlace) {
  return {
    lugar: lugar.nome,
    ...(postoMaisPerto && { postoMaisPerto }),
    ...(sugestoes.length > 0 && { sugestoes }),
  }
}

/** `R$ 6,37/L`. */
export function unitPrice(reais: number, unidade: Produto['unidadeMedida']): string {
  return `${money(reais)}/${unidade === 'L' ? 'L' : 'm³'}`
}

export const PAY_THE_USUAL = `Onde há duvida, só ${POUCAS_VENDAS} sustentam o preço, longe do usual do posto; se abaixo, conte pagar o usual.`

/** Sentence on the motive that says the least by its name. */
export const UNCONFIRMED = `sem_confirmacao: a mais de ${UNUSUAL_PERCENT} % da mediana, sem ${written(CONFIRMING_SALES)} vendas seguidas que o sustentem.`

export function only<T extends object, K extends keyof T>(from: T, ...keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>
}

export function without<T extends object, K extends keyof T>(from: T, ...keys: readonly K[]): Omit<T, K> {
  const entries = Object.entries(from).filter(([name]) => !(keys as readonly PropertyKey[]).includes(name))
  return Object.fromEntries(entries) as Omit<T, K>
}

export function registryTold({ cadastro }: Pick<Atribuicao, 'cadastro'>): string | undefined {
  return cadastro && `Bandeiras: ${cadastro.fonte}, ${day(cadastro.dia)}.`
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
