import { z } from 'zod'
import { compareTexts } from '../basics/text.ts'
import type { Instante } from '../basics/time.ts'
import { type Slug, combustiveis, slugs } from './fuels.ts'

/** The records, in the source's own groups and names: `sources/normalize.ts` brings them into this form once, and no name changes after that. */
export const slugSchema = z.enum(slugs as [Slug, ...Slug[]]).describe('Combustível')

export const CNPJ = /^[0-9A-Z]{12}[0-9]{2}$/
export const cnpjSchema = z
  .string()
  .regex(CNPJ)
  .describe('CNPJ do posto: 14 caracteres, sem pontuação; os 12 primeiros podem ter letras')

export const CNPJ_ACEITO = 'os 14 caracteres de um CNPJ, com ou sem pontuação'

/** Reads a CNPJ; dots, hyphens, slashes (also as %2F) and spaces are ignored. */
export function readCnpj(text: string): string | undefined {
  if (text.length > 40) return undefined
  const cnpj = text
    .replace(/%2F/gi, '')
    .replace(/[.\-/\s]/g, '')
    .toUpperCase()
  return CNPJ.test(cnpj) ? cnpj : undefined
}

/** `readCnpj` of a text that may be a name: a CNPJ may have letters, so `posto centro 101` has its form, but it is never in words. */
export function loneCnpj(text: string): string | undefined {
  return /\s/.test(text) && /\p{L}/u.test(text) ? undefined : readCnpj(text)
}

export const instanteSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-03:00$/)
  .describe('Data e hora de Maceió (UTC−03:00)')

export const diaSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .describe('Dia de Maceió (AAAA-MM-DD)')

export const vendaSchema = z.object({
  dataVenda: instanteSchema.describe('Quando a venda foi feita, segundo a nota; não é a hora da coleta'),
  valorDeclarado: z
    .number()
    .positive()
    .describe('Preço por unidade declarado na nota, em reais por litro, ou por m³ no GNV: o preço da bomba'),
  valorVenda: z
    .number()
    .positive()
    .describe('Valor pago dividido pela quantidade, em reais por litro, ou por m³ no GNV, já com descontos'),
})

export const produtoSchema = z.object({
  codigo: z.string().describe('Código do produto no cadastro do próprio posto; não se compara entre postos'),
  descricao: z.string().describe('Descrição dada pelo posto'),
  unidadeMedida: z
    .enum(combustiveis.map((c) => c.unidade))
    .describe('L (litro) ou M3 (metro cúbico, no GNV)'),
  venda: vendaSchema.describe('A venda mais recente'),
})

const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)

/** Station as the source declares it. Coordinates may be false; `domain/alagoas/state.ts` decides which are believed. */
export const enderecoSchema = z.object({
  nomeLogradouro: z.string().describe('Rua, avenida ou rodovia'),
  numeroImovel: z.string().describe('Número, ou S/N'),
  bairro: z.string().describe('Bairro, como o posto o escreve'),
  cep: z.string().describe('CEP, só dígitos'),
  codigoIBGE: z.number().int().describe('Código do município no IBGE'),
  municipio: z.string().describe('Município, em maiúsculas e sem acentos'),
  latitude: latitude.nullable(),
  longitude: longitude.nullable(),
})

export const estabelecimentoSchema = z.object({
  cnpj: cnpjSchema,
  razaoSocial: z.string().describe('Nome da empresa'),
  nomeFantasia: z.string().describe('Nome comercial; repete razaoSocial quando desconhecido'),
  telefone: z
    .string()
    .nullable()
    .describe('null quando desconhecido, ou só um número de enchimento, como (82) 30000000'),
  endereco: enderecoSchema,
})

/** One sale as the source shows it: which product of which station, sold when and for how much. */
export const registroSchema = z.object({
  produto: produtoSchema,
  estabelecimento: estabelecimentoSchema,
  combustivel: slugSchema,
})

export type Produto = z.infer<typeof produtoSchema>
export type Estabelecimento = z.infer<typeof estabelecimentoSchema>
export type Endereco = z.infer<typeof enderecoSchema>
export type Registro = z.infer<typeof registroSchema>

/** One sale of the log. Its identity is all of its fields but `correcao`. */
export type Venda = {
  cnpj: string
  combustivel: Slug
  codigo: string
  correcao?: Correcao
} & Produto['venda']

/** The end of the collection in which a sale replaced others of its product and second, and the prices of these, declared and paid. */
export interface Correcao {
  readonly em: Instante
  readonly de: readonly (readonly [declarado: number, venda: number])[]
}

export function toVenda({ combustivel, produto, estabelecimento }: Registro): Venda {
  return { cnpj: estabelecimento.cnpj, combustivel, codigo: produto.codigo, ...produto.venda }
}

/**
 * Newest sale first; of two in one second that a collection shows the cheaper, then the lower code: one order for lists, medians,
 * histories and changes. A later collection that shows another price in that second corrects the list.
 */
export function newestFirst(a: Sold, b: Sold): number {
  return (
    compareTexts(b.dataVenda, a.dataVenda) ||
    a.valorDeclarado - b.valorDeclarado ||
    compareTexts(a.codigo, b.codigo) ||
    b.valorVenda - a.valorVenda
  )
}

type Sold = Omit<Venda, 'cnpj' | 'combustivel'>

/** Identifies a product of a station: codes are the station's own. */
export function productKey(cnpj: string, codigo: string): string {
  return `${cnpj}|${codigo}`
}

/** Identity of a sale as a text: equal for two sightings of one sale. */
export function identityOf(v: Venda): string {
  return `${v.cnpj}|${v.combustivel}|${v.codigo}|${v.dataVenda}|${v.valorDeclarado}|${v.valorVenda}`
}
