import type {
  RespostaCatalogo,
  RespostaDocumentacao,
  RespostaEstatisticas,
  RespostaHistorico,
  RespostaPosto,
  RespostaPostos,
  RespostaPrecos,
  RespostaSituacao,
} from '../domain/answers.ts'
import type { Slug } from '../domain/fuels.ts'
import type { Pedido } from '../domain/parameters.ts'

/**
 * The one interface the faces see: checked parameters in, whole answers out. `createQuery` answers from the store,
 * `createRemoteQuery` asks another server. Lists are shared and frozen: nobody changes an answer.
 *
 * All reject with GasolinaError: `dados_indisponiveis` before the first commit, `posto_nao_encontrado` for an unknown
 * CNPJ, `parametro_invalido` for what only the data can judge (a period that begins after the data's last day).
 */
export interface Query {
  precos(pedido: Pedido<'precos'>): Promise<RespostaPrecos>
  posto(pedido: Required<Pedido<'posto'>>): Promise<RespostaPosto>
  postos(pedido: Pedido<'postos'>): Promise<RespostaPostos>
  historico(pedido: Pedido<'historico'> & { cnpj: string }): Promise<RespostaHistorico>
  estatisticas(pedido: Pedido<'estatisticas'>): Promise<RespostaEstatisticas>
  /** Always answers, also before the first commit. */
  situacao(): Promise<RespostaSituacao>
  catalogo(): Promise<RespostaCatalogo>
  documentacao(): Promise<RespostaDocumentacao>
  arquivo(slug: Slug, formato: FormatoDeArquivo, dialeto: Dialeto): Promise<Arquivo>
}

export type FormatoDeArquivo = 'json' | 'csv'
export type Dialeto = 'padrao' | 'excel'

/** A download, byte for byte as HTTP serves it. */
export interface Arquivo {
  /** `gasolina-comum.csv`; in the demonstration `demonstracao-gasolina-comum.csv`. */
  nome: string
  tipo: string
  bytes: Uint8Array
}
