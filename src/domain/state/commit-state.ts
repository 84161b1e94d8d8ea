import { z } from 'zod'
import type { Mudanca } from '../answers/mudancas.ts'
import { type Slug, perFuel } from '../facts/fuels.ts'
import * as sale from '../facts/sale-record.ts'
import { compareTexts } from '../basics/text.ts'
import type { Dia, Instante } from '../basics/time.ts'
import type { Cadastro } from '../registry/registry.ts'

/** State after a collection: sightings only. Screening, places and figures are computed when asked, so a better rule corrects the past too. */
export interface EstadoDosPrecos {
  /** Per fuel the newest sale per station and product code, by CNPJ, then code. */
  atuais: Record<Slug, Atual[]>
  /** Every station ever seen, by CNPJ. */
  postos: Posto[]
  /** Per fuel one median a day, oldest first: a past sale is judged by the median of its day. */
  medianas: Record<Slug, MedianaDoDia[]>
}

/** The newest sale of one product at one station, with the prices that led to it. */
export interface Atual {
  cnpj: string
  produto: sale.Produto
  /** Latest stretches of one price, oldest first; the last is that of `produto.venda`. */
  corrida: Trecho[]
  /** Sales before the newest; absent in commits of programs that did not keep them. */
  anteriores?: Anteriores
  /** Identities the source showed last that are not the newest sale (it can go back); so they are logged once. */
  vistas?: readonly string[]
}

/** Sales before a product's newest one, newest first, in pairs, as each commit holds them: seconds before the next sale, thousandths. */
export type Anteriores = readonly number[]

/** Sales in a row at one price. `desde` is the `dataVenda` of the first. */
export interface Trecho {
  valor: number
  vendas: number
  desde: Instante
}

export const knownPostoSchema = z.object({
  estabelecimento: sale.estabelecimentoSchema,
  primeiraVenda: sale.instanteSchema,
  ultimaVenda: sale.instanteSchema,
})
export type Posto = z.infer<typeof knownPostoSchema>

/** Median, in reais, of the newest sale of each of `postos` stations (eight or more) at the day's last collection. */
export interface MedianaDoDia {
  dia: Dia
  mediana: number
  postos: number
}

const count = z.number().int().nonnegative()
const reais = z.number().positive()

/** One collection, as told by `situacao` and kept in the commit it made, and in the note of the last attempt. */
export const coletaSchema = z.object({
  inicio: sale.instanteSchema,
  fim: sale.instanteSchema,
  /** `completa`: every slice answered; `parcial`: some failed or the deadline came; `falhou`: nothing valid. */
  resultado: z.enum(['completa', 'parcial', 'falhou']),
  /** Why it failed or stopped early, a Portuguese sentence. */
  motivo: z.string().exactOptional(),
  /** True when the source refused the program itself (token, firewall) or asked it to wait: the next collection is not to come sooner. */
  recusada: z.literal(true).exactOptional(),
  pedidos: count,
  /** Requests that failed, retried ones included. */
  falhas: count,
  fatias: count,
  fatiasComFalha: z.array(
    z.object({ codigoIBGE: count, municipio: z.string(), combustivel: sale.slugSchema, motivo: z.string() }),
  ),
  /** Slices answered empty that held stations before. Nothing is removed for it. */
  fatiasVazias: count,
  /** Slices that showed less than two thirds of the products known of them. Nothing is removed for it. */
  fatiasParciais: count.exactOptional(),
  registros: count,
  vendasNovas: count,
  recusados: z.object({ futuros: count, invalidos: count, motivos: z.record(z.string(), count) }),
  /** Fuels whose new sales are held back, with the jump that was proposed in so many collections in a row: the third is accepted. */
  retidos: z.array(
    z.object({ combustivel: sale.slugSchema, vendas: count, de: reais, para: reais, vezes: count }),
  ),
})
export type Coleta = z.infer<typeof coletaSchema>
export type FatiaComFalha = Coleta['fatiasComFalha'][number]
export type Retido = Coleta['retidos'][number]

export interface Progress {
  phase: 'anteriores' | 'coletando' | 'publicando' | 'concluindo' | 'copiando' | 'pronto'
  /** Slices done, of all that will be asked; of a copy, files. */
  done: number
  total: number
}

/** When a slice (municipality and fuel) was last asked and last had records, or was first asked if it never had: long empty ones rest. */
export interface MemoriaDaFatia {
  codigoIBGE: number
  combustivel: Slug
  consultadaEm: Instante
  comDadosEm: Instante | null
  registros: number
}

export interface Cabecalho {
  formato: 1
  seq: number
  /** The commit that this one was merged upon; null for a first one. */
  prev: number | null
  /** Checksum of that commit, since a number may be reused. Absent in commits of earlier programs. */
  prevSha256?: string
  fonte: NomeDaFonte
  publicadoEm: Instante
  /** Newest of the fuels' `atualizadoEm`. */
  atualizadoEm: Instante
  /** Per fuel the end of the last collection in which a slice of it answered validly. */
  atualizadoPorCombustivel: Record<Slug, Instante | null>
  /** Time of a rebuild from remaining files after no commit was intact; kept until the next complete collection. */
  reconstruidoEm?: Instante
  /** Expected number of sales files, so a removed one is noticed. */
  acervo?: Acervo
  /** Past days of places by month (AAAA-MM). Computed from the sales; a commit of an earlier program has none. */
  dias?: Record<string, DiasDoMes>
  coleta: Coleta
}

/** Names of the files with the figures at the end of each day of a month: of places, and of stations' prices. */
export interface DiasDoMes {
  lugares: string
  postos: string
  /** Stations' prices around the blocks of days off that ended in the month; absent for months too old to count. */
  folgas?: string
}

/** Numbers of parts of the log, and of stations' files of closed months, by month (AAAA-MM). */
export interface Acervo {
  vendas: Record<string, number>
  historico: Record<string, number>
}

export type NomeDaFonte = 'sefaz' | 'demonstracao'

export interface CopiaDaFonte {
  fonte: NomeDaFonte
  /** Commits in the target, and the newest of them; null when there is none. */
  commits: number
  ultimo: number | null
  copiados: number
  bytes: number
  /** Files that were there with the same bytes. */
  jaEstavam: number
  /** Keys of damaged files, and of commits that lack one: they are not copied. */
  danificados: string[]
}

/** One commit, loaded whole and never mutated. */
export interface Commit {
  /** Checksum of its content. With the number it identifies a commit across stores. */
  sha256: string
  cabecalho: Cabecalho
  estado: EstadoDosPrecos
  fatias: MemoriaDaFatia[]
  /** Changes since the commit this one was merged upon: readers no longer have it. Commits of earlier programs lack them. */
  mudancas?: MudancasDoCommit
  /** Where an operator took one. */
  cadastro?: Cadastro
}

/** Rows are read when asked for, null where they cannot be: as objects those of 42,000 stations take 45 MB. */
export interface MudancasDoCommit {
  total: number
  read(): Promise<readonly Mudanca[] | null>
}

export function emptyEstado(): EstadoDosPrecos {
  return { atuais: perFuel(() => []), postos: [], medianas: perFuel(() => []) }
}

export type Product = Pick<Atual, 'cnpj' | 'produto'>

export function keyOfProduct({ cnpj, produto }: Product): string {
  return sale.productKey(cnpj, produto.codigo)
}

export function compareProducts(a: Product, b: Product): number {
  return compareTexts(a.cnpj, b.cnpj) || compareTexts(a.produto.codigo, b.produto.codigo)
}
